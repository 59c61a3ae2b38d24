/**
 * From inline PTX to instructions.
 *
 * <p>{@link org.shmemlab.scenarios.frontend.ptx.InlinePtx} takes the text of a statement and what
 * its operands are, and gives the registers of its results. {@code PtxText} finds its parts, {@code
 * PtxControl} knows which class lowers which instruction, and each of those reads and writes {@code
 * PtxOperands}. Nothing here knows LLVM's values. Sources: PTX ISA 8.7; Inline PTX Assembly in
 * CUDA.
 */
@NullMarked
package org.shmemlab.scenarios.frontend.ptx;

import org.jspecify.annotations.NullMarked;
