/**
 * The translation of inline PTX to instructions.
 *
 * <p>{@link org.shmemlab.scenarios.frontend.ptx.InlinePtx} takes the text of a statement and its
 * operands, and returns the registers of its results. {@code PtxText} finds its parts, {@code
 * PtxControl} chooses the class that lowers each instruction, and each of those reads and writes
 * {@code PtxOperands}. LLVM's values do not occur in this package. Sources: PTX ISA 8.7; Inline PTX
 * Assembly in CUDA.
 */
@NullMarked
package org.shmemlab.scenarios.frontend.ptx;

import org.jspecify.annotations.NullMarked;
