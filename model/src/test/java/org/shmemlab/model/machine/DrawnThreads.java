package org.shmemlab.model.machine;

import static org.shmemlab.model.machine.Sketch.NONE;

import com.google.common.primitives.ImmutableIntArray;
import org.shmemlab.model.choices.Choices;
import org.shmemlab.model.program.AtomicOp;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Instruction.Direction;
import org.shmemlab.model.program.Instruction.Family;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.program.Program.HeapSide;
import org.shmemlab.model.program.Reach;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.Scope;
import org.shmemlab.model.program.Service;
import org.shmemlab.model.program.SpecialRegister;
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
    /** Two kernels behind each other or on two streams. */
    STREAMS,
    /** Two threads of the host, which lock a mutex. */
    HOST
  }

  private static final int THREADS = 2;
  private static final int MULTIPLE = 3; // any thread calls the library whenever it likes
  private static final long SIGNAL_SET = 9; // as in the shipped headers
  private static final long ALL_LANES = (1 << THREADS) - 1;

  private final Sketch sketch = new Sketch();
  private final Choices choices;
  private final Kind kind;
  private final int calls;
  private final int pes;
  private final long words = sketch.symmetric("words", THREADS);
  private final long flag = sketch.symmetric("flag", 1);
  private final long source = sketch.symmetric("source", 1);
  private final long own;
  private final long mutex = sketch.variable("mutex", Variable.Storage.HOST, 4);

  /**
   * What to draw.
   *
   * @param calls most of each thread between two meetings
   */
  public DrawnThreads(Choices choices, Kind kind, int calls) {
    this.choices = choices;
    this.kind = kind;
    this.calls = calls;
    this.pes = choices.between(1, 2);
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
    int other = Sketch.invoke(code, Service.CUDA_STREAM_CREATE);
    int blocks = kind == Kind.GRID ? THREADS : 1;
    int threads = kind == Kind.BLOCK ? THREADS : 1;
    for (int kernel : kernels) {
      int stream = kind == Kind.STREAMS && choices.yes() ? other : code.constant(0);
      code.emit(
          new Instruction.Invoke(
              Service.CUDA_LAUNCH,
              NONE,
              ImmutableIntArray.of(
                  code.constant(kernel), code.constant(blocks), code.constant(threads), stream)));
      if (choices.next(4) == 0) {
        Sketch.invoke(code, Service.CUDA_DEVICE_SYNCHRONIZE);
      }
    }
    Sketch.invoke(code, Service.CUDA_DEVICE_SYNCHRONIZE);
    if (choices.yes()) {
      Sketch.barrier(code);
    }
  }

  private void main(CodeBuilder code, int thread) {
    Sketch.init(code);
    Sketch.invoke(code, Service.THREAD_LEVEL, MULTIPLE);
    Sketch.invoke(code, Service.THREAD_CREATE, thread);
    twice(code, 0);
    Sketch.invoke(code, Service.THREAD_JOIN, 1);
    if (choices.yes()) {
      print(code, 0, Sketch.load(code, own));
    }
    if (choices.yes()) {
      Sketch.barrier(code);
      print(code, 0, Sketch.load(code, words));
    }
  }

  private void twice(CodeBuilder code, int thread) {
    body(code, thread);
    boolean locks = choices.yes();
    if (locks) {
      Sketch.invoke(code, Service.MUTEX_LOCK, mutex);
    }
    body(code, thread);
    if (locks) {
      Sketch.invoke(code, Service.MUTEX_UNLOCK, mutex);
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
                MeetingKind.WARP_SYNC,
                MeetingKind.WARP_SHUFFLE,
                MeetingKind.WARP_BALLOT);
    int[] arguments =
        switch (meeting) {
          case WARP_SYNC -> new int[] {code.constant(ALL_LANES)};
          case WARP_BALLOT -> new int[] {code.constant(ALL_LANES), code.constant(1)};
          case WARP_SHUFFLE ->
              new int[] {code.constant(ALL_LANES), code.constant(7), code.constant(0)};
          default -> new int[0];
        };
    if (choices.next(5) == 0) {
      return;
    }
    code.emit(
        new Instruction.Arrive(
            meeting, Family.CUDA, null, null, Scope.THREAD, ImmutableIntArray.copyOf(arguments)));
    code.emit(new Instruction.Depart(NONE));
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
    switch (choices.next(kind == Kind.HOST ? 11 : 16)) {
      case 0 -> code.emit(new Instruction.PutValue(ScalarType.I64, address, value, pe, NONE));
      case 1 -> {
        code.emit(new Instruction.GetValue(ScalarType.I64, read, address, pe, NONE));
        print(code, thread, read);
      }
      case 2 -> amo(code, choices.pick(AtomicOp.SET, AtomicOp.ADD), NONE, value, pe);
      case 3 -> {
        amo(code, AtomicOp.FETCH, read, NONE, pe);
        print(code, thread, read);
      }
      case 4 -> code.emit(new Instruction.Quiet(NONE));
      case 5 -> code.emit(new Instruction.Fence(NONE));
      case 6 ->
          code.emit(
              new Instruction.SignalUpdate(
                  code.constant(flag), value, code.constant(SIGNAL_SET), pe, NONE));
      case 7 -> {
        if (choices.next(3) == 0) {
          Sketch.waitFor(code, flag, 1);
        } else {
          code.emit(new Instruction.SignalFetch(read, code.constant(flag)));
          print(code, thread, read);
        }
      }
      case 8 -> store(code, mine(thread), value);
      case 9 -> print(code, thread, Sketch.load(code, mine(thread)));
      case 10 -> put(code, address, pe);
      case 11, 12 -> {
        AtomicOp op = choices.pick(AtomicOp.ADD, AtomicOp.SET);
        Reach reach = choices.pick(Reach.values());
        int word = code.constant(choices.pick(own, words));
        code.emit(new Instruction.Atomic(op, ScalarType.I64, reach, read, word, value, NONE));
        print(code, thread, read);
      }
      case 13 -> code.emit(new Instruction.ThreadFence(choices.pick(Reach.values())));
      case 14 -> {
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

  private void put(CodeBuilder code, int remote, int pe) {
    code.emit(
        new Instruction.Transfer(
            Direction.PUT,
            8,
            choices.yes(),
            Scope.THREAD,
            remote,
            code.constant(source),
            code.constant(1),
            NONE,
            NONE,
            pe,
            null,
            NONE));
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
