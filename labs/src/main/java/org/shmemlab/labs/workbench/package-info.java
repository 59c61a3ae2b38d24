/**
 * What somebody does with a program while working on it: runs it, looks at all its orders, times
 * it. Each within the limits of grades, and without a file or a network; how it is asked for and
 * shown is said elsewhere.
 */
@NullMarked
package org.shmemlab.labs.workbench;

import org.jspecify.annotations.NullMarked;
