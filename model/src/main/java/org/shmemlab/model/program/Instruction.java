package org.shmemlab.model.program;

import com.google.common.primitives.ImmutableIntArray;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Describes one step of an agent's code. All operands are registers of the current function,
 * numbered from 0; {@link #NO_REGISTER} marks an operand that is not there. Jump targets are
 * indices into the function's instructions.
 *
 * <p>Operands that are C {@code int} or {@code size_t} values (PE numbers, counts, strides) are
 * read as signed 64-bit numbers.
 */
public sealed interface Instruction {
  int NO_REGISTER = -1;

  /** Only computes with registers, and is invisible. */
  sealed interface Computation extends Instruction {}

  /** A call of the library that a PE makes by itself. */
  sealed interface LibraryCall extends Instruction {}

  /** Such a call that starts an operation on another PE's memory. */
  sealed interface OneSided extends LibraryCall {}

  /** The register that the instruction writes, or {@link #NO_REGISTER}. */
  default int dst() {
    return NO_REGISTER;
  }

  /**
   * The same instruction with other registers. This is where each names its operands.
   *
   * @param operands gives the new number of a register that is read; it is not asked about operands
   *     that are not there
   * @param dst the register to write, if it writes one
   */
  Instruction renamed(IntUnaryOperator operands, int dst);

  /** The registers read, without absent ones; one may appear twice. */
  default ImmutableIntArray operands() {
    ImmutableIntArray.Builder read = ImmutableIntArray.builder();
    renamed(
        register -> {
          read.add(register);
          return register;
        },
        dst());
    return read.build();
  }

  /** Where the function may go on after this instruction, which stands at {@code at}. */
  default ImmutableIntArray successors(int at) {
    return ImmutableIntArray.of(at + 1);
  }

  private static int at(IntUnaryOperator operands, int register) {
    return register == NO_REGISTER ? NO_REGISTER : operands.applyAsInt(register);
  }

  private static ImmutableIntArray all(IntUnaryOperator operands, ImmutableIntArray registers) {
    ImmutableIntArray.Builder renamed = ImmutableIntArray.builder(registers.length());
    registers.forEach(register -> renamed.add(operands.applyAsInt(register)));
    return renamed.build();
  }

  // ---------------------------------------------------------------- computation

  /** dst = bits. */
  record Const(int dst, long bits) implements Computation {
    @Override
    public Instruction renamed(IntUnaryOperator operands, int dst) {
      return new Const(dst, bits);
    }
  }

  /** dst = src. */
  record Move(int dst, int src) implements Computation {
    @Override
    public Instruction renamed(IntUnaryOperator operands, int dst) {
      return new Move(dst, at(operands, src));
    }
  }

  /** dst = a op b; the type is one of I32, U32, I64, U64, F32, F64. Comparisons give I32. */
  record Binary(BinaryOp op, ScalarType type, int dst, int a, int b) implements Computation {
    @Override
    public Instruction renamed(IntUnaryOperator operands, int dst) {
      return new Binary(op, type, dst, at(operands, a), at(operands, b));
    }
  }

  /** dst = op a; the type is one of I32, U32, I64, U64, F32, F64. */
  record Unary(UnaryOp op, ScalarType type, int dst, int a) implements Computation {
    @Override
    public Instruction renamed(IntUnaryOperator operands, int dst) {
      return new Unary(op, type, dst, at(operands, a));
    }
  }

  /** dst = (to) a, as C converts. Floating to integer truncates and saturates, as GPUs do. */
  record Convert(ScalarType from, ScalarType to, int dst, int a) implements Computation {
    @Override
    public Instruction renamed(IntUnaryOperator operands, int dst) {
      return new Convert(from, to, dst, at(operands, a));
    }
  }

  /**
   * dst = a, a number of one format in another. Registers hold their codes.
   *
   * @param finite whether a number beyond the largest of the format becomes that, and no infinity
   */
  record Round(FloatFormat from, FloatFormat to, Rounding rounding, boolean finite, int dst, int a)
      implements Computation {
    @Override
    public Instruction renamed(IntUnaryOperator operands, int dst) {
      return new Round(from, to, rounding, finite, dst, at(operands, a));
    }
  }

  /** dst = operation(a, b, c), exact and then rounded once; registers hold codes of the format. */
  record Rounded(
      FloatOperation operation, FloatFormat format, Rounding rounding, int dst, int a, int b, int c)
      implements Computation {
    @Override
    public Instruction renamed(IntUnaryOperator operands, int dst) {
      return new Rounded(
          operation, format, rounding, dst, at(operands, a), at(operands, b), at(operands, c));
    }
  }

  /** dst = function(a, b, c) in the given type; unused operands are NO_REGISTER. */
  record Compute(MathFunction function, ScalarType type, int dst, int a, int b, int c)
      implements Computation {
    @Override
    public Instruction renamed(IntUnaryOperator operands, int dst) {
      return new Compute(function, type, dst, at(operands, a), at(operands, b), at(operands, c));
    }
  }

  /** dst = a special register. */
  record Special(SpecialRegister register, int dst) implements Computation {
    @Override
    public Instruction renamed(IntUnaryOperator operands, int dst) {
      return new Special(register, dst);
    }
  }

  // ---------------------------------------------------------------- control

  record Jump(int target) implements Instruction {
    @Override
    public Instruction renamed(IntUnaryOperator operands, int dst) {
      return this;
    }

    @Override
    public ImmutableIntArray successors(int at) {
      return ImmutableIntArray.of(target);
    }
  }

  /** Goes to one of two places: the first if the register (any type's bits) is not zero. */
  record Branch(int condition, int ifTrue, int ifFalse) implements Instruction {
    @Override
    public Instruction renamed(IntUnaryOperator operands, int dst) {
      return new Branch(at(operands, condition), ifTrue, ifFalse);
    }

    @Override
    public ImmutableIntArray successors(int at) {
      return ImmutableIntArray.of(ifTrue, ifFalse);
    }
  }

  /** Calls a function of the program; its register 0, 1, … are the arguments. */
  record Call(int function, int dst, ImmutableIntArray arguments) implements Instruction {
    @Override
    public Instruction renamed(IntUnaryOperator operands, int dst) {
      return new Call(function, dst, all(operands, arguments));
    }
  }

  /** Calls the function whose address is in a register. */
  record CallIndirect(int address, int dst, ImmutableIntArray arguments) implements Instruction {
    @Override
    public Instruction renamed(IntUnaryOperator operands, int dst) {
      ImmutableIntArray renamed = all(operands, arguments);
      return new CallIndirect(at(operands, address), dst, renamed);
    }
  }

  /** Returns from the function; src is NO_REGISTER for void. */
  record Return(int src) implements Instruction {
    @Override
    public Instruction renamed(IntUnaryOperator operands, int dst) {
      return new Return(at(operands, src));
    }

    @Override
    public ImmutableIntArray successors(int at) {
      return ImmutableIntArray.of();
    }
  }

  /** Calls the run-time system. dst is NO_REGISTER where the result is not used. */
  record Invoke(ExternalCall call, int dst, ImmutableIntArray arguments) implements Instruction {
    @Override
    public Instruction renamed(IntUnaryOperator operands, int dst) {
      return new Invoke(call, dst, all(operands, arguments));
    }
  }

  /**
   * Appends a task to a stream: the stream's agent will call the function with these values. The
   * function must return normally.
   */
  record Enqueue(int stream, int function, ImmutableIntArray arguments) implements Instruction {
    @Override
    public Instruction renamed(IntUnaryOperator operands, int dst) {
      ImmutableIntArray renamed = all(operands, arguments);
      return new Enqueue(at(operands, stream), function, renamed);
    }
  }

  // ---------------------------------------------------------------- memory

  /** dst = address of a variable slot of this call. */
  record SlotAddress(int slot, int dst) implements Computation {
    @Override
    public Instruction renamed(IntUnaryOperator operands, int dst) {
      return new SlotAddress(slot, dst);
    }
  }

  /** dst = memory[address + offset]. */
  record Load(ScalarType type, int dst, int address, int offset, boolean isVolatile)
      implements Instruction {
    @Override
    public Instruction renamed(IntUnaryOperator operands, int dst) {
      return new Load(type, dst, at(operands, address), offset, isVolatile);
    }
  }

  /** memory[address + offset] = src. */
  record Store(ScalarType type, int address, int offset, int src, boolean isVolatile)
      implements Instruction {
    @Override
    public Instruction renamed(IntUnaryOperator operands, int dst) {
      return new Store(type, at(operands, address), offset, at(operands, src), isVolatile);
    }
  }

  /** Copies a constant number of bytes: assignment of structures. */
  record Copy(int destination, int source, int bytes) implements Instruction {
    @Override
    public Instruction renamed(IntUnaryOperator operands, int dst) {
      return new Copy(at(operands, destination), at(operands, source), bytes);
    }
  }

  /** Fills a constant number of bytes with zero. */
  record Clear(int destination, int bytes) implements Instruction {
    @Override
    public Instruction renamed(IntUnaryOperator operands, int dst) {
      return new Clear(at(operands, destination), bytes);
    }
  }

  /**
   * Atomics of threads on this PE's own or mapped memory; dst receives the old value or is
   * NO_REGISTER. compare is used by COMPARE_SWAP only, which where it fails is a load of the order
   * failing.
   */
  record Atomic(
      AtomicOp op,
      ScalarType type,
      MemoryOrder order,
      MemoryOrder failing,
      ThreadScope reach,
      int dst,
      int address,
      int operand,
      int compare)
      implements Instruction {
    /** One that is relaxed, as those of CUDA are. */
    public Atomic(
        AtomicOp op,
        ScalarType type,
        ThreadScope reach,
        int dst,
        int address,
        int operand,
        int compare) {
      this(op, type, MemoryOrder.RELAXED, reach, dst, address, operand, compare);
    }

    /** One that acquires where it fails, too, if it acquires. */
    public Atomic(
        AtomicOp op,
        ScalarType type,
        MemoryOrder order,
        ThreadScope reach,
        int dst,
        int address,
        int operand,
        int compare) {
      this(op, type, order, order.ofLoad(), reach, dst, address, operand, compare);
    }

    @Override
    public Instruction renamed(IntUnaryOperator operands, int dst) {
      return new Atomic(
          op,
          type,
          order,
          failing,
          reach,
          dst,
          at(operands, address),
          at(operands, operand),
          at(operands, compare));
    }
  }

  /**
   * A fence of a thread for its own loads and stores: {@code __threadfence*}, and fences of C and
   * PTX.
   *
   * @param event its name in the table of thread order; or that of an atomic right after or before
   *     it, which orders by itself, so that here the thread waits alone
   */
  record ThreadFence(ThreadScope reach, String event) implements Instruction {
    /** One in both directions. */
    public ThreadFence(ThreadScope reach) {
      this(reach, "membar");
    }

    /** Whether all of its kind are in one order (PTX ISA, "Fence-SC", "membar / fence"). */
    public boolean isSequential() {
      return event.equals("membar") || event.equals("fence.sc");
    }

    @Override
    public Instruction renamed(IntUnaryOperator operands, int dst) {
      return this;
    }
  }

  // ---------------------------------------------------------------- one-sided communication

  /** Which way a transfer goes. */
  enum Direction {
    PUT,
    GET
  }

  /**
   * put, get, iput, iget, their non-blocking forms, put_signal: moves {@code count} words of {@code
   * wordBytes}.
   *
   * @param remote the symmetric address on the PE: destination of a put, source of a get
   * @param local the local address: source of a put, destination of a get
   * @param remoteStride stride in words at the PE, or NO_REGISTER for 1
   * @param localStride stride in words here, or NO_REGISTER for 1
   * @param signal the update after the data of a put are visible, or null
   * @param context OpenSHMEM context, or NO_REGISTER for the default one
   */
  record Transfer(
      Direction direction,
      int wordBytes,
      boolean blocking,
      CallScope scope,
      int remote,
      int local,
      int count,
      int remoteStride,
      int localStride,
      int pe,
      @Nullable SignalPart signal,
      int context)
      implements OneSided {
    @Override
    public Instruction renamed(IntUnaryOperator operands, int dst) {
      Transfer plain =
          new Transfer(
              direction,
              wordBytes,
              blocking,
              scope,
              at(operands, remote),
              at(operands, local),
              at(operands, count),
              at(operands, remoteStride),
              at(operands, localStride),
              at(operands, pe),
              null,
              at(operands, context));
      return signal == null ? plain : plain.with(signal.renamed(operands));
    }

    private Transfer with(SignalPart part) {
      return new Transfer(
          direction,
          wordBytes,
          blocking,
          scope,
          remote,
          local,
          count,
          remoteStride,
          localStride,
          pe,
          part,
          context);
    }
  }

  /** The signal of a put_signal: its symmetric address, its value, the operator's number. */
  record SignalPart(int address, int value, int operator) {
    private SignalPart renamed(IntUnaryOperator operands) {
      return new SignalPart(at(operands, address), at(operands, value), at(operands, operator));
    }
  }

  /** p: writes one value to a PE. */
  record PutValue(ScalarType type, int remote, int value, int pe, int context) implements OneSided {
    @Override
    public Instruction renamed(IntUnaryOperator operands, int dst) {
      return new PutValue(
          type, at(operands, remote), at(operands, value), at(operands, pe), at(operands, context));
    }
  }

  /** g: reads one value from a PE. */
  record GetValue(ScalarType type, int dst, int remote, int pe, int context) implements OneSided {
    @Override
    public Instruction renamed(IntUnaryOperator operands, int dst) {
      return new GetValue(type, dst, at(operands, remote), at(operands, pe), at(operands, context));
    }
  }

  /** An atomic memory operation on a PE's symmetric object; fetching where dst is a register. */
  record Amo(
      AtomicOp op,
      ScalarType type,
      int dst,
      int remote,
      int operand,
      int compare,
      int pe,
      int context)
      implements OneSided {
    @Override
    public Instruction renamed(IntUnaryOperator operands, int dst) {
      return new Amo(
          op,
          type,
          dst,
          at(operands, remote),
          at(operands, operand),
          at(operands, compare),
          at(operands, pe),
          at(operands, context));
    }
  }

  /**
   * A non-blocking fetching AMO: the old value is stored at {@code fetch} (a local address) by the
   * next quiet.
   */
  record AmoFetchNbi(
      AtomicOp op,
      ScalarType type,
      int fetch,
      int remote,
      int operand,
      int compare,
      int pe,
      int context)
      implements OneSided {
    @Override
    public Instruction renamed(IntUnaryOperator operands, int dst) {
      return new AmoFetchNbi(
          op,
          type,
          at(operands, fetch),
          at(operands, remote),
          at(operands, operand),
          at(operands, compare),
          at(operands, pe),
          at(operands, context));
    }
  }

  /** signal_op: updates one 64-bit signal word of a PE. */
  record SignalUpdate(int remote, int value, int operator, int pe, int context)
      implements OneSided {
    @Override
    public Instruction renamed(IntUnaryOperator operands, int dst) {
      return new SignalUpdate(
          at(operands, remote),
          at(operands, value),
          at(operands, operator),
          at(operands, pe),
          at(operands, context));
    }
  }

  /** Reads this PE's own signal word atomically. */
  record SignalFetch(int dst, int address) implements LibraryCall {
    @Override
    public Instruction renamed(IntUnaryOperator operands, int dst) {
      return new SignalFetch(dst, at(operands, address));
    }
  }

  // ---------------------------------------------------------------- order

  /** fence of one context, or of the default one; for one PE, or for all. */
  record Fence(int context, int pe) implements LibraryCall {
    public Fence(int context) {
      this(context, NO_REGISTER);
    }

    @Override
    public Instruction renamed(IntUnaryOperator operands, int dst) {
      return new Fence(at(operands, context), at(operands, pe));
    }
  }

  /** A call that may wait for operations of other agents of its PE, too. */
  sealed interface Drain extends LibraryCall {}

  /** quiet of one context, or of the default one; for one PE, or for all. */
  record Quiet(int context, int pe) implements Drain {
    public Quiet(int context) {
      this(context, NO_REGISTER);
    }

    @Override
    public Instruction renamed(IntUnaryOperator operands, int dst) {
      return new Quiet(at(operands, context), at(operands, pe));
    }
  }

  /**
   * flush of one context, or of the default one, to one PE, or to all: the sources of its puts may
   * change afterwards.
   */
  record Flush(int context, int pe) implements Drain {
    public Flush(int context) {
      this(context, NO_REGISTER);
    }

    @Override
    public Instruction renamed(IntUnaryOperator operands, int dst) {
      return new Flush(at(operands, context), at(operands, pe));
    }
  }

  /** Which of several words a wait or test asks for. */
  enum Quantifier {
    ONE,
    ALL,
    ANY,
    SOME
  }

  /**
   * The wait_until and test families, and signal_wait_until.
   *
   * @param blocking true for wait: a guarded step; false for test: one evaluation
   * @param signal true for signal_wait_until
   * @param dst ONE and ALL: 1 if it held (for a signal wait: the value seen); ANY: the index or -1;
   *     SOME: how many
   * @param words address of the first word
   * @param count number of words; NO_REGISTER for ONE
   * @param indices address of the result indices ({@code size_t}); SOME only
   * @param status address of the exclusion mask ({@code int}), or NO_REGISTER; a value of 0 in the
   *     register means none
   * @param operator number of the {@link Comparison}
   * @param value the value compared with, or for vector forms the address of the values
   * @param vector whether value is an address
   */
  record WaitUntil(
      ScalarType type,
      Quantifier quantifier,
      boolean blocking,
      boolean signal,
      int dst,
      int words,
      int count,
      int indices,
      int status,
      int operator,
      int value,
      boolean vector)
      implements LibraryCall {
    @Override
    public Instruction renamed(IntUnaryOperator operands, int dst) {
      return new WaitUntil(
          type,
          quantifier,
          blocking,
          signal,
          dst,
          at(operands, words),
          at(operands, count),
          at(operands, indices),
          at(operands, status),
          at(operands, operator),
          at(operands, value),
          vector);
    }
  }

  // ---------------------------------------------------------------- meeting

  /** The library that defines a collective, which decides the memory that it may access. */
  enum Family {
    CUDA,
    HOST,
    NVSHMEM,
    OPENSHMEM,
    MPI,
    NCCL
  }

  /**
   * Arrives at a meeting and goes on; {@link Depart}, which follows where the {@link
   * MeetingKind#waits kind} waits, waits for the others. element and operator where the kind names
   * them, else null.
   *
   * @param aligned whether all threads of a warp have to arrive at the same place of the program
   */
  record Arrive(
      MeetingKind kind,
      Family family,
      @Nullable Element element,
      @Nullable ReduceOp operator,
      CallScope scope,
      ImmutableIntArray arguments,
      boolean aligned)
      implements Instruction {
    /** An arrival that is not aligned. */
    public Arrive(
        MeetingKind kind,
        Family family,
        @Nullable Element element,
        @Nullable ReduceOp operator,
        CallScope scope,
        ImmutableIntArray arguments) {
      this(kind, family, element, operator, scope, arguments, false);
    }

    @Override
    public Instruction renamed(IntUnaryOperator operands, int dst) {
      return new Arrive(kind, family, element, operator, scope, all(operands, arguments), aligned);
    }
  }

  /** Waits until the meeting at which this agent arrived is complete; dst = its result. */
  record Depart(int dst) implements Instruction {
    @Override
    public Instruction renamed(IntUnaryOperator operands, int dst) {
      return new Depart(dst);
    }
  }
}
