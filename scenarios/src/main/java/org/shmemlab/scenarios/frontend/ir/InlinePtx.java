package org.shmemlab.scenarios.frontend.ir;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Instruction.Family;
import org.shmemlab.model.program.MathFunction;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.Scope;
import org.shmemlab.scenarios.frontend.llvm.Opcode;

/**
 * Inline PTX: arithmetic, special registers, barriers; what touches memory is in {@link PtxMemory}.
 * Sources: PTX ISA 8.7; Inline PTX Assembly in CUDA.
 */
final class InlinePtx {
  private final FunctionLowering f;
  private final Map<String, Operand> operands = new HashMap<>();

  /** A register of PTX: one of ours, and what it holds. */
  record Operand(int register, Leaf leaf) {}

  InlinePtx(FunctionLowering f) {
    this.f = f;
  }

  private CodeBuilder code() {
    return f.code();
  }

  void lower(long call, long assembly) {
    String text = f.llvm().assembly(assembly);
    if (text.isBlank()) {
      return; // a barrier for the compiler only
    }
    List<PtxStatement> statements = PtxStatement.all(text);
    int[] results = bind(call, f.llvm().constraints(assembly));
    for (PtxStatement statement : statements) {
      guarded(statement);
    }
    if (results.length > 0) {
      f.define(call, results);
    }
  }

  /** Gives every operand of the statement its register; gives those of the results. */
  private int[] bind(long call, String constraints) {
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
        Leaf leaf = f.leaf(value);
        int register = f.register(value);
        if (Character.isDigit(constraint.charAt(0))) { // what the result holds before
          Operand tied = operand("$" + constraint);
          f.move(tied.register(), register);
          operands.put("$" + number, tied);
        } else {
          operands.put("$" + number, new Operand(register, leaf));
        }
      }
      number++;
    }
    return results.stream().mapToInt(Integer::intValue).toArray();
  }

  // ---------------------------------------------------------------- operands

  Operand operand(String name) {
    String plain = name.replace("${", "$").replaceAll("(?<=\\d)(:\\w)?}", "");
    Operand known = operands.get(plain);
    if (known == null) {
      throw new NotSupported("asm: the operand " + name);
    }
    return known;
  }

  /** The register of something that is read. */
  int read(String name, Leaf leaf) {
    if (name.matches("-?(0[xX][0-9a-fA-F]+|\\d+)U?")) {
      return code().constant(leaf.canonical(Long.decode(name.replace("U", ""))));
    }
    if (name.startsWith("0f") || name.startsWith("0F")) {
      return code().constant(Long.parseLong(name.substring(2), 16));
    }
    if (name.startsWith("%%")) {
      return DeviceIntrinsics.special(f, register(name.substring(2)), leaf);
    }
    if (name.startsWith("%") && !operands.containsKey(name)) {
      return DeviceIntrinsics.special(f, register(name.substring(1)), leaf);
    }
    return operand(name).register();
  }

  /** PTX writes {@code %lanemask_lt} where LLVM says {@code lanemask.lt}. */
  private static String register(String name) {
    return name.replace('_', '.');
  }

  /** Where a result goes: an operand of the statement, or a register that it declared. */
  void write(String name, Leaf leaf, int value) {
    String plain = name.replace("${", "$").replace("}", "");
    if (plain.equals("_")) {
      return;
    }
    Operand target = operands.get(plain);
    if (target == null) {
      target = new Operand(code().register(), leaf);
      operands.put(plain, target);
    }
    boolean narrower = target.leaf().isInteger() && leaf.bits() > target.leaf().bits();
    f.move(target.register(), narrower ? f.integers().wrapped(target.leaf(), value) : value);
  }

  FunctionLowering lowering() {
    return f;
  }

  /** What a type of PTX is in a register. */
  static Leaf leaf(String type) {
    return switch (type) {
      case "b8", "u8", "s8" -> Leaf.integer(8, 0);
      case "b16", "u16", "s16" -> Leaf.integer(16, 0);
      case "b32", "u32", "s32" -> Leaf.integer(32, 0);
      case "b64", "u64", "s64" -> Leaf.integer(64, 0);
      case "f16" -> Leaf.of(ScalarType.F16, 0);
      case "f32" -> Leaf.of(ScalarType.F32, 0);
      case "f64" -> Leaf.of(ScalarType.F64, 0);
      case "pred" -> Leaf.integer(1, 0);
      default -> throw new NotSupported("asm: the type ." + type);
    };
  }

  // ---------------------------------------------------------------- instructions

  private void guarded(PtxStatement statement) {
    if (statement.guard().isEmpty()) {
      one(statement);
      return;
    }
    boolean negative = statement.guard().startsWith("!");
    String name = negative ? statement.guard().substring(1) : statement.guard();
    int condition = read(name, leaf("pred"));
    // what a guarded instruction may write must have a register before
    for (String operand : statement.operands()) {
      if (operand.matches("[A-Za-z_%][\\w.%]*")
          && !operands.containsKey(operand)
          && !operand.startsWith("%")) {
        write(operand, Leaf.integer(64, 0), code().constant(0));
      }
    }
    CodeBuilder.Label then = code().label();
    CodeBuilder.Label after = code().label();
    code().branch(condition, negative ? after : then, negative ? then : after);
    code().place(then);
    one(statement);
    code().place(after);
  }

  private void one(PtxStatement s) {
    switch (s.name()) {
      case "ld", "st", "red", "atom", "fence", "membar", "ldu" -> new PtxMemory(this).lower(s);
      case "mov", "cvta" -> {
        Leaf leaf = leaf(s.type());
        write(s.operands().get(0), leaf, read(s.operands().get(1), leaf));
      }
      case "add",
          "sub",
          "mul",
          "mad",
          "and",
          "or",
          "xor",
          "shl",
          "shr",
          "min",
          "max",
          "div",
          "rem",
          "not",
          "neg",
          "fma" ->
          arithmetic(s);
      case "setp" -> {
        Leaf leaf = leaf(s.type());
        int a = read(s.operands().get(1), leaf);
        int b = read(s.operands().get(2), leaf);
        write(s.operands().get(0), leaf("pred"), compare(s, leaf, a, b));
      }
      case "selp" -> {
        Leaf leaf = leaf(s.type());
        int first = read(s.operands().get(1), leaf);
        int second = read(s.operands().get(2), leaf);
        int condition = read(s.operands().get(3), leaf("pred"));
        write(s.operands().get(0), leaf, f.floats().choose(condition, first, second));
      }
      case "cvt" -> convert(s);
      case "bar", "barrier" -> barrier(s);
      case "elect" -> elect(s);
      case "vote", "match", "shfl" -> new PtxWarp(this).lower(s);
      case "activemask" -> throw new NotSupported("asm: activemask");
      case "trap" -> f.calls().fails("the kernel traps");
      case "nanosleep", "prefetch", "griddepcontrol", "discard", "applypriority", "setmaxnreg" -> {}
      default -> throw new NotSupported("asm: " + s.text());
    }
  }

  private void arithmetic(PtxStatement s) {
    Leaf leaf = leaf(s.type());
    String target = s.operands().get(0);
    int a = read(s.operands().get(1), leaf);
    if (s.name().equals("not")) {
      int ones = code().constant(-1);
      int flipped = f.binary(BinaryOp.XOR, ScalarType.I64, a, ones);
      write(target, leaf, f.integers().wrapped(leaf, flipped));
      return;
    }
    if (s.name().equals("neg")) {
      write(
          target,
          leaf,
          leaf.isInteger()
              ? f.integers().wrapped(leaf, f.integers().negative(a))
              : f.floats().negative(leaf.scalar(), a));
      return;
    }
    int b = read(s.operands().get(2), leaf);
    if (s.has("wide")) {
      Leaf wide = Leaf.integer(2 * leaf.bits(), 0);
      boolean signed = s.type().startsWith("s");
      int x = signed ? a : f.integers().unsigned(leaf, a);
      int y = signed ? b : f.integers().unsigned(leaf, b);
      int product = f.integers().operate(Opcode.MUL, wide, x, y, false);
      write(target, wide, sum(s, wide, product));
      return;
    }
    write(target, leaf, sum(s, leaf, operate(s, leaf, a, b)));
  }

  /** What mad and fma add. */
  private int sum(PtxStatement s, Leaf leaf, int product) {
    if (!s.name().equals("mad") && !s.name().equals("fma")) {
      return product;
    }
    int c = read(s.operands().get(3), leaf);
    return leaf.isInteger()
        ? f.integers().operate(Opcode.ADD, leaf, product, c, false)
        : f.floats().operate(Opcode.FADD, leaf.scalar(), product, c);
  }

  private int operate(PtxStatement s, Leaf leaf, int a, int b) {
    boolean signed = s.type().startsWith("s");
    if (!leaf.isInteger()) {
      int opcode =
          switch (s.name()) {
            case "add" -> Opcode.FADD;
            case "sub" -> Opcode.FSUB;
            case "mul", "mad", "fma" -> Opcode.FMUL;
            case "div" -> Opcode.FDIV;
            default -> throw new NotSupported("asm: " + s.text());
          };
      return f.floats().operate(opcode, leaf.scalar(), a, b);
    }
    int opcode =
        switch (s.name()) {
          case "add" -> Opcode.ADD;
          case "sub" -> Opcode.SUB;
          case "mul", "mad" -> Opcode.MUL;
          case "and" -> Opcode.AND;
          case "or" -> Opcode.OR;
          case "xor" -> Opcode.XOR;
          case "shl" -> Opcode.SHL;
          case "shr" -> signed ? Opcode.ASHR : Opcode.LSHR;
          case "div" -> signed ? Opcode.SDIV : Opcode.UDIV;
          case "rem" -> signed ? Opcode.SREM : Opcode.UREM;
          default -> -1;
        };
    if (s.has("hi")) {
      throw new NotSupported("asm: " + s.text());
    }
    if (opcode >= 0) {
      return f.integers().operate(opcode, leaf, a, b, false);
    }
    var function = s.name().equals("min") ? MathFunction.MIN : MathFunction.MAX;
    return f.integers().choose(function, signed, a, b);
  }

  private int compare(PtxStatement s, Leaf leaf, int a, int b) {
    boolean signed = s.type().startsWith("s");
    List<String> names = List.of("eq", "ne", "gt", "ge", "lt", "le");
    for (int i = 0; i < names.size(); i++) {
      if (s.has(names.get(i))) {
        if (!leaf.isInteger()) {
          int[] ordered = {1, 14, 2, 3, 4, 5};
          return f.floats().compare(ordered[i], leaf.scalar(), a, b);
        }
        return f.integers().compare(i < 2 || !signed ? 32 + i : 36 + i, a, b);
      }
    }
    throw new NotSupported("asm: " + s.text());
  }

  private void convert(PtxStatement s) {
    Leaf to = leaf(s.words().get(s.words().size() - 2));
    Leaf from = leaf(s.type());
    int value = read(s.operands().get(1), from);
    boolean signed = s.type().startsWith("s");
    int result;
    if (from.isInteger() && to.isInteger()) {
      int clean = signed ? value : f.integers().unsigned(from, value);
      result = to.bits() == 64 ? clean : f.integers().wrapped(to, clean);
    } else if (from.isInteger()) {
      result = f.floats().convert(signed ? Opcode.SI_TO_FP : Opcode.UI_TO_FP, from, to, value);
    } else if (to.isInteger()) {
      result = f.floats().convert(Opcode.FP_TO_SI, from, to, value);
    } else {
      result = f.floats().convert(Opcode.FP_EXT, from, to, value);
    }
    write(s.operands().get(0), to, result);
  }

  // ---------------------------------------------------------------- meeting

  private void barrier(PtxStatement s) {
    if (s.has("warp")) {
      Leaf leaf = leaf("b32");
      int mask = f.integers().unsigned(leaf, read(s.operands().get(0), leaf));
      meet(MeetingKind.WARP_SYNC, Scope.WARP, mask);
      return;
    }
    boolean whole = s.operands().size() == 1 && s.operands().get(0).equals("0");
    if (!whole || !s.has("sync")) {
      throw new NotSupported("asm: " + s.text() + " (barriers of a part of the block)");
    }
    meet(MeetingKind.BLOCK_BARRIER, Scope.BLOCK);
  }

  /** elect.sync: the lowest lane of the mask is the leader. */
  private void elect(PtxStatement s) {
    List<String> all = s.operands();
    Leaf word = leaf("b32");
    int mask = f.integers().unsigned(word, read(all.get(all.size() - 1), word));
    meet(MeetingKind.WARP_SYNC, Scope.WARP, mask);
    int leader = f.integers().trailingZeros(word, mask);
    int lane = DeviceIntrinsics.special(f, "laneid", word);
    write(all.get(0), word, leader);
    write(all.get(1), leaf("pred"), f.binary(BinaryOp.EQ, ScalarType.I32, lane, leader));
  }

  private void meet(MeetingKind kind, Scope scope, int... arguments) {
    code()
        .emit(
            new Instruction.Arrive(
                kind, Family.CUDA, null, null, scope, ImmutableIntArray.copyOf(arguments)));
    code().emit(new Instruction.Depart(code().register()));
  }
}
