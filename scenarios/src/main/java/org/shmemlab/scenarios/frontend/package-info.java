/**
 * The front-end: from sources in C, C++ and CUDA to a {@link org.shmemlab.model.program.Program}.
 *
 * <p>It has six packages. {@code clang} finds the compiler, runs it for the host and for devices,
 * gives it our headers, passes on its messages, and keeps its output. {@code llvm} is LLVM's
 * interface for C as Java calls it: modules, values, types, passes; programs have no place in it.
 * {@code ir} turns those values into instructions, and calls of libraries into their meaning in
 * {@code scenarios.api}. {@code ptx} does so with inline PTX, and {@code ptxmodule} makes LLVM's
 * notation of modules of PTX. {@code emit} is the floor of both: arithmetic and accesses on
 * registers. From the top: {@code clang}, {@code ptxmodule}, {@code ir}, {@code ptx}, {@code emit},
 * {@code llvm}; each may use those after it, and packages outside use {@code clang} alone. The page
 * about it is {@code docs/front-end.md}.
 *
 * <p>This package itself has no class: the parts that sources share with litmus tests are in {@code
 * scenarios.source} and {@code scenarios.code}.
 */
@NullMarked
package org.shmemlab.scenarios.frontend;

import org.jspecify.annotations.NullMarked;
