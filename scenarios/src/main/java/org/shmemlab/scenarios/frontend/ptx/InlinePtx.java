package org.shmemlab.scenarios.frontend.ptx;

import com.google.common.collect.ImmutableList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.shmemlab.scenarios.frontend.emit.FunctionCode;
import org.shmemlab.scenarios.frontend.emit.Leaf;

/** Lowers the inline PTX of one function. */
public final class InlinePtx {
  private final FunctionCode f;
  private final PtxCarry carry;
  private final Map<String, ImmutableList<PtxText.Part>> read = new HashMap<>();

  public InlinePtx(FunctionCode f) {
    this.f = f;
    this.carry = new PtxCarry(f);
  }

  /**
   * Lowers a statement; gives the registers of its results.
   *
   * @param text its instructions, with {@code $0} for the first operand; blank for a barrier of the
   *     compiler, which gives nothing
   * @param constraints LLVM's constraints of the operands, results first (LLVM Language Reference,
   *     "Inline Asm Constraint String")
   * @param results the types of the results
   * @param arguments gives the other operands by their places
   */
  public int[] lower(
      String text, String constraints, List<Leaf> results, IntFunction<PtxOperand> arguments) {
    if (text.isBlank()) {
      return new int[0];
    }
    ImmutableList<PtxText.Part> parts = read.computeIfAbsent(text, PtxText::parts);
    PtxOperands operands = new PtxOperands(f);
    int[] registers = operands.bind(constraints, results, arguments);
    new PtxControl(operands, carry).lower(parts);
    return registers;
  }
}
