/**
 * Findings that a project has accepted: those of a baseline file, and those that a comment in the
 * source allows. Decides which findings of a program are accepted, and by which of the two; how
 * they look and which exit code follows is decided elsewhere.
 */
@NullMarked
package org.shmemlab.scenarios.accepted;

import org.jspecify.annotations.NullMarked;
