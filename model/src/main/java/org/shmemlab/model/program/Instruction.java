package org.shmemlab.model.program;

import com.google.common.primitives.ImmutableIntArray;
import org.jspecify.annotations.Nullable;

/**
 * One step of an agent's code. All operands are registers of the current function, numbered from 0;
 * {@link #NO_REGISTER} marks an operand that is not there. Jump targets are indices into the
 * function's instructions.
 *
 * <p>Operands that are C {@code int} or {@code size_t} values (PE numbers, counts, strides) are
 * read as signed 64-bit numbers.
 */
public sealed interface Instruction {
  int NO_REGISTER = -1;

  // ---------------------------------------------------------------- computation

  /** dst = bits. */
  record Const(int dst, long bits) implements Instruction {}

  /** dst = src. */
  record Move(int dst, int src) implements Instruction {}

  /** dst = a op b; the type is one of I32, U32, I64, U64, F32, F64. Comparisons give I32. */
  record Binary(BinaryOp op, ScalarType type, int dst, int a, int b) implements Instruction {}

  /** dst = op a; the type is one of I32, U32, I64, U64, F32, F64. */
  record Unary(UnaryOp op, ScalarType type, int dst, int a) implements Instruction {}

  /** dst = (to) a, as C converts. Floating to integer truncates and saturates, as GPUs do. */
  record Convert(ScalarType from, ScalarType to, int dst, int a) implements Instruction {}

  /** dst = function(a, b, c) in the given type; unused operands are NO_REGISTER. */
  record Compute(MathFunction function, ScalarType type, int dst, int a, int b, int c)
      implements Instruction {}

  /** dst = a special register. */
  record Special(SpecialRegister register, int dst) implements Instruction {}

  // ---------------------------------------------------------------- control

  record Jump(int target) implements Instruction {}

  /** Goes to one of two places: the first if the register (any type's bits) is not zero. */
  record Branch(int condition, int ifTrue, int ifFalse) implements Instruction {}

  /** Calls a function of the program; its register 0, 1, … are the arguments. */
  record Call(int function, int dst, ImmutableIntArray arguments) implements Instruction {}

  /** Calls the function whose address is in a register. */
  record CallIndirect(int address, int dst, ImmutableIntArray arguments) implements Instruction {}

  /** Returns from the function; src is NO_REGISTER for void. */
  record Return(int src) implements Instruction {}

  /** Asks the run-time system. dst is NO_REGISTER where the result is not used. */
  record Invoke(Service service, int dst, ImmutableIntArray arguments) implements Instruction {}

  /**
   * Appends a task to a stream: the stream's agent will call the function with these values. The
   * function must return normally.
   */
  record Enqueue(int stream, int function, ImmutableIntArray arguments) implements Instruction {}

  // ---------------------------------------------------------------- memory

  /** dst = address of a variable slot of this call. */
  record SlotAddress(int slot, int dst) implements Instruction {}

  /** dst = memory[address + offset]. */
  record Load(ScalarType type, int dst, int address, int offset, boolean isVolatile)
      implements Instruction {}

  /** memory[address + offset] = src. */
  record Store(ScalarType type, int address, int offset, int src, boolean isVolatile)
      implements Instruction {}

  /** Copies a constant number of bytes: assignment of structures. */
  record Copy(int destination, int source, int bytes) implements Instruction {}

  /** Fills a constant number of bytes with zero. */
  record Clear(int destination, int bytes) implements Instruction {}

  /**
   * CUDA atomics on this PE's own or mapped memory, which are relaxed; dst receives the old value
   * or is NO_REGISTER. compare is used by COMPARE_SWAP only.
   */
  record Atomic(
      AtomicOp op, ScalarType type, Reach reach, int dst, int address, int operand, int compare)
      implements Instruction {}

  /** {@code __threadfence*} and C11 fences: orders this agent's own loads and stores. */
  record ThreadFence(Reach reach) implements Instruction {}

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
   * @param signal what to do after the data of a put is visible, or null
   * @param context OpenSHMEM context, or NO_REGISTER for the default one
   */
  record Transfer(
      Direction direction,
      int wordBytes,
      boolean blocking,
      Scope scope,
      int remote,
      int local,
      int count,
      int remoteStride,
      int localStride,
      int pe,
      @Nullable SignalPart signal,
      int context)
      implements Instruction {}

  /** The signal of a put_signal: its symmetric address, its value, the operator's number. */
  record SignalPart(int address, int value, int operator) {}

  /** p: writes one value to a PE. */
  record PutValue(ScalarType type, int remote, int value, int pe, int context)
      implements Instruction {}

  /** g: reads one value from a PE. */
  record GetValue(ScalarType type, int dst, int remote, int pe, int context)
      implements Instruction {}

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
      implements Instruction {}

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
      implements Instruction {}

  /** signal_op: updates one 64-bit signal word of a PE. */
  record SignalUpdate(int remote, int value, int operator, int pe, int context)
      implements Instruction {}

  /** Reads this PE's own signal word atomically. */
  record SignalFetch(int dst, int address) implements Instruction {}

  // ---------------------------------------------------------------- order

  /** fence of one context, or of the default one. */
  record Fence(int context) implements Instruction {}

  /** quiet of one context, or of the default one. */
  record Quiet(int context) implements Instruction {}

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
   * @param blocking true for wait: a guarded step; false for test: one look
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
      implements Instruction {}

  // ---------------------------------------------------------------- meeting

  /** Who defined a collective, which decides what memory it may touch. */
  enum Family {
    CUDA,
    HOST,
    NVSHMEM,
    OPENSHMEM,
    MPI
  }

  /**
   * Arrives at a meeting and goes on; {@link Depart}, which follows where the {@link
   * MeetingKind#waits kind} waits, waits for the others. element and operator where the kind names
   * them, else null.
   */
  record Arrive(
      MeetingKind kind,
      Family family,
      @Nullable Element element,
      @Nullable ReduceOp operator,
      Scope scope,
      ImmutableIntArray arguments)
      implements Instruction {}

  /** Waits until the meeting at which this agent arrived is complete; dst = its result. */
  record Depart(int dst) implements Instruction {}
}
