/**
 * Tables as text: the lines and columns that all tables of order share, and reports of mistakes in
 * them. The meaning of a column belongs to the package of its table.
 */
@NullMarked
package org.shmemlab.model.table;

import org.jspecify.annotations.NullMarked;
