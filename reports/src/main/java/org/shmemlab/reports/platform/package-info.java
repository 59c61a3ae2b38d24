/**
 * Platforms, performance tests, fits and their accuracy as text, JSON and CSV. Nothing here reads a
 * platform, runs a test or fits a law.
 */
@NullMarked
package org.shmemlab.reports.platform;

import org.jspecify.annotations.NullMarked;
