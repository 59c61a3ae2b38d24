package org.shmemlab.model.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.primitives.ImmutableIntArray;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.program.Program.HeapSide;

/** Tests that a program that starts in another of its functions has those that it may reach. */
class StartingInTest {
  private static final SourceLine LINE = new SourceLine("a.c", 1);
  private static final List<String> NAMES =
      List.of("main", "start", "called", "task", "kernel", "named", "other");

  private final Program.Builder builder = Program.builder("a.c");
  private final int main = builder.declare("main");
  private final int start = builder.declare("start");
  private final int called = builder.declare("called");
  private final int task = builder.declare("task");
  private final int kernel = builder.declare("kernel");
  private final int named = builder.declare("named");
  private final int other = builder.declare("other");
  private final Program program = program();

  @Test
  void whatIsCalledQueuedOrNamedIsKept() {
    Program started = program.startingIn("start");
    assertThat(started.main()).isEqualTo(start);
    for (int function : new int[] {start, called, task, kernel, named}) {
      assertThat(started.functions().get(function)).isEqualTo(program.functions().get(function));
    }
    for (int function : new int[] {main, other}) {
      assertThat(started.functions().get(function).body())
          .containsExactly(new Instruction.Return(Instruction.NO_REGISTER));
    }
  }

  @Test
  void whatStartsWhereItStartedBeforeIsTheSame() {
    assertThat(program.startingIn("main")).isEqualTo(program);
  }

  @Test
  void noAgentStartsInAFunctionThatIsNotThere() {
    assertThatThrownBy(() -> program.startingIn("nowhere"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no function nowhere in a.c");
  }

  private Program program() {
    define(main, call(start), call(other));
    define(start, call(called), new Instruction.Enqueue(0, task, ImmutableIntArray.of()));
    define(called, new Instruction.Const(0, Address.ofFunction(kernel)));
    define(task, new Instruction.Const(0, 1));
    define(kernel, new Instruction.Const(0, 2));
    define(named, new Instruction.Const(0, 3));
    define(other, new Instruction.Const(0, 4));
    builder.add(
        new Variable(
            "table", Variable.Storage.HOST, 16, bytes(7, Address.ofFunction(named)), LINE));
    return builder.build(main, HeapSide.HOST);
  }

  private void define(int function, Instruction... instructions) {
    CodeBuilder code = new CodeBuilder(NAMES.get(function), false, List.of(), LINE);
    code.register();
    for (Instruction instruction : instructions) {
      code.emit(instruction);
    }
    code.emit(new Instruction.Return(Instruction.NO_REGISTER));
    builder.define(function, code.build());
  }

  private static Instruction call(int function) {
    return new Instruction.Call(function, Instruction.NO_REGISTER, ImmutableIntArray.of());
  }

  // As they stand in memory: the lowest byte of a word first.
  private static ImmutableIntArray bytes(long... words) {
    ImmutableIntArray.Builder bytes = ImmutableIntArray.builder();
    for (long word : words) {
      for (int i = 0; i < Long.BYTES; i++) {
        bytes.add((int) (word >>> (i * Byte.SIZE)) & 0xFF);
      }
    }
    return bytes.build();
  }
}
