/**
 * Findings in words and on pages: kind, place, missing order, schedule and repair. Every report of
 * a check takes them from here.
 */
@NullMarked
package org.shmemlab.reports.finding;

import org.jspecify.annotations.NullMarked;
