package org.shmemlab.model.communication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.shmemlab.model.sketch.Sketch.NONE;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.program.AtomicOp;
import org.shmemlab.model.program.CallScope;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Instruction.Direction;
import org.shmemlab.model.program.Instruction.Quantifier;
import org.shmemlab.model.program.Instruction.SignalPart;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.Variable;
import org.shmemlab.model.schedule.RunResult;
import org.shmemlab.model.sketch.Sketch;

/** Every bad operand of a call is reported; one that is just good enough is not. */
class MisuseOfCallsTest {
  private static final long SET = 9; // the number of the shipped headers
  private static final int WORDS = 8;
  private static final String OUT_OF_RANGE = "is out of range: there are PEs 0 to 1";

  private static RunResult run(Sketch sketch, boolean initialised, Consumer<CodeBuilder> call) {
    return sketch.run(
        2,
        code -> {
          CodeBuilder.Label here = code.label();
          CodeBuilder.Label end = code.label();
          if (initialised) {
            Sketch.init(code);
            code.branch(Sketch.myPe(code), end, here);
          }
          code.place(here); // PE 1 does nothing
          call.accept(code);
          code.place(end);
        });
  }

  /** A sketch with some words, and what is done with their address. */
  private interface Call {
    void emit(CodeBuilder code, long words);
  }

  private static void refused(String message, Call call) {
    Sketch sketch = new Sketch();
    long words = sketch.symmetric("words", WORDS);
    assertThat(run(sketch, true, code -> call.emit(code, words)))
        .isInstanceOfSatisfying(
            RunResult.Failed.class,
            failed -> assertThat(failed.failure().text()).contains(message));
  }

  private static void accepted(Call call) {
    Sketch sketch = new Sketch();
    long words = sketch.symmetric("words", WORDS);
    assertThat(run(sketch, true, code -> call.emit(code, words)))
        .isInstanceOf(RunResult.Finished.class);
  }

  /** A strided put or get between halves of the words. */
  private static void transfer(
      CodeBuilder code, Direction direction, long remote, long local, long... numbers) {
    transfer(code, direction, remote, local, null, numbers);
  }

  // numbers: PE, count, remote stride, local stride
  private static void transfer(
      CodeBuilder code,
      Direction direction,
      long remote,
      long local,
      @Nullable SignalPart signal,
      long... numbers) {
    code.emit(
        new Instruction.Transfer(
            direction,
            8,
            true,
            CallScope.THREAD,
            code.constant(remote),
            code.constant(local),
            code.constant(numbers[1]),
            code.constant(numbers[2]),
            code.constant(numbers[3]),
            code.constant(numbers[0]),
            signal,
            NONE));
  }

  @Test
  void aTransferStaysInItsObjectsAndItsTeam() {
    for (Direction direction : Direction.values()) {
      accepted((code, x) -> transfer(code, direction, x, x + 32, 1, 4, 1, 1));
      accepted((code, x) -> transfer(code, direction, x, x, 1, 3, 3, 2));
      accepted((code, x) -> transfer(code, direction, x, x, 1, 1, 1L << 40, 1L << 40));
      accepted((code, x) -> transfer(code, direction, 8, 8, 1, 0, 1, 1)); // nothing is moved
      refused(OUT_OF_RANGE, (code, x) -> transfer(code, direction, x, x, 2, 1, 1, 1));
      refused(OUT_OF_RANGE, (code, x) -> transfer(code, direction, x, x, -1, 1, 1, 1));
      refused("72 bytes at offset 0 of", (code, x) -> transfer(code, direction, x, x, 1, 9, 1, 1));
      refused("72 bytes at offset 0 of", (code, x) -> transfer(code, direction, x, x, 1, 5, 2, 1));
      refused("72 bytes at offset 0 of", (code, x) -> transfer(code, direction, x, x, 1, 5, 1, 2));
      refused("a transfer of -1", (code, x) -> transfer(code, direction, x, x, 1, -1, 1, 1));
      refused(
          "a transfer of 2147483648 elements",
          (code, x) -> transfer(code, direction, x, x, 1, 1L << 31, 1, 1));
      refused("at least 1", (code, x) -> transfer(code, direction, x, x, 1, 1, 0, 1));
      refused("at least 1", (code, x) -> transfer(code, direction, x, x, 1, 1, 1, 0));
    }
  }

  /** Count times stride fits no number of 64 bits. */
  @Test
  void theSpanOfATransferDoesNotOverflow() {
    refused(
        "over more than 2 GiB",
        (code, x) -> transfer(code, Direction.PUT, x, x, 1, (1L << 30) + 1, 1L << 33, 1));
    refused(
        "over more than 2 GiB",
        (code, x) -> transfer(code, Direction.PUT, x, x, 1, (1L << 30) + 1, 1, 1L << 62));
    refused(
        "over more than 2 GiB",
        (code, x) -> transfer(code, Direction.GET, x, x, 1, 2, 1, 1L << 32));
  }

  @Test
  void sidesOfATransferToOneselfAreApart() {
    Call copy =
        (code, x) -> {
          int me = Sketch.myPe(code);
          code.emit(
              new Instruction.Transfer(
                  Direction.PUT,
                  8,
                  true,
                  CallScope.THREAD,
                  code.constant(x),
                  code.constant(x + 24),
                  code.constant(4),
                  NONE,
                  NONE,
                  me,
                  null,
                  NONE));
        };
    refused("to the own PE overlap", copy);
    accepted((code, x) -> transfer(code, Direction.PUT, x, x + 24, 1, 3, 1, 1));
  }

  @Test
  void aSignalStandsNextToItsData() {
    for (long at : new long[] {0, 8, 24}) {
      refused(
          "overlaps its signal",
          (code, x) ->
              transfer(code, Direction.PUT, x, x + 32, signal(code, x + at, SET), 1, 4, 1, 1));
    }
    accepted((code, x) ->
        transfer(code, Direction.PUT, x + 8, x + 32, signal(code, x, SET), 1, 4, 1, 1));
    accepted((code, x) ->
        transfer(code, Direction.PUT, x, x + 32, signal(code, x + 32, SET), 1, 4, 1, 1));
    refused(
        "symmetric",
        (code, x) -> transfer(code, Direction.PUT, x, x, signal(code, 8, SET), 1, 1, 1, 1));
    refused(
        "signal operator",
        (code, x) -> transfer(code, Direction.PUT, x, x, signal(code, x + 8, 3), 1, 1, 1, 1));
  }

  private static SignalPart signal(CodeBuilder code, long address, long operator) {
    return new SignalPart(code.constant(address), code.constant(1), code.constant(operator));
  }

  private static void put(CodeBuilder code, long remote, long pe) {
    code.emit(
        new Instruction.PutValue(
            ScalarType.I64, code.constant(remote), code.constant(1), code.constant(pe), NONE));
  }

  private static void get(CodeBuilder code, long remote, long pe) {
    code.emit(
        new Instruction.GetValue(
            ScalarType.I64, code.register(), code.constant(remote), code.constant(pe), NONE));
  }

  private static void add(CodeBuilder code, long remote, long pe) {
    code.emit(
        new Instruction.Amo(
            AtomicOp.ADD,
            ScalarType.I64,
            NONE,
            code.constant(remote),
            code.constant(1),
            NONE,
            code.constant(pe),
            NONE));
  }

  private static void update(CodeBuilder code, long remote, long pe) {
    code.emit(
        new Instruction.SignalUpdate(
            code.constant(remote), code.constant(1), code.constant(SET), code.constant(pe), NONE));
  }

  private static void fetchLater(CodeBuilder code, long fetch, long remote, long pe) {
    code.emit(
        new Instruction.AmoFetchNbi(
            AtomicOp.ADD,
            ScalarType.I64,
            code.constant(fetch),
            code.constant(remote),
            code.constant(1),
            NONE,
            code.constant(pe),
            NONE));
  }

  /** A call on one word of a PE. */
  private interface OfWord {
    void emit(CodeBuilder code, long remote, long pe);
  }

  @Test
  void aWordOfAPeIsSymmetricAndThePeIsThere() {
    OfWord[] calls = {
      MisuseOfCallsTest::put,
      MisuseOfCallsTest::get,
      MisuseOfCallsTest::add,
      MisuseOfCallsTest::update,
      (code, remote, pe) -> fetchLater(code, remote - remote % 64, remote, pe)
    };
    for (OfWord call : calls) {
      accepted((code, x) -> call.emit(code, x + 8 * (WORDS - 1), 1));
      accepted((code, x) -> call.emit(code, x, 0));
      refused(OUT_OF_RANGE, (code, x) -> call.emit(code, x, 2));
      refused(OUT_OF_RANGE, (code, x) -> call.emit(code, x, -1));
      refused("8 bytes at offset 60", (code, x) -> call.emit(code, x + 60, 1));
      refused("symmetric", (code, x) -> call.emit(code, 8, 1));
      assertThat(run(new Sketch(), false, code -> call.emit(code, 0, 0)))
          .isInstanceOfSatisfying(
              RunResult.Failed.class,
              failed -> assertThat(failed.failure().text()).contains("is initialised"));
    }
    refused("null pointer", (code, x) -> fetchLater(code, 0, x, 1));
  }

  @Test
  void fencesAndLooksComeAfterInitialisation() {
    Consumer<CodeBuilder> fence = code -> code.emit(new Instruction.Fence(NONE));
    Consumer<CodeBuilder> quiet = code -> code.emit(new Instruction.Quiet(NONE));
    Consumer<CodeBuilder> look =
        code -> code.emit(new Instruction.SignalFetch(code.register(), code.constant(0)));
    Consumer<CodeBuilder> wait = code -> Sketch.waitFor(code, 0, 0);
    for (Consumer<CodeBuilder> call : List.of(fence, quiet, look, wait)) {
      assertThat(run(new Sketch(), false, call))
          .isInstanceOfSatisfying(
              RunResult.Failed.class,
              failed -> assertThat(failed.failure().text()).contains("before the library"));
    }
    accepted(
        (code, x) -> code.emit(new Instruction.SignalFetch(code.register(), code.constant(x))));
    refused(
        "symmetric",
        (code, x) -> code.emit(new Instruction.SignalFetch(code.register(), code.constant(8))));
  }

  @Test
  void aFenceForOnePeNamesOneThatIsThere() {
    accepted((code, x) -> code.emit(new Instruction.Fence(NONE, code.constant(1))));
    accepted((code, x) -> code.emit(new Instruction.Quiet(NONE, code.constant(1))));
    refused(OUT_OF_RANGE, (code, x) -> code.emit(new Instruction.Fence(NONE, code.constant(2))));
    refused(OUT_OF_RANGE, (code, x) -> code.emit(new Instruction.Quiet(NONE, code.constant(-1))));
  }

  private static void test(CodeBuilder code, long words, long count, long operator) {
    code.emit(
        new Instruction.WaitUntil(
            ScalarType.I64,
            Quantifier.ALL,
            false,
            false,
            code.register(),
            code.constant(words),
            code.constant(count),
            NONE,
            NONE,
            code.constant(operator),
            code.constant(0),
            false));
  }

  @Test
  void aTestLooksAtWordsOfOneObjectByAComparisonThatThereIs() {
    accepted((code, x) -> test(code, x, WORDS, 5));
    accepted((code, x) -> test(code, x, 0, 0));
    refused("symmetric", (code, x) -> test(code, x, WORDS + 1, 0));
    refused("a wait on -1 words", (code, x) -> test(code, x, -1, 0));
    refused("a wait on 268435456 words", (code, x) -> test(code, x, 1 << 28, 0));
    refused("comparison operator 6", (code, x) -> test(code, x, 1, 6));
    refused("comparison operator -1", (code, x) -> test(code, x, 1, -1));
  }

  /** Memory that is private to the host may be the local side, within its bounds. */
  @Test
  void theLocalSideMayBePrivate() {
    Sketch sketch = new Sketch();
    long words = sketch.symmetric("words", WORDS);
    long own = sketch.variable("own", Variable.Storage.HOST, 8);
    assertThat(run(sketch, true, code -> transfer(code, Direction.PUT, words, own, 1, 1, 1, 1)))
        .isInstanceOf(RunResult.Finished.class);
    Sketch more = new Sketch();
    long target = more.symmetric("words", WORDS);
    long small = more.variable("own", Variable.Storage.HOST, 8);
    assertThat(run(more, true, code -> transfer(code, Direction.GET, target, small, 1, 2, 1, 1)))
        .isInstanceOfSatisfying(
            RunResult.Failed.class,
            failed ->
                assertThat(failed.failure().text()).contains("16 bytes at offset 0 of 'own'"));
  }
}
