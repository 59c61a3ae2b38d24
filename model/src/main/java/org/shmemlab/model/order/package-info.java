/**
 * Order as data: a table whose entries order points after events of an earlier operation.
 *
 * <p>{@link org.shmemlab.model.order.OrderTable} is such a table as it was written, {@link
 * org.shmemlab.model.order.TableText} reads it, and {@link org.shmemlab.model.order.CompiledTable}
 * answers the questions of ordering rules from it. The content of a table, the rules of a document
 * or transport, stands in its text and nowhere here. The format is described in docs/rules.md.
 */
@NullMarked
package org.shmemlab.model.order;

import org.jspecify.annotations.NullMarked;
