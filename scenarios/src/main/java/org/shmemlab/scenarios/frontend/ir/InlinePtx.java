package org.shmemlab.scenarios.frontend.ir;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.ScalarType;

/**
 * Inline PTX: its operands, and the way of control through it. What its instructions compute is in
 * {@link PtxArithmetic}, what touches memory in {@link PtxMemory} and {@link PtxAsync}, what
 * threads do together in {@link PtxWarp} and {@link PtxBarrier}. Sources: PTX ISA 8.7; Inline PTX
 * Assembly in CUDA.
 *
 * <p>An instruction that is not known lets the program fail where it is reached; those around it
 * work.
 */
final class InlinePtx {
  private final FunctionLowering f;
  private final long call;
  private final Map<String, Operand> operands = new HashMap<>();
  private final Map<String, CodeBuilder.Label> labels = new LinkedHashMap<>();

  /** A register of PTX: one of ours, and what it holds. */
  record Operand(int register, Leaf leaf) {}

  private InlinePtx(FunctionLowering f, long call) {
    this.f = f;
    this.call = call;
  }

  static void lower(FunctionLowering f, long call, long assembly) {
    String text = f.llvm().assembly(assembly);
    if (!text.isBlank()) { // else a barrier for the compiler only
      new InlinePtx(f, call).lower(text, f.llvm().constraints(assembly));
    }
  }

  private void lower(String text, String constraints) {
    ImmutableList<PtxText.Part> parts = PtxText.parts(text);
    int[] results = bind(constraints);
    for (PtxText.Part part : parts) {
      if (part instanceof PtxText.Label label) {
        labels.put(label.name(), code().label());
      }
    }
    for (PtxText.Part part : parts) {
      switch (part) {
        case PtxText.Label label -> code().place(label(label.name()));
        case PtxText.Registers registers -> declare(registers);
        case PtxText.Unknown unknown -> f.calls().unknown(unknown.text());
        case PtxStatement statement -> guarded(statement);
      }
    }
    if (results.length > 0) {
      f.define(call, results);
    }
  }

  private CodeBuilder code() {
    return f.code();
  }

  FunctionLowering lowering() {
    return f;
  }

  // ---------------------------------------------------------------- operands

  /** Gives every operand of the statement its register; gives those of the results. */
  private int[] bind(String constraints) {
    ImmutableList<Leaf> shape = f.leaves(call);
    List<Integer> results = new ArrayList<>();
    int argument = 0;
    int number = 0;
    for (String constraint : Splitter.on(',').split(constraints)) {
      if (constraint.isEmpty() || constraint.startsWith("~")) {
        continue;
      }
      if (constraint.startsWith("=")) {
        int register = code().register();
        code().emit(new Instruction.Const(register, 0));
        operands.put("$" + number, new Operand(register, shape.get(results.size())));
        results.add(register);
      } else {
        long value = f.operand(call, argument++);
        int register = f.register(value);
        if (Character.isDigit(constraint.charAt(0))) { // what the result holds before
          Operand tied = operand("$" + constraint);
          f.move(tied.register(), register);
          operands.put("$" + number, tied);
        } else {
          operands.put("$" + number, new Operand(register, f.leaf(value)));
        }
      }
      number++;
    }
    return results.stream().mapToInt(Integer::intValue).toArray();
  }

  // They hold something, so that a branch over the first instruction that writes one does no harm.
  private void declare(PtxText.Registers registers) {
    Leaf leaf = registers.type().equals("b128") ? leaf("b64") : leaf(registers.type());
    for (String name : registers.names()) {
      int register = code().register();
      code().emit(new Instruction.Const(register, 0));
      operands.put(name, new Operand(register, leaf));
    }
  }

  private static String plain(String name) {
    return name.replace("${", "$").replaceAll("(?<=\\d)(:\\w)?}", "");
  }

  private Operand operand(String name) {
    Operand known = operands.get(plain(name));
    if (known == null) {
      throw new NotSupported("asm: the operand " + name);
    }
    return known;
  }

  /** Whether an operand is a predicate. */
  boolean isPredicate(String name) {
    Operand known = operands.get(plain(name));
    return known != null && known.leaf().isTruth();
  }

  /** The register of something that is read, in the form of its type. */
  int read(String name, Leaf leaf) {
    if (name.matches("-?(0[xX][0-9a-fA-F]+|\\d+)U?")) {
      return code().constant(leaf.isInteger() ? leaf.canonical(number(name)) : number(name));
    }
    if (name.matches("0[fFdD][0-9a-fA-F]+")) {
      return code().constant(Long.parseUnsignedLong(name.substring(2), 16));
    }
    if (name.equals("WARP_SZ")) {
      return code().constant(32);
    }
    if (name.startsWith("!")) {
      return f.floats().choose(read(name.substring(1), leaf), zero(), code().constant(1));
    }
    if (name.startsWith("%") && !operands.containsKey(name)) {
      return DeviceIntrinsics.special(f, register(name), leaf);
    }
    return inForm(operand(name), leaf);
  }

  private int zero() {
    return code().constant(0);
  }

  private static long number(String name) {
    String digits = name.replace("U", "");
    return digits.startsWith("0x") || digits.startsWith("0X")
        ? Long.parseUnsignedLong(digits.substring(2), 16)
        : Long.decode(digits);
  }

  /** PTX writes {@code %lanemask_lt} where LLVM says {@code lanemask.lt}. */
  private static String register(String name) {
    return name.replaceFirst("^%%?", "").replace('_', '.');
  }

  // Integers are held with a sign, bits of numbers without.
  private int inForm(Operand operand, Leaf wanted) {
    Leaf held = operand.leaf();
    if (held.isInteger() && !wanted.isInteger()) {
      return wanted.bits() < 64
          ? f.integers().unsigned(Leaf.integer(wanted.bits(), 0), operand.register())
          : operand.register();
    }
    boolean narrows = held.bits() > wanted.bits();
    boolean gainsSign = !held.isInteger() && wanted.bits() < 64;
    return wanted.isInteger() && (gainsSign || narrows)
        ? f.integers().wrapped(wanted, operand.register())
        : operand.register();
  }

  /** Where a result goes: an operand of the statement, or a register that it declared. */
  void write(String name, Leaf leaf, int value) {
    String plain = plain(name);
    if (plain.equals("_")) {
      return;
    }
    Operand target = operands.get(plain);
    if (target == null) {
      target = new Operand(code().register(), leaf);
      operands.put(plain, target);
    }
    f.move(target.register(), inForm(new Operand(value, leaf), target.leaf()));
  }

  /** What a type of PTX is in a register. */
  static Leaf leaf(String type) {
    return switch (type) {
      case "b8", "u8", "s8" -> Leaf.integer(8, 0);
      case "b16", "u16", "s16" -> Leaf.integer(16, 0);
      case "b32", "u32", "s32", "f16x2", "bf16x2" -> Leaf.integer(32, 0);
      case "b64", "u64", "s64" -> Leaf.integer(64, 0);
      case "f16" -> Leaf.of(ScalarType.F16, 0);
      case "bf16" -> Leaf.of(ScalarType.U16, 0);
      case "f32" -> Leaf.of(ScalarType.F32, 0);
      case "f64" -> Leaf.of(ScalarType.F64, 0);
      case "pred" -> Leaf.integer(1, 0);
      default -> throw new NotSupported("asm: the type ." + type);
    };
  }

  // ---------------------------------------------------------------- control

  private CodeBuilder.Label label(String name) {
    CodeBuilder.Label label = labels.get(name);
    if (label == null) {
      throw new NotSupported("asm: a branch to " + name);
    }
    return label;
  }

  private void guarded(PtxStatement s) {
    if (s.guard().isEmpty()) {
      knownOrNot(s);
      return;
    }
    int condition = read(s.guard(), leaf("pred"));
    // what a guarded instruction may write must have a register before
    for (String operand : s.operands()) {
      boolean isRegister = operand.matches("[A-Za-z_][\\w.%$]*");
      if (isRegister && !s.name().equals("bra") && !operands.containsKey(operand)) {
        write(operand, Leaf.integer(64, 0), zero());
      }
    }
    CodeBuilder.Label then = code().label();
    CodeBuilder.Label after = code().label();
    code().branch(condition, then, after);
    code().place(then);
    knownOrNot(s);
    code().place(after);
  }

  private void knownOrNot(PtxStatement s) {
    try {
      one(s);
    } catch (NotSupported gap) {
      String detail = gap.construct().replaceFirst("^asm: ", "");
      boolean named = gap.construct().startsWith(s.text());
      f.calls().unknown(named ? gap.construct() : s.text() + ": " + detail);
    }
  }

  private void one(PtxStatement s) {
    switch (s.name()) {
      case "bra" -> code().jump(label(s.operand(0)));
      case "ld", "st", "red", "atom", "fence", "membar", "ldu" -> new PtxMemory(this).lower(s);
      case "mbarrier" -> new PtxMbarrier(this).lower(s);
      case "cp" -> new PtxAsync(this).lower(s);
      case "bar", "barrier" -> new PtxBarrier(this).lower(s);
      case "elect", "vote", "match", "shfl", "redux", "activemask" -> new PtxWarp(this).lower(s);
      case "trap", "brkpt" -> f.calls().fails("the kernel traps");
      case "exit" -> f.calls().exit();
      case "nanosleep",
          "prefetch",
          "prefetchu",
          "griddepcontrol",
          "discard",
          "applypriority",
          "setmaxnreg",
          "pmevent" -> {}
      default -> new PtxArithmetic(this).lower(s);
    }
  }
}
