/**
 * The model with one rule switched off at a time, and the tests of the catalogue that notice.
 *
 * <p>A rule whose absence no test notices would be one that nobody needs, or that nothing keeps
 * (memory model, section 8, rule 5). A mutant of what a table of order says is that table with
 * entries changed; the others are other rules around the profile's or transport's own, other
 * exemptions from conflicts, a profile with a switch turned, another transport. Nothing else is
 * changed.
 */
@NullMarked
package org.shmemlab.conformance.mutants;

import org.jspecify.annotations.NullMarked;
