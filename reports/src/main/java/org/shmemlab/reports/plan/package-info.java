/**
 * The answer of a plan as text of one screen, as tables and as a page.
 *
 * <p>Nothing is computed here that a reader could decide by.
 */
@NullMarked
package org.shmemlab.reports.plan;

import org.jspecify.annotations.NullMarked;
