/**
 * Tables for other tools, as CSV and as Parquet. A table is made of records; what is in it, whoever
 * makes the records decides.
 */
@NullMarked
package org.shmemlab.reports.table;

import org.jspecify.annotations.NullMarked;
