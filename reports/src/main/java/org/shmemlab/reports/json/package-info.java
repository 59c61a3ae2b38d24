/**
 * The one shape that every command's JSON has: the name of its schema, the exit code, and results.
 * What the results are, each report says itself, in records.
 */
@NullMarked
package org.shmemlab.reports.json;

import org.jspecify.annotations.NullMarked;
