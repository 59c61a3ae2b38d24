/**
 * Switches off one rule of the model at a time, and finds the tests of the catalogue that notice.
 *
 * <p>A rule whose absence no test notices would be one that no program needs, or that nothing keeps
 * (memory model, section 8, rule 5). A mutant of a table of order is that table with entries
 * changed; the others are other rules around the profile's or transport's own, other exemptions
 * from conflicts, a profile with a switch turned, another transport. Nothing else is changed.
 */
@NullMarked
package org.shmemlab.conformance.mutants;

import org.jspecify.annotations.NullMarked;
