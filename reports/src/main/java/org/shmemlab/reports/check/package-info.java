/**
 * The results of checks as text, as JSON, as rows and as pages: under profiles, under transports
 * and against interleavings. A view receives one file after the other.
 */
@NullMarked
package org.shmemlab.reports.check;

import org.jspecify.annotations.NullMarked;
