/**
 * The compiler in front: Clang runs as a process of its own and turns a source into LLVM's
 * intermediate representation, for the host and for devices at once.
 *
 * <p>{@link org.shmemlab.scenarios.frontend.clang.Toolchain} finds the compiler, which comes along
 * as a library, and unpacks it once; {@code Headers} are ours for CUDA, NVSHMEM, OpenSHMEM, MPI and
 * C, made of resources and of the catalogue of calls, so that no system headers are needed. {@code
 * CompilationCache} keeps what is compiled, {@code ModuleLinking} makes one program of several
 * files, and {@code ProgramCache} keeps what becomes of that. What is wrong with a source is said
 * by Clang and passed on by {@code CompilerMessages}.
 */
@NullMarked
package org.shmemlab.scenarios.frontend.clang;

import org.jspecify.annotations.NullMarked;
