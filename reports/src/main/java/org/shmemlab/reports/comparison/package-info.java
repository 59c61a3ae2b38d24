/**
 * Results of real machines next to the outcomes that are allowed: text, JSON, tables and a page.
 */
@NullMarked
package org.shmemlab.reports.comparison;

import org.jspecify.annotations.NullMarked;
