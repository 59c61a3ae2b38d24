package org.shmemlab.model.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.shmemlab.model.code.ReachableCalls.COLLECTIVE;
import static org.shmemlab.model.code.ReachableCalls.COUNT;
import static org.shmemlab.model.code.ReachableCalls.IDENTITY;
import static org.shmemlab.model.code.ReachableCalls.QUIET;
import static org.shmemlab.model.sketch.Sketch.NONE;

import com.google.common.primitives.ImmutableIntArray;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.code.ReachableCalls.Asker;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.ExternalCall;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.sketch.Sketch;
import org.shmemlab.model.sketch.SketchCalls;

/** Tests the calls that an agent may reach, as far as the code alone decides them. */
class ReachableCallsTest {
  @SafeVarargs
  private static ReachableCalls of(Consumer<CodeBuilder>... bodies) {
    Code[] codes = new Code[bodies.length];
    for (int i = 0; i < codes.length; i++) {
      CodeBuilder code = new CodeBuilder("f" + i, false, List.of(), new SourceLine("sketch.c", 1));
      bodies[i].accept(code);
      codes[i] = new Code(code.build());
    }
    return new ReachableCalls(codes);
  }

  private static void quiet(CodeBuilder code) {
    code.emit(new Instruction.Quiet(NONE));
  }

  private static void call(CodeBuilder code, int function) {
    code.emit(new Instruction.Call(function, NONE, ImmutableIntArray.of()));
  }

  @Test
  void callsThatAnAgentHasPassedAreNotAhead() {
    ReachableCalls calls =
        of(code -> {
          quiet(code);
          Sketch.meet(code, MeetingKind.BARRIER, code.constant(0));
        });
    assertThat(calls.before(Asker.ELSEWHERE, 0, 0)).isEqualTo(QUIET | COLLECTIVE);
    assertThat(calls.before(Asker.ELSEWHERE, 0, 1)).isEqualTo(COLLECTIVE);
    assertThat(calls.before(Asker.ELSEWHERE, 0, 3)).isEqualTo(COLLECTIVE); // until it returns
    assertThat(calls.before(Asker.ELSEWHERE, 0, 4)).isZero();
    assertThat(calls.within(0)).isEqualTo(QUIET | COLLECTIVE);
  }

  /**
   * A thread that meets its block there has not reached the calls after it; no other agent may rely
   * on it.
   */
  @Test
  void aBarrierHidesLaterStepsFromItsOwnThreadsAlone() {
    for (MeetingKind kind : MeetingKind.values()) {
      if (!kind.isCollective() && kind.place() != MeetingKind.Place.WORLD) {
        ReachableCalls calls =
            of(
                code -> {
                  int[] arguments = new int[kind.arguments()];
                  Arrays.setAll(arguments, argument -> code.constant(1));
                  Sketch.meet(code, kind, arguments);
                  quiet(code);
                },
                code -> call(code, 0));
        boolean block = kind == MeetingKind.BLOCK_BARRIER || kind == MeetingKind.BLOCK_COUNT;
        boolean grid = kind == MeetingKind.GRID_SYNC;
        int start = kind.arguments();
        int here = kind.isCounted() ? COUNT : 0;
        assertThat(calls.before(Asker.IN_BLOCK, 0, start))
            .isEqualTo(block || grid ? 0 : QUIET | here);
        assertThat(calls.before(Asker.IN_GRID, 0, start)).isEqualTo(grid ? 0 : QUIET | here);
        assertThat(calls.before(Asker.ELSEWHERE, 0, start)).isEqualTo(QUIET | here);
        assertThat(calls.before(Asker.IN_BLOCK, 0, start + 1)).isEqualTo(QUIET | here);
        assertThat(calls.within(0)).isEqualTo(QUIET | here);
        assertThat(calls.before(Asker.IN_BLOCK, 1, 0)).isEqualTo(QUIET | here);
      }
    }
  }

  @Test
  void aLoopAndACircleOfCallsComeBack() {
    ReachableCalls calls =
        of(
            code -> {
              CodeBuilder.Label start = code.label();
              CodeBuilder.Label end = code.label();
              code.place(start);
              quiet(code);
              code.branch(code.constant(1), start, end);
              code.place(end);
            },
            code -> {
              call(code, 2);
              quiet(code);
            },
            code -> call(code, 1));
    assertThat(calls.before(Asker.ELSEWHERE, 0, 1)).isEqualTo(QUIET);
    assertThat(calls.within(2)).isEqualTo(QUIET);
  }

  @Test
  void aLaunchMayStartAnything() {
    ReachableCalls calls =
        of(code -> Sketch.invoke(code, SketchCalls.LAUNCH, 1), ReachableCallsTest::quiet);
    assertThat(calls.before(Asker.ELSEWHERE, 0, 0)).isEqualTo(QUIET | IDENTITY);
  }

  @Test
  void aLoadThatOthersChangePollsInALoopAlone() {
    assertThat(of(ReachableCallsTest::poll).mayPoll()).isFalse();
    assertThat(of(ReachableCallsTest::poll, ReachableCallsTest::endless).mayPoll()).isTrue();
    assertThat(of(ReachableCallsTest::endless).mayPoll()).isFalse();
  }

  private static void poll(CodeBuilder code) {
    code.emit(new Instruction.Load(ScalarType.I64, code.register(), code.constant(8), 0, true));
  }

  private static void endless(CodeBuilder code) {
    CodeBuilder.Label start = code.label();
    code.place(start);
    code.constant(1);
    code.jump(start);
  }

  @Test
  void whatEndsTheJobOrAsksTheDeviceIsKnown() {
    ReachableCalls none = of(ReachableCallsTest::quiet);
    assertThat(none.exitsJob()).isFalse();
    assertThat(none.asksDevice()).isFalse();
    assertThat(of(code -> Sketch.invoke(code, SketchCalls.GLOBAL_EXIT, 1)).exitsJob()).isTrue();
    assertThat(of(code -> Sketch.invoke(code, SketchCalls.STREAM_QUERY, 0)).asksDevice()).isTrue();
  }

  /** A host that joins as many threads as there are ends none of them. */
  @Test
  void anEndOfTheHostEndsThreadsThatItDidNotJoin() {
    for (int threads = 1; threads <= 3; threads++) {
      for (int joins = 0; joins <= 3; joins++) {
        for (int made = 0; made <= 2; made++) {
          int joined = joins;
          int more = made;
          ReachableCalls calls =
              of(code -> {
                for (int i = 0; i < more; i++) {
                  ask(code, SketchCalls.THREAD_CREATE);
                }
                for (int i = 0; i < joined; i++) {
                  ask(code, SketchCalls.THREAD_JOIN);
                }
              });
          int end = ReachableCalls.endConcurrentWith(threads);
          boolean leaves = joined < threads + more;
          String what = threads + " threads, " + made + " more, " + joins + " joins";
          if (leaves) { // with more than two counted joins their number is unknown
            assertThat(calls.beforeInMain(Asker.ELSEWHERE, 0, 0) & end).as(what).isNotZero();
          } else if (threads + made <= 2) {
            assertThat(calls.beforeInMain(Asker.ELSEWHERE, 0, 0) & end).as(what).isZero();
          }
          assertThat(calls.before(Asker.ELSEWHERE, 0, 0) & end).as(what).isZero();
          assertThat(calls.within(0) & end).as(what).isZero();
        }
      }
    }
  }

  @Test
  void anExitIsAnEndWhicheverThreadCallsIt() {
    ReachableCalls calls =
        of(code -> ask(code, SketchCalls.EXIT), code -> call(code, 0), code -> quiet(code));
    int end = ReachableCalls.endConcurrentWith(1);
    assertThat(calls.within(1) & end).isNotZero();
    assertThat(calls.before(Asker.ELSEWHERE, 1, 0) & end).isNotZero();
    assertThat(calls.within(2) & end).isZero();
  }

  private static void ask(CodeBuilder code, ExternalCall external) {
    code.emit(new Instruction.Invoke(external, NONE, ImmutableIntArray.of()));
  }
}
