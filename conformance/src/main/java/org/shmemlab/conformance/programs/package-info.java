/**
 * Whole programs drawn at random, as text, and what must hold of the answers to each: the engines
 * agree, a fair schedule ends or its hang is told, and a library call allows whatever the same
 * written by hand allows. Generators draw from {@link org.shmemlab.model.choices.Choices} alone, so
 * that what differs can be shrunk and drawn again. Nothing here knows how an engine works.
 */
@NullMarked
package org.shmemlab.conformance.programs;

import org.jspecify.annotations.NullMarked;
