/**
 * The one shape of every command's JSON: the name of its schema, the exit code, and results. Each
 * report declares its results, in records.
 */
@NullMarked
package org.shmemlab.reports.json;

import org.jspecify.annotations.NullMarked;
