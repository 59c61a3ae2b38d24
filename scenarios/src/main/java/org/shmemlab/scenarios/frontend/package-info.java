/**
 * The front-end: from sources in C, C++ and CUDA to a {@link org.shmemlab.model.program.Program}.
 *
 * <p>It has five rooms. {@code clang} finds the compiler, runs it for the host and for devices,
 * gives it our headers, passes on what it says, and keeps what it made. {@code llvm} is LLVM's
 * interface for C as Java calls it: modules, values, types, passes; it knows nothing of programs.
 * {@code ir} turns those values into instructions, and calls of libraries into what {@code
 * scenarios.api} says of them. {@code ptx} does so with inline PTX. {@code emit} is what both stand
 * on: arithmetic and accesses on registers, whoever asks for them. From the top: {@code clang},
 * {@code ir}, {@code ptx}, {@code emit}, {@code llvm}; each may use those after it, and nobody
 * outside sees more than {@code clang}. The page about it is {@code docs/front-end.md}.
 *
 * <p>Here is no class: what sources have in common with litmus tests is in {@code scenarios.source}
 * and {@code scenarios.code}.
 */
@NullMarked
package org.shmemlab.scenarios.frontend;

import org.jspecify.annotations.NullMarked;
