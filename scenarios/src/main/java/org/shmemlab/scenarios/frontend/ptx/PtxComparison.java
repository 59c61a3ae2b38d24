package org.shmemlab.scenarios.frontend.ptx;

import static org.shmemlab.scenarios.frontend.ptx.PtxTypes.PREDICATE;

import com.google.common.collect.ImmutableMap;
import java.util.List;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.frontend.emit.Floats;
import org.shmemlab.scenarios.frontend.emit.FunctionCode;
import org.shmemlab.scenarios.frontend.emit.Integers;
import org.shmemlab.scenarios.frontend.emit.Leaf;
import org.shmemlab.scenarios.frontend.emit.NotSupported;

/**
 * Lowers instructions of PTX that compare and choose (PTX ISA, "Comparison and Selection
 * Instructions").
 */
final class PtxComparison {
  /** Comparisons of integers: the number that LLVM gives the signed one, the unsigned one. */
  private static final ImmutableMap<String, int[]> OF_INTEGERS =
      ImmutableMap.<String, int[]>builder()
          .put("eq", new int[] {32, 32})
          .put("ne", new int[] {33, 33})
          .put("gt", new int[] {38, 34})
          .put("ge", new int[] {39, 35})
          .put("lt", new int[] {40, 36})
          .put("le", new int[] {41, 37})
          .put("hi", new int[] {34, 34})
          .put("hs", new int[] {35, 35})
          .put("lo", new int[] {36, 36})
          .put("ls", new int[] {37, 37})
          .buildOrThrow();

  private static final List<String> OF_NUMBERS =
      List.of(
          "", "eq", "gt", "ge", "lt", "le", "ne", "num", "nan", "equ", "gtu", "geu", "ltu", "leu",
          "neu");

  private final PtxOperands ptx;
  private final FunctionCode f;
  private final Integers integers;
  private final Floats floats;

  PtxComparison(PtxOperands ptx) {
    this.ptx = ptx;
    this.f = ptx.function();
    this.integers = new Integers(f);
    this.floats = new Floats(f);
  }

  void lower(PtxStatement s) {
    if (s.name().equals("setp")) {
      setPredicate(s);
    } else {
      select(s);
    }
  }

  private void select(PtxStatement s) {
    Leaf leaf = s.leaf();
    int first = ptx.read(s.operand(1), leaf);
    int second = ptx.read(s.operand(2), leaf);
    int condition = ptx.read(s.operand(3), PREDICATE);
    ptx.write(s.operand(0), leaf, f.choose(condition, first, second));
  }

  /** {@code setp.op.type p|q, a, b} and {@code setp.op.and.type p|q, a, b, c}. */
  private void setPredicate(PtxStatement s) {
    Leaf leaf = s.leaf();
    List<String> all = s.operands();
    boolean joins = s.has("and") || s.has("or") || s.has("xor");
    int first = all.size() - (joins ? 3 : 2);
    int holds =
        compare(s, leaf, ptx.read(all.get(first), leaf), ptx.read(all.get(first + 1), leaf));
    int opposite = f.choose(holds, f.code().constant(0), f.code().constant(1));
    if (joins) {
      int other = ptx.read(all.get(first + 2), PREDICATE);
      BinaryOp op = s.has("and") ? BinaryOp.AND : s.has("or") ? BinaryOp.OR : BinaryOp.XOR;
      holds = f.binary(op, ScalarType.I32, holds, other);
      opposite = f.binary(op, ScalarType.I32, opposite, other);
    }
    ptx.write(all.get(0), PREDICATE, holds);
    if (first == 2) {
      ptx.write(all.get(1), PREDICATE, opposite);
    }
  }

  private int compare(PtxStatement s, Leaf leaf, int a, int b) {
    for (String word : s.words().subList(1, s.words().size())) {
      if (leaf.isInteger() && OF_INTEGERS.containsKey(word)) {
        int[] predicates = OF_INTEGERS.get(word);
        return integers.compare(predicates[s.type().startsWith("s") ? 0 : 1], a, b);
      }
      if (!leaf.isInteger() && OF_NUMBERS.contains(word)) {
        ScalarType type = leaf.scalar();
        boolean flushes = s.has("ftz");
        int x = flushes ? floats.flushed(type, a) : a;
        int y = flushes ? floats.flushed(type, b) : b;
        return floats.compare(OF_NUMBERS.indexOf(word), type, x, y);
      }
    }
    throw new NotSupported(s.text());
  }
}
