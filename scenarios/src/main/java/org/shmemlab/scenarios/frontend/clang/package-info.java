/**
 * The compiler in front: Clang runs as a process of its own and turns a source into LLVM's
 * intermediate representation, for the host and for devices at once.
 *
 * <p>{@link org.shmemlab.scenarios.frontend.clang.Toolchain} finds the compiler, which comes along
 * as a library, and unpacks it once; {@code Headers} are ours for CUDA, NVSHMEM, OpenSHMEM, MPI and
 * C, made of resources and of the catalogue of calls, so that no system headers are needed. {@code
 * CompilationCache} keeps compiled files, {@code ModuleLinking} makes one program of several files,
 * and {@code ProgramCache} keeps the programs. Clang finds the errors of a source, and {@code
 * CompilerMessages} passes them on.
 */
@NullMarked
package org.shmemlab.scenarios.frontend.clang;

import org.jspecify.annotations.NullMarked;
