package org.shmemlab.scenarios.frontend.ptx;

import static org.shmemlab.scenarios.frontend.ptx.PtxTypes.LONG;

import com.google.common.base.Splitter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.scenarios.frontend.emit.FunctionCode;
import org.shmemlab.scenarios.frontend.emit.Integers;
import org.shmemlab.scenarios.frontend.emit.Leaf;
import org.shmemlab.scenarios.frontend.emit.NotSupported;
import org.shmemlab.scenarios.frontend.emit.Pointer;

/**
 * Binds the operands of a statement to registers: those that its instructions read, and those of
 * its results.
 */
final class PtxOperands {
  private final FunctionCode f;
  private final Integers integers;
  private final Map<String, PtxOperand> operands = new HashMap<>();

  PtxOperands(FunctionCode f) {
    this.f = f;
    this.integers = new Integers(f);
  }

  /** Where the instructions go. */
  FunctionCode function() {
    return f;
  }

  private CodeBuilder code() {
    return f.code();
  }

  /**
   * Gives every operand of the statement its register; gives those of the results.
   *
   * @param results the types of the results
   * @param arguments yields the other operands by their places, in their order
   */
  int[] bind(String constraints, List<Leaf> results, IntFunction<PtxOperand> arguments) {
    List<Integer> registers = new ArrayList<>();
    int argument = 0;
    int number = 0;
    for (String constraint : Splitter.on(',').split(constraints)) {
      if (constraint.isEmpty() || constraint.startsWith("~")) {
        continue;
      }
      if (constraint.startsWith("=")) {
        int register = fresh();
        operands.put("$" + number, new PtxOperand(register, results.get(registers.size())));
        registers.add(register);
      } else {
        PtxOperand given = arguments.apply(argument++);
        if (Character.isDigit(constraint.charAt(0))) { // the earlier value of the result's register
          PtxOperand tied = operand("$" + constraint);
          f.move(tied.register(), given.register());
          operands.put("$" + number, tied);
        } else {
          operands.put("$" + number, given);
        }
      }
      number++;
    }
    return registers.stream().mapToInt(Integer::intValue).toArray();
  }

  /** Gives registers that the statement declares. */
  void declare(PtxText.Registers registers) {
    Leaf leaf = registers.type().equals("b128") ? LONG : PtxTypes.of(registers.type());
    for (String name : registers.names()) {
      operands.put(name, new PtxOperand(fresh(), leaf));
    }
  }

  // It holds something, so that a branch over the first instruction that writes one does no harm.
  private int fresh() {
    int register = code().register();
    code().emit(new Instruction.Const(register, 0));
    return register;
  }

  private static String plain(String name) {
    return name.replace("${", "$").replaceAll("(?<=\\d)(:\\w)?}", "");
  }

  private PtxOperand operand(String name) {
    PtxOperand known = operands.get(plain(name));
    if (known == null) {
      throw new NotSupported("asm: the operand " + name);
    }
    return known;
  }

  /** Whether a name stands for a register already. */
  boolean has(String name) {
    return operands.containsKey(name);
  }

  /** Whether an operand is a predicate. */
  boolean isPredicate(String name) {
    PtxOperand known = operands.get(plain(name));
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
      return f.choose(read(name.substring(1), leaf), code().constant(0), code().constant(1));
    }
    if (name.startsWith("%") && !operands.containsKey(name)) {
      return new SpecialRegisters(f).read(register(name), leaf);
    }
    return inForm(operand(name), leaf);
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

  /** An address in the state space that the instruction names. */
  Pointer address(PtxStatement s, String operand) {
    return address(operand, s.namesShared());
  }

  /**
   * An address as an operand.
   *
   * @param operand {@code [a]} or {@code [a+8]}
   * @param shared whether it lies in the shared state space
   */
  Pointer address(String operand, boolean shared) {
    String inside = operand.replace("[", "").replace("]", "").strip();
    int plus = inside.indexOf('+');
    String base = (plus < 0 ? inside : inside.substring(0, plus)).strip();
    int offset = plus < 0 ? 0 : Integer.decode(inside.substring(plus + 1).strip());
    int register = read(base, LONG);
    return new Pointer(shared ? SharedWindow.to(f, register) : register, offset);
  }

  // Integers are held with a sign, bits of numbers without.
  private int inForm(PtxOperand operand, Leaf wanted) {
    Leaf held = operand.leaf();
    if (held.isInteger() && !wanted.isInteger()) {
      return wanted.bits() < 64
          ? integers.unsigned(Leaf.integer(wanted.bits(), 0), operand.register())
          : operand.register();
    }
    boolean narrows = held.bits() > wanted.bits();
    boolean gainsSign = !held.isInteger() && wanted.bits() < 64;
    return wanted.isInteger() && (gainsSign || narrows)
        ? integers.wrapped(wanted, operand.register())
        : operand.register();
  }

  /** Where a result goes: an operand of the statement, or a register that it declared. */
  void write(String name, Leaf leaf, int value) {
    String plain = plain(name);
    if (plain.equals("_")) {
      return;
    }
    PtxOperand target = operands.get(plain);
    if (target == null) {
      target = new PtxOperand(code().register(), leaf);
      operands.put(plain, target);
    }
    f.move(target.register(), inForm(new PtxOperand(value, leaf), target.leaf()));
  }
}
