/**
 * Findings that a project has accepted: those of a baseline file, and those that a comment in the
 * source allows. The package decides which findings of a program are accepted, and by which of the
 * two; their display and the exit code are decided elsewhere.
 */
@NullMarked
package org.shmemlab.scenarios.accepted;

import org.jspecify.annotations.NullMarked;
