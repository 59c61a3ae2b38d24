/**
 * Rules that the tests of all modules share: the share of its draws that a test executes, and the
 * time that a class of tests may take.
 *
 * <p>JUnit and jqwik find the rules by themselves, through {@code META-INF/services}. Only tests
 * depend on this module.
 */
@NullMarked
package org.shmemlab.testing;

import org.jspecify.annotations.NullMarked;
