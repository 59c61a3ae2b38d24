/**
 * The model with one rule switched off at a time, and the tests of the catalogue that notice.
 *
 * <p>A rule whose absence no test notices would be one that nobody needs, or that nothing keeps
 * (memory model, section 8, rule 5). A mutant is other ordering rules around the profile's own, or
 * other exemptions from conflicts, or a profile with a switch turned; nothing else is changed.
 */
@NullMarked
package org.shmemlab.conformance.mutants;

import org.jspecify.annotations.NullMarked;
