/**
 * Rules that the tests of all modules share: which share of its draws a test executes, and how long
 * a class of tests may take.
 *
 * <p>JUnit and jqwik find the rules by themselves, through {@code META-INF/services}. Only tests
 * depend on this module.
 */
@NullMarked
package org.shmemlab.testing;

import org.jspecify.annotations.NullMarked;
