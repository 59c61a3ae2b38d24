package org.shmemlab.model.program;

import com.google.common.collect.ImmutableList;
import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Builds one {@link AgentCode}: hands out registers and slots, emits instructions, and patches
 * jumps to labels that are placed later.
 */
public final class CodeBuilder {
  private final String name;
  private final boolean kernel;
  private final ImmutableList<Parameter> parameters;
  private final List<Slot> slots = new ArrayList<>();
  private final List<Instruction> body = new ArrayList<>();
  private final List<SourceLine> lines = new ArrayList<>();
  private int registers;
  private int[] labels = new int[8];
  private int labelCount;
  private SourceLine line;

  /** A place in the code that jumps can name before it is known. */
  public record Label(int number) {}

  public CodeBuilder(String name, boolean kernel, List<Parameter> parameters, SourceLine line) {
    this.name = name;
    this.kernel = kernel;
    this.parameters = ImmutableList.copyOf(parameters);
    this.registers = parameters.size();
    this.line = line;
  }

  /** Sets the source line of the instructions that follow. */
  public void at(SourceLine newLine) {
    line = newLine;
  }

  public SourceLine line() {
    return line;
  }

  /** A register without any other use. */
  public int register() {
    return registers++;
  }

  /** A register holding a constant. */
  public int constant(long bits) {
    int dst = register();
    emit(new Instruction.Const(dst, bits));
    return dst;
  }

  /** Reserves an addressable variable; gives its slot number. */
  public int slot(String variable, int bytes) {
    slots.add(new Slot(variable, bytes));
    return slots.size() - 1;
  }

  /** A register holding the address of a slot. */
  public int slotAddress(int slot) {
    int dst = register();
    emit(new Instruction.SlotAddress(slot, dst));
    return dst;
  }

  /** Emits an instruction; gives its index. */
  @CanIgnoreReturnValue
  public int emit(Instruction instruction) {
    body.add(instruction);
    lines.add(line);
    return body.size() - 1;
  }

  public Label label() {
    if (labelCount == labels.length) {
      labels = Arrays.copyOf(labels, 2 * labelCount);
    }
    labels[labelCount] = -1;
    return new Label(labelCount++);
  }

  /** Puts a label here. */
  public void place(Label label) {
    labels[label.number()] = body.size();
  }

  public void jump(Label target) {
    emit(new Instruction.Jump(~target.number()));
  }

  public void branch(int condition, Label ifTrue, Label ifFalse) {
    emit(new Instruction.Branch(condition, ~ifTrue.number(), ~ifFalse.number()));
  }

  /** Whether the code placed so far can fall through to the next instruction. */
  public boolean reachable() {
    if (body.isEmpty()) {
      return true;
    }
    for (int i = 0; i < labelCount; i++) {
      if (labels[i] == body.size()) {
        return true;
      }
    }
    Instruction last = body.get(body.size() - 1);
    return !(last instanceof Instruction.Jump
        || last instanceof Instruction.Branch
        || last instanceof Instruction.Return);
  }

  /**
   * The finished function; a {@code return} without value is added where the end can be reached.
   *
   * @throws IllegalStateException if a label was used and never placed
   */
  public AgentCode build() {
    if (reachable()) {
      emit(new Instruction.Return(Instruction.NO_REGISTER));
    }
    ImmutableList.Builder<Instruction> patched = ImmutableList.builder();
    for (Instruction instruction : body) {
      patched.add(
          switch (instruction) {
            case Instruction.Jump jump -> new Instruction.Jump(resolve(jump.target()));
            case Instruction.Branch branch ->
                new Instruction.Branch(
                    branch.condition(), resolve(branch.ifTrue()), resolve(branch.ifFalse()));
            default -> instruction;
          });
    }
    return new AgentCode(
        name,
        kernel,
        parameters,
        registers,
        ImmutableList.copyOf(slots),
        patched.build(),
        ImmutableList.copyOf(lines));
  }

  private int resolve(int target) {
    int place = target < 0 ? labels[~target] : target;
    if (place < 0) {
      throw new IllegalStateException(name + ": a label was never placed");
    }
    return place;
  }
}
