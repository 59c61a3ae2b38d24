/**
 * Runs, checks and timings of a program for its author. Each is within the limits of grades, and
 * without a file or a network; requests and their display are elsewhere.
 */
@NullMarked
package org.shmemlab.labs.workbench;

import org.jspecify.annotations.NullMarked;
