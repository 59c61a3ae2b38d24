/**
 * Tables for other tools, as CSV and as Parquet. A table is made of records; the maker of the
 * records decides its content.
 */
@NullMarked
package org.shmemlab.reports.table;

import org.jspecify.annotations.NullMarked;
