/**
 * Whole programs drawn at random, as text, and comparisons of the answers to each: the engines
 * agree, a fair schedule ends or its hang is reported, and a library call allows whatever the same
 * written by hand allows. Generators draw from {@link org.shmemlab.model.choices.Choices} alone, so
 * that a difference can be shrunk and drawn again. No engine's way of working is known here.
 */
@NullMarked
package org.shmemlab.conformance.programs;

import org.jspecify.annotations.NullMarked;
