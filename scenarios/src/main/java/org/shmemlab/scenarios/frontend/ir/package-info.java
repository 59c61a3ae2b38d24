/**
 * From LLVM's intermediate representation to agent code.
 *
 * <p>{@link org.shmemlab.scenarios.frontend.ir.Linking} takes the modules of one program, host and
 * device, and lowers what can be reached from {@code main}; a {@code FunctionLowering} does one
 * function. A value of LLVM is one register for each of its scalars; an integer of any width is
 * held sign-extended, a truth value as 0 or 1. A variable is a slot. Every load and store stays
 * what it is. What is not known is named when a program is loaded and again when it is reached.
 */
@NullMarked
package org.shmemlab.scenarios.frontend.ir;

import org.jspecify.annotations.NullMarked;
