/**
 * The fast path of execution: regions of a function that concern their agent alone become byte code
 * of the JVM. The {@linkplain org.shmemlab.model.interpreter interpreter} is the reference: a
 * region takes the same steps, leaves the same registers and the same memory, and counts the same
 * instructions.
 *
 * <p>A region computes in registers and reads and writes memory that a plain access may use at once
 * ({@link org.shmemlab.model.access.MemoryPages}). Before every other instruction, before one that
 * would fail, and before a block of instructions that the budget does not cover, it returns, and
 * the interpreter goes on there. So faults, waits, operations and scheduling points are none of its
 * business.
 *
 * <p>Regions are compiled where a program spends its time, and belong to the program: machines of
 * the same program share them.
 */
@NullMarked
package org.shmemlab.model.compiled;

import org.jspecify.annotations.NullMarked;
