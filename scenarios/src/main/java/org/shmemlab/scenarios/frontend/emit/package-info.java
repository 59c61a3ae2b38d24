/**
 * Emitters of instructions, for values of LLVM and for inline PTX alike.
 *
 * <p>{@link org.shmemlab.scenarios.frontend.emit.FunctionCode} is the code of one function so far.
 * On it stand arithmetic on integers of any width and on floating numbers, loads and stores, and
 * the ends that a function has in its middle. Each takes the code and registers, and gives
 * registers. Values of LLVM, operands of PTX and other functions do not occur in this package.
 */
@NullMarked
package org.shmemlab.scenarios.frontend.emit;

import org.jspecify.annotations.NullMarked;
