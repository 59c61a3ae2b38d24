/**
 * Order as data: a table whose entries say what comes after which event of an earlier operation.
 *
 * <p>{@link org.shmemlab.model.order.OrderTable} is such a table as it was written, {@link
 * org.shmemlab.model.order.TableText} reads it, and {@link org.shmemlab.model.order.CompiledTable}
 * answers the questions of ordering rules from it. What a table says of which documents or which
 * transport stands in its text and nowhere here. The format is described in docs/rules.md.
 */
@NullMarked
package org.shmemlab.model.order;

import org.jspecify.annotations.NullMarked;
