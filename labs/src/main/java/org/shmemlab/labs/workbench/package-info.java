/**
 * Runs, checks and times a program for its author. Each within the limits of grades, and without a
 * file or a network; requests and their display are elsewhere.
 */
@NullMarked
package org.shmemlab.labs.workbench;

import org.jspecify.annotations.NullMarked;
