/**
 * The specification as ordering rules: the order that a correct program may rely on, under a named
 * profile where the documents disagree (memory model, sections 4 and 6).
 *
 * <p>Profiles are data: switches, and the table {@code specification.rules} in which they stand.
 * Nothing outside {@link org.shmemlab.model.spec.Specification} and {@link
 * org.shmemlab.model.spec.Conflicts} reads their switches.
 */
@NullMarked
package org.shmemlab.model.spec;

import org.jspecify.annotations.NullMarked;
