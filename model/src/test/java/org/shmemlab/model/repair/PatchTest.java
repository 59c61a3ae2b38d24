package org.shmemlab.model.repair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.shmemlab.model.sketch.Sketch.NONE;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import org.shmemlab.model.choices.Choices;
import org.shmemlab.model.choices.SeededChoices;
import org.shmemlab.model.program.AgentCode;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.sketch.Sketch;
import org.shmemlab.model.sketch.SketchCalls;

/** Random functions of loops, branches and prints, each print with a number of its own. */
@Tag("random")
class PatchTest {
  private static final long MARK = 1_000_000;

  @Property(tries = 300)
  void whatDoesNothingChangesNothingWhereverItStands(@ForAll long seed) {
    Choices choices = new SeededChoices(seed);
    AgentCode code = function(choices);
    Patch patch = new Patch(code);
    for (int i = 0; i < code.body().size(); i++) {
      if (choices.yes()) {
        patch.before(i, nothing());
      }
      if (choices.yes() && i > 0) {
        patch.after(i, nothing());
      }
    }
    AgentCode patched = patch.apply();
    assertThat(run(patched)).isEqualTo(run(code));
    assertThat(patched.lines()).hasSameSizeAs(patched.body());
  }

  @Property(tries = 300)
  void aVariableKeepsItsValueFromTheStartOfTheFunctionOn(@ForAll long seed) {
    Choices choices = new SeededChoices(seed);
    AgentCode code = function(choices);
    int print = choices.pick(prints(code));
    Patch patch = new Patch(code);
    patch.before(print, counted(patch.variable()));
    List<String> counted = new ArrayList<>();
    long count = 0;
    for (String line : run(code)) {
      if (line.equals("0:" + number(code, print))) {
        counted.add("0:" + (MARK + ++count));
      }
      counted.add(line);
    }
    assertThat(run(patch.apply())).isEqualTo(counted);
  }

  @Property(tries = 300)
  void whatStandsBeforeAStatementHappensEachTimeJustBeforeIt(@ForAll long seed) {
    Choices choices = new SeededChoices(seed);
    AgentCode code = function(choices);
    int print = choices.pick(prints(code));
    Patch patch = new Patch(code);
    patch.before(print, mark());
    assertThat(run(patch.apply())).isEqualTo(marked(run(code), number(code, print), true));
  }

  @Property(tries = 300)
  void whatStandsAfterAStatementHappensEachTimeJustAfterIt(@ForAll long seed) {
    Choices choices = new SeededChoices(seed);
    AgentCode code = function(choices);
    int print = choices.pick(prints(code));
    Patch patch = new Patch(code);
    patch.after(print + 1, mark());
    assertThat(run(patch.apply())).isEqualTo(marked(run(code), number(code, print), false));
  }

  @Property(tries = 300)
  void aReplacedInstructionIsTheOnlyOneThatChanges(@ForAll long seed) {
    Choices choices = new SeededChoices(seed);
    AgentCode code = function(choices);
    int print = choices.pick(prints(code));
    Patch patch = new Patch(code);
    patch.replace(print, new Instruction.Const(0, 0));
    List<String> without = new ArrayList<>(run(code));
    without.removeIf(line -> line.equals("0:" + number(code, print)));
    assertThat(run(patch.apply())).isEqualTo(without);
  }

  // ---------------------------------------------------------------- functions

  private static AgentCode function(Choices choices) {
    CodeBuilder code = new CodeBuilder("main", false, List.of(), new SourceLine("patch.c", 1));
    code.register(); // 0 is never read
    statements(code, choices, 3);
    print(code);
    return code.build();
  }

  private static void statements(CodeBuilder code, Choices choices, int depth) {
    int count = choices.between(1, 3);
    for (int i = 0; i < count; i++) {
      switch (depth == 0 ? 0 : choices.next(4)) {
        case 1 -> choice(code, choices, depth);
        case 2 -> asksFirst(code, choices, depth);
        case 3 -> asksLast(code, choices, depth);
        default -> print(code);
      }
    }
  }

  /** Prints the number of the instruction that makes it. */
  private static void print(CodeBuilder code) {
    int at = code.emit(new Instruction.Const(0, 0));
    Sketch.print(code, code.constant(at));
  }

  private static void choice(CodeBuilder code, Choices choices, int depth) {
    CodeBuilder.Label yes = code.label();
    CodeBuilder.Label no = code.label();
    CodeBuilder.Label end = code.label();
    code.branch(code.constant(choices.next(2)), yes, no);
    code.place(yes);
    statements(code, choices, depth - 1);
    code.jump(end);
    code.place(no);
    if (choices.yes()) {
      statements(code, choices, depth - 1);
    }
    code.place(end);
  }

  private static void asksFirst(CodeBuilder code, Choices choices, int depth) {
    int counter = code.constant(choices.next(3));
    CodeBuilder.Label ask = code.label();
    CodeBuilder.Label round = code.label();
    CodeBuilder.Label end = code.label();
    code.place(ask);
    code.branch(counter, round, end);
    code.place(round);
    statements(code, choices, depth - 1);
    countDown(code, counter);
    code.jump(ask);
    code.place(end);
  }

  private static void asksLast(CodeBuilder code, Choices choices, int depth) {
    int counter = code.constant(choices.between(1, 3));
    CodeBuilder.Label round = code.label();
    CodeBuilder.Label end = code.label();
    code.place(round);
    statements(code, choices, depth - 1);
    countDown(code, counter);
    code.branch(counter, round, end);
    code.place(end);
  }

  private static void countDown(CodeBuilder code, int counter) {
    int one = code.constant(1);
    code.emit(new Instruction.Binary(BinaryOp.SUB, ScalarType.I64, counter, counter, one));
  }

  // ---------------------------------------------------------------- pieces and runs

  private static Snippet nothing() {
    return new Snippet(
        1, 1, (base, register) -> ImmutableList.of(new Instruction.Const(register, base)));
  }

  /** Adds 1 to a variable and prints it. */
  private static Snippet counted(int variable) {
    return new Snippet(
        5,
        2,
        (base, register) ->
            ImmutableList.of(
                new Instruction.Const(register, 1),
                new Instruction.Binary(BinaryOp.ADD, ScalarType.I64, variable, variable, register),
                new Instruction.Const(register, MARK),
                new Instruction.Binary(
                    BinaryOp.ADD, ScalarType.I64, register + 1, variable, register),
                new Instruction.Invoke(
                    SketchCalls.PRINT, NONE, ImmutableIntArray.of(register + 1))));
  }

  private static Snippet mark() {
    return new Snippet(
        2,
        1,
        (base, register) ->
            ImmutableList.of(
                new Instruction.Const(register, MARK),
                new Instruction.Invoke(SketchCalls.PRINT, NONE, ImmutableIntArray.of(register))));
  }

  private static ImmutableList<Integer> prints(AgentCode code) {
    return IntStream.range(0, code.body().size())
        .filter(i -> code.body().get(i) instanceof Instruction.Invoke)
        .boxed()
        .collect(ImmutableList.toImmutableList());
  }

  private static long number(AgentCode code, int print) {
    return ((Instruction.Const) code.body().get(print - 1)).bits();
  }

  private static List<String> marked(List<String> output, long number, boolean before) {
    List<String> marked = new ArrayList<>();
    for (String line : output) {
      boolean here = line.equals("0:" + number);
      if (here && before) {
        marked.add("0:" + MARK);
      }
      marked.add(line);
      if (here && !before) {
        marked.add("0:" + MARK);
      }
    }
    return marked;
  }

  private static List<String> run(AgentCode code) {
    Sketch sketch = new Sketch();
    sketch.run(
        1,
        builder -> {
          while (builder.register() < code.registers()) {
            // as many as the function needs
          }
          code.body().forEach(builder::emit);
        });
    return sketch.output();
  }
}
