/**
 * Platforms, fits and their accuracy as text, JSON and CSV. Nothing here reads a platform or fits a
 * law.
 */
@NullMarked
package org.shmemlab.reports.platform;

import org.jspecify.annotations.NullMarked;
