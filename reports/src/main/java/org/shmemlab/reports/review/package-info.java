/**
 * Checks in the formats of tools for code review and of servers for continuous integration: SARIF
 * and JUnit's XML.
 */
@NullMarked
package org.shmemlab.reports.review;

import org.jspecify.annotations.NullMarked;
