/**
 * The front-end: from sources in C, C++ and CUDA to a {@link org.shmemlab.model.program.Program}.
 *
 * <p>It has three rooms, in the order in which a source passes them. {@code clang} finds the
 * compiler, runs it for the host and for devices, gives it our headers, passes on what it says, and
 * keeps what it made. {@code llvm} is LLVM's interface for C as Java calls it: modules, values,
 * types, passes; it knows nothing of programs. {@code ir} turns those values into instructions, and
 * calls of libraries into what {@code scenarios.api} says of them. {@code clang} uses both others,
 * {@code ir} uses {@code llvm}, and nobody outside sees more than {@code clang}. The page about it
 * is {@code docs/front-end.md}.
 *
 * <p>Here is no class: what sources have in common with litmus tests is in {@code scenarios.source}
 * and {@code scenarios.code}.
 */
@NullMarked
package org.shmemlab.scenarios.frontend;

import org.jspecify.annotations.NullMarked;
