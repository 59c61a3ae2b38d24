/**
 * Mutants of the model, with one rule switched off in each, and the tests of the catalogue that
 * detect them.
 *
 * <p>A rule whose absence no test detects would be one that no program needs, or that nothing keeps
 * (memory model, section 8, rule 5). A mutant of a table of order is that table with entries
 * changed; the others are other rules around the profile's or transport's own, other exemptions
 * from conflicts, a profile with a switch turned, another transport. Nothing else is changed.
 */
@NullMarked
package org.shmemlab.conformance.mutants;

import org.jspecify.annotations.NullMarked;
