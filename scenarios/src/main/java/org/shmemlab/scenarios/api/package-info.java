/**
 * The calls that programs make into libraries and built-ins: their names, their types, and the
 * instructions each becomes.
 *
 * <p>{@link org.shmemlab.scenarios.api.catalogue.Catalogue} holds the prototypes as text and
 * expands the one that is asked for; a {@link org.shmemlab.scenarios.api.lowering.CallLowering} per
 * family of operations turns a call into instructions through its {@link
 * org.shmemlab.scenarios.api.lowering.CallSite}. No syntax and no type of a source language is in
 * this package: an {@link org.shmemlab.scenarios.api.catalogue.ApiType} has those properties of one
 * on which calls depend.
 */
@NullMarked
package org.shmemlab.scenarios.api;

import org.jspecify.annotations.NullMarked;
