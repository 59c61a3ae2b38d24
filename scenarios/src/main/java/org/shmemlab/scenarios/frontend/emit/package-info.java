/**
 * What instructions are made of, whoever asks for them: LLVM's values or inline PTX.
 *
 * <p>{@link org.shmemlab.scenarios.frontend.emit.FunctionCode} is the code of one function so far.
 * On it stand arithmetic on integers of any width and on floating numbers, loads and stores, and
 * the ends that a function has in its middle. Each takes the code and registers, and gives
 * registers. Nothing here knows a value of LLVM, an operand of PTX, or another function.
 */
@NullMarked
package org.shmemlab.scenarios.frontend.emit;

import org.jspecify.annotations.NullMarked;
