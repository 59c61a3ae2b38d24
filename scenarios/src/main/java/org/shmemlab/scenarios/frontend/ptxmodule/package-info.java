/**
 * The translation of PTX modules, as nvcc, LLVM, Triton and Numba write them, to LLVM's notation.
 *
 * <p>{@link org.shmemlab.scenarios.frontend.ptxmodule.PtxModules} takes the text of a module.
 * {@code PtxTokens} splits it, {@code PtxParser} and {@code PtxBodyParser} make it data ({@code
 * PtxModule}), and {@code ModuleText} and {@code FunctionText} write the functions, variables,
 * calls, branches and lines of it in LLVM's notation. An instruction stays as it is and becomes
 * inline PTX, so that {@code scenarios.frontend.ptx} alone knows what instructions mean. Source:
 * PTX ISA 9.0.
 */
@NullMarked
package org.shmemlab.scenarios.frontend.ptxmodule;

import org.jspecify.annotations.NullMarked;
