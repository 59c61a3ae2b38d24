/**
 * The explorer and the axioms asked the same questions: tests of the catalogue, and small programs
 * that are enumerated or drawn at random.
 *
 * <p>Nothing here has rules of its own; a difference is a bug in one of the two, or a gap in the
 * memory model.
 */
@NullMarked
package org.shmemlab.conformance.agreement;

import org.jspecify.annotations.NullMarked;
