package org.shmemlab.model.sketch;

import static org.shmemlab.model.sketch.Sketch.NONE;

import com.google.common.primitives.ImmutableIntArray;
import org.shmemlab.model.choices.Choices;
import org.shmemlab.model.job.Team;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.program.AtomicOp;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.CallScope;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Comparison;
import org.shmemlab.model.program.Element;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Instruction.Direction;
import org.shmemlab.model.program.Instruction.Family;
import org.shmemlab.model.program.Instruction.Quantifier;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.program.Program.HeapSide;
import org.shmemlab.model.program.ReduceOp;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.SpecialRegister;
import org.shmemlab.model.program.ThreadScope;
import org.shmemlab.model.program.Variable;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.model.spec.Specification;

/**
 * A program whose PEs have several threads that do a few things each, drawn at random: threads of a
 * kernel or of several, or threads of the host. They meet, exchange values, lock and fence; what
 * they read they print, with their number in front.
 */
public final class DrawnThreads {
  /** Which threads there are. */
  public enum Kind {
    /** Those of one block, which meet at barriers and in warps. */
    BLOCK,
    /** Two blocks of a grid, which meet at barriers of the grid. */
    GRID,
    /** Two kernels on one stream or on two. */
    STREAMS,
    /** Two threads of the host, which lock a mutex. */
    HOST
  }

  private static final int THREADS = 2;
  private static final int MULTIPLE = 3; // any thread calls the library whenever it likes
  private static final long SIGNAL_SET = 9; // as in the shipped headers
  private static final long SIGNAL_ADD = 10;
  private static final long ALL_LANES = (1 << THREADS) - 1;

  private final Sketch sketch = new Sketch();
  private final Choices choices;
  private final Kind kind;
  private final int calls;
  private final int pes;
  private final boolean signals;
  private final long words = sketch.symmetric("words", THREADS);
  private final long flag = sketch.symmetric("flag", 1);
  private final long source = sketch.symmetric("source", 1);
  private final long own;
  private final long mutex = sketch.variable("mutex", Variable.Storage.HOST, 4);

  /**
   * Limits the program to draw.
   *
   * @param calls most of each thread between two meetings
   */
  public DrawnThreads(Choices choices, Kind kind, int calls) {
    this.choices = choices;
    this.kind = kind;
    this.calls = calls;
    this.pes = choices.between(1, 2);
    this.signals = choices.yes();
    Variable.Storage storage =
        switch (kind) {
          case BLOCK -> choices.pick(Variable.Storage.SHARED, Variable.Storage.DEVICE);
          case GRID, STREAMS -> Variable.Storage.DEVICE;
          case HOST -> Variable.Storage.HOST;
        };
    this.own = sketch.variable("own", storage, 8);
  }

  /** A machine about to start it. */
  public Machine machine(Profile profile) {
    Specification rules = new Specification(profile);
    return switch (kind) {
      case BLOCK, GRID -> {
        int kernel = sketch.kernel(this::threads);
        yield sketch.machine(pes, HeapSide.DEVICE, rules, code -> run(code, kernel));
      }
      case STREAMS -> {
        int first = sketch.kernel(code -> body(code, 0));
        int second = sketch.kernel(code -> body(code, 1));
        yield sketch.machine(pes, HeapSide.DEVICE, rules, code -> run(code, first, second));
      }
      case HOST -> {
        int thread = sketch.thread(code -> twice(code, 1));
        yield sketch.machine(pes, HeapSide.HOST, rules, code -> main(code, thread));
      }
    };
  }

  // ---------------------------------------------------------------- the host

  private void run(CodeBuilder code, int... kernels) {
    Sketch.init(code);
    int other = Sketch.invoke(code, SketchCalls.STREAM_CREATE);
    int blocks = kind == Kind.GRID ? THREADS : 1;
    int threads = kind == Kind.BLOCK ? THREADS : 1;
    for (int kernel : kernels) {
      int stream = kind == Kind.STREAMS && choices.yes() ? other : code.constant(0);
      code.emit(
          new Instruction.Invoke(
              SketchCalls.LAUNCH,
              NONE,
              ImmutableIntArray.of(
                  code.constant(kernel), code.constant(blocks), code.constant(threads), stream)));
      if (choices.next(4) == 0) {
        Sketch.invoke(code, SketchCalls.DEVICE_SYNCHRONIZE);
      }
    }
    Sketch.invoke(code, SketchCalls.DEVICE_SYNCHRONIZE);
    together(code);
  }

  private void main(CodeBuilder code, int thread) {
    Sketch.init(code);
    Sketch.invoke(code, SketchCalls.THREAD_LEVEL, MULTIPLE);
    Sketch.invoke(code, SketchCalls.THREAD_CREATE, thread);
    twice(code, 0);
    Sketch.invoke(code, SketchCalls.THREAD_JOIN, 1);
    if (choices.yes()) {
      print(code, 0, Sketch.load(code, own));
    }
    together(code);
    print(code, 0, Sketch.load(code, words));
  }

  private void twice(CodeBuilder code, int thread) {
    body(code, thread);
    boolean locks = choices.yes();
    if (locks) {
      Sketch.invoke(code, SketchCalls.MUTEX_LOCK, mutex);
    }
    body(code, thread);
    if (locks) {
      Sketch.invoke(code, SketchCalls.MUTEX_UNLOCK, mutex);
    }
  }

  // ---------------------------------------------------------------- threads of a kernel

  private void threads(CodeBuilder code) {
    each(code);
    meet(code);
    each(code);
  }

  private void each(CodeBuilder code) {
    int me = code.register();
    SpecialRegister which =
        kind == Kind.GRID ? SpecialRegister.BLOCK_IDX_X : SpecialRegister.THREAD_RANK;
    code.emit(new Instruction.Special(which, me));
    CodeBuilder.Label zero = code.label();
    CodeBuilder.Label one = code.label();
    CodeBuilder.Label end = code.label();
    code.branch(me, one, zero);
    code.place(zero);
    body(code, 0);
    code.jump(end);
    code.place(one);
    body(code, 1);
    code.place(end);
  }

  private void meet(CodeBuilder code) {
    MeetingKind meeting =
        kind == Kind.GRID
            ? MeetingKind.GRID_SYNC
            : choices.pick(
                MeetingKind.BLOCK_BARRIER,
                MeetingKind.BLOCK_COUNT,
                MeetingKind.PART_BARRIER,
                MeetingKind.WARP_SYNC,
                MeetingKind.WARP_SHUFFLE,
                MeetingKind.WARP_BALLOT,
                MeetingKind.WARP_REDUCE);
    if (choices.next(5) == 0) {
      return;
    }
    long[] arguments =
        switch (meeting) {
          case BLOCK_COUNT -> new long[] {1};
          case PART_BARRIER -> new long[] {1, 32};
          case WARP_SYNC -> new long[] {ALL_LANES};
          case WARP_BALLOT, WARP_REDUCE -> new long[] {ALL_LANES, 1};
          case WARP_SHUFFLE -> new long[] {ALL_LANES, 7, 0};
          default -> new long[0];
        };
    print(code, 0, meet(code, meeting, Family.CUDA, arguments));
  }

  // Gives the register of the result.
  private static int meet(CodeBuilder code, MeetingKind meeting, Family family, long... arguments) {
    ImmutableIntArray.Builder registers = ImmutableIntArray.builder();
    for (long argument : arguments) {
      registers.add(code.constant(argument));
    }
    code.emit(
        new Instruction.Arrive(
            meeting,
            family,
            meeting.computes() ? Element.of(ScalarType.I64) : null,
            meeting.computes() ? ReduceOp.SUM : null,
            CallScope.THREAD,
            registers.build()));
    int result = code.register();
    code.emit(new Instruction.Depart(result));
    return result;
  }

  // The collectives of all PEs at the end.
  private void together(CodeBuilder code) {
    Family family = kind == Kind.HOST ? Family.OPENSHMEM : Family.NVSHMEM;
    switch (choices.next(5)) {
      case 0 -> {}
      case 1 -> meet(code, MeetingKind.SYNC, family, Team.WORLD);
      case 2 -> meet(code, MeetingKind.REDUCE, family, Team.WORLD, words, source, 1);
      case 3 -> meet(code, MeetingKind.BROADCAST, family, Team.WORLD, words, source, 8, pes - 1, 0);
      default -> Sketch.barrier(code);
    }
  }

  // ---------------------------------------------------------------- what a thread does

  private void body(CodeBuilder code, int thread) {
    for (int i = choices.between(1, calls); i > 0; i--) {
      call(code, thread);
    }
  }

  private void call(CodeBuilder code, int thread) {
    int address = code.constant(words + 8L * choices.pick(thread, thread, 1 - thread));
    int pe = code.constant(choices.next(pes));
    int value = code.constant(choices.between(1, 2));
    int read = code.register();
    switch (choices.next(kind == Kind.HOST ? 15 : 20)) {
      case 0 -> code.emit(new Instruction.PutValue(ScalarType.I64, address, value, pe, NONE));
      case 1 -> {
        code.emit(new Instruction.GetValue(ScalarType.I64, read, address, pe, NONE));
        print(code, thread, read);
      }
      case 2, 6 -> update(code, value, pe);
      case 3 -> {
        if (signals) {
          code.emit(new Instruction.SignalFetch(read, code.constant(flag)));
        } else {
          amo(code, AtomicOp.FETCH, read, NONE, pe);
        }
        print(code, thread, read);
      }
      case 4 -> code.emit(new Instruction.Quiet(NONE));
      case 5 -> code.emit(new Instruction.Fence(NONE));
      case 7 -> await(code);
      case 8 -> store(code, mine(thread), value);
      case 9 -> print(code, thread, Sketch.load(code, mine(thread)));
      case 10 -> transfer(code, Direction.PUT, address, pe, signals && choices.yes());
      case 11 -> transfer(code, Direction.GET, address, pe, false);
      case 12 -> look(code, thread, read);
      case 13 ->
          code.emit(
              new Instruction.AmoFetchNbi(
                  AtomicOp.ADD,
                  ScalarType.I64,
                  code.constant(source),
                  address,
                  value,
                  NONE,
                  pe,
                  NONE));
      case 14 -> code.emit(new Instruction.Quiet(NONE, pe));
      case 15, 16 -> {
        AtomicOp op = choices.pick(AtomicOp.ADD, AtomicOp.SET);
        ThreadScope reach = choices.pick(ThreadScope.values());
        int word = code.constant(choices.pick(own, words));
        code.emit(new Instruction.Atomic(op, ScalarType.I64, reach, read, word, value, NONE));
        print(code, thread, read);
      }
      case 17 -> code.emit(new Instruction.ThreadFence(choices.pick(ThreadScope.values())));
      case 18 -> {
        int word = code.constant(mine(thread));
        code.emit(new Instruction.Load(ScalarType.I64, read, word, 0, true));
        print(code, thread, read);
      }
      default -> {
        int word = code.constant(choices.pick(own, words));
        code.emit(new Instruction.Store(ScalarType.I64, word, 0, value, true));
      }
    }
  }

  // Mostly a word of its own, so that not all is a conflict.
  private long mine(int thread) {
    return choices.pick(own, words + 8L * thread, words + 8L * thread);
  }

  private static void store(CodeBuilder code, long word, int value) {
    code.emit(new Instruction.Store(ScalarType.I64, code.constant(word), 0, value, false));
  }

  private void transfer(
      CodeBuilder code, Direction direction, int remote, int pe, boolean signals) {
    Instruction.SignalPart signal =
        signals
            ? new Instruction.SignalPart(
                code.constant(flag), code.constant(1), code.constant(SIGNAL_SET))
            : null;
    Sketch.transfer(code, direction, choices.yes(), remote, code.constant(source), pe, signal);
  }

  // One test of one word or two.
  private void look(CodeBuilder code, int thread, int read) {
    Quantifier quantifier =
        signals
            ? choices.pick(Quantifier.ALL, Quantifier.ANY)
            : choices.pick(Quantifier.ONE, Quantifier.ALL, Quantifier.ANY);
    int count = quantifier == Quantifier.ONE ? NONE : code.constant(2);
    int words = code.constant(quantifier == Quantifier.ONE ? flag : this.words);
    int value = code.constant(choices.between(1, 2));
    code.emit(
        new Instruction.WaitUntil(
            ScalarType.I64,
            quantifier,
            false,
            false,
            read,
            words,
            count,
            NONE,
            NONE,
            code.constant(Comparison.GE.ordinal()),
            value,
            false));
    print(code, thread, read);
  }

  // A word is a signal or one for atomics, and both at once are a conflict.
  private void update(CodeBuilder code, int value, int pe) {
    if (signals) {
      long operator = choices.pick(SIGNAL_SET, SIGNAL_ADD);
      code.emit(
          new Instruction.SignalUpdate(
              code.constant(flag), value, code.constant(operator), pe, NONE));
    } else {
      amo(code, choices.pick(AtomicOp.SET, AtomicOp.ADD), NONE, value, pe);
    }
  }

  private void await(CodeBuilder code) {
    code.emit(
        new Instruction.WaitUntil(
            ScalarType.U64,
            Quantifier.ONE,
            true,
            signals,
            NONE,
            code.constant(flag),
            NONE,
            NONE,
            NONE,
            code.constant(Comparison.GE.ordinal()),
            code.constant(1),
            false));
  }

  private void amo(CodeBuilder code, AtomicOp op, int dst, int operand, int pe) {
    code.emit(
        new Instruction.Amo(op, ScalarType.I64, dst, code.constant(flag), operand, NONE, pe, NONE));
  }

  private static void print(CodeBuilder code, int thread, int value) {
    int named = code.register();
    code.emit(
        new Instruction.Binary(
            BinaryOp.ADD, ScalarType.I64, named, value, code.constant(100L * thread)));
    Sketch.print(code, named);
  }
}
