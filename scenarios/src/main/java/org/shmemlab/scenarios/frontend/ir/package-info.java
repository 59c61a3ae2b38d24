/**
 * The translation of LLVM's intermediate representation to agent code.
 *
 * <p>{@link org.shmemlab.scenarios.frontend.ir.Linking} takes the modules of one program, host and
 * device, and lowers what can be reached from {@code main}. From below: a {@code ModuleSide} reads
 * one module; {@code Functions} gives each function its index, and {@code Symbols} each variable
 * its address; a {@code FunctionLowering} lowers one function, whose {@code FunctionValues} keep
 * the registers of its values. Above these stands a class for each family of instructions and
 * calls, and {@code FunctionBody} chooses the one for each instruction. A family never calls {@code
 * FunctionBody}: a function that is needed gets an index, and is lowered when its turn comes.
 *
 * <p>A value of LLVM is one register for each of its scalars; an integer of any width is held
 * sign-extended, a truth value as 0 or 1. A variable is a slot. Every load and store stays one
 * access. A construct that is not known is reported when a program is loaded and again when it is
 * reached.
 */
@NullMarked
package org.shmemlab.scenarios.frontend.ir;

import org.jspecify.annotations.NullMarked;
