package org.shmemlab.scenarios.api.cuda;

import com.google.common.primitives.ImmutableIntArray;
import org.shmemlab.model.program.AtomicOp;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.MemoryOrder;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.ThreadScope;
import org.shmemlab.scenarios.api.lowering.CallSite;
import org.shmemlab.scenarios.api.lowering.Emission;
import org.shmemlab.scenarios.runtime.cuda.CudaEvents;
import org.shmemlab.scenarios.runtime.cuda.CudaStreams;

/**
 * Lowers {@code cudaStream*} and {@code cudaEvent*}. An event counts its records: recording makes
 * the next version, which the stream marks when it reaches that task; waiting is for the version
 * that was the latest when the wait was queued.
 *
 * <p>A function of the host is called by the stream, which may not call CUDA again.
 *
 * <p>Source: CUDA Runtime API, "Stream Management", "Event Management" and "Execution Control".
 */
final class StreamCalls {
  private final CallSite site;
  private final CodeBuilder code;
  private final Emission emit;
  private final StreamTasks tasks;

  StreamCalls(CallSite site) {
    this.site = site;
    this.code = site.code();
    this.emit = new Emission(code);
    this.tasks = new StreamTasks(site);
  }

  /** A call of this group; the result is its {@code cudaError_t}. */
  int lower() {
    return switch (site.function().action()) {
      case "stream_create" -> {
        int flags = argumentOr0(1);
        int priority = argumentOr0(2);
        emit.store(ScalarType.U64, arg(0), 0, emit.ask(CudaStreams.STREAM_CREATE, flags, priority));
        yield success();
      }
      case "stream_destroy" -> emit.ask(CudaStreams.STREAM_DESTROY, arg(0));
      case "stream_synchronize" -> emit.ask(CudaStreams.STREAM_SYNCHRONIZE, arg(0));
      case "stream_query" -> emit.ask(CudaStreams.STREAM_QUERY, arg(0));
      case "stream_wait_event" -> {
        int version = emit.ask(CudaEvents.EVENT_VERSION, arg(1), arg(0));
        yield unlessAnswered(
            version, () -> tasks.enqueue(arg(0), CudaEvents.EVENT_AWAIT, arg(1), version));
      }
      case "stream_host_function" -> {
        tasks.enqueue(
            arg(0), "host function", task -> call(task, ImmutableIntArray.of(1)), arg(1), arg(2));
        yield success();
      }
      case "stream_callback" -> {
        tasks.enqueue(
            arg(0),
            "callback",
            task -> call(task, ImmutableIntArray.of(2, task.constant(CudaStatus.SUCCESS), 1)),
            arg(1),
            arg(2),
            arg(0));
        yield success();
      }
      case "stream_wait_value" -> {
        tasks.enqueue(arg(3), site.function().name(), this::awaitValue, arg(0), arg(1), arg(2));
        yield success();
      }
      case "stream_write_value" -> {
        tasks.enqueue(arg(2), site.function().name(), this::writeValue, arg(0), arg(1));
        yield success();
      }
      case "event_create" -> {
        emit.store(ScalarType.U64, arg(0), 0, emit.ask(CudaEvents.EVENT_CREATE));
        yield success();
      }
      case "event_destroy" -> emit.ask(CudaEvents.EVENT_DESTROY, arg(0));
      case "event_record" -> {
        int version = emit.ask(CudaEvents.EVENT_RECORD, arg(0), arg(1));
        yield unlessAnswered(
            version, () -> tasks.enqueue(arg(1), CudaEvents.EVENT_MARK, arg(0), version));
      }
      case "event_synchronize" -> emit.ask(CudaEvents.EVENT_SYNCHRONIZE, arg(0));
      case "event_query" -> emit.ask(CudaEvents.EVENT_QUERY, arg(0));
      case "event_elapsed_time" -> {
        int elapsed = emit.ask(CudaEvents.EVENT_ELAPSED, arg(1), arg(2));
        int failed = emit.binary(BinaryOp.NE, ScalarType.F32, elapsed, elapsed); // not a number
        yield CudaStatus.unlessFailed(
            site, failed, () -> emit.store(ScalarType.F32, arg(0), 0, elapsed));
      }
      default -> throw site.error("not supported yet: " + site.function().name());
    };
  }

  /** The result that a number below 0 stands for; else the task is queued, and success. */
  private int unlessAnswered(int version, Runnable enqueue) {
    return emit.choose(
        emit.binary(BinaryOp.LT, ScalarType.I64, version, code.constant(0)),
        () -> emit.binary(BinaryOp.SUB, ScalarType.I64, code.constant(-1), version),
        () -> {
          enqueue.run();
          return success();
        });
  }

  /** The stream itself calls a function of the host, whose address is in register 0. */
  private static void call(Emission task, ImmutableIntArray arguments) {
    task.code().emit(new Instruction.CallIndirect(0, Instruction.NO_REGISTER, arguments));
  }

  private ScalarType word() {
    return site.function().attribute("bytes").equals("4") ? ScalarType.U32 : ScalarType.U64;
  }

  /** Registers: address, value, comparison. The wait acquires: see {@link #writeValue}. */
  private void awaitValue(Emission task) {
    task.during(
        () -> access(task, AtomicOp.FETCH, MemoryOrder.ACQUIRE, Instruction.NO_REGISTER),
        now -> task.binary(BinaryOp.EQ, ScalarType.I32, holds(task, now), task.constant(0)),
        _ -> {});
  }

  private int access(Emission task, AtomicOp op, MemoryOrder order, int operand) {
    int before = task.code().register();
    task.code()
        .emit(
            new Instruction.Atomic(
                op,
                word(),
                order,
                order == MemoryOrder.RELEASE ? MemoryOrder.RELAXED : order,
                ThreadScope.SYSTEM,
                before,
                0,
                operand,
                Instruction.NO_REGISTER));
    return before;
  }

  /** Whether a word is what the wait is for: greater or equal, equal, and, not or. */
  private int holds(Emission task, int now) {
    boolean narrow = word() == ScalarType.U32;
    int distance = task.binary(BinaryOp.SUB, narrow ? ScalarType.I32 : ScalarType.I64, now, 1);
    int zero = task.constant(0);
    ScalarType signed = narrow ? ScalarType.I32 : ScalarType.I64;
    return task.choose(
        task.binary(BinaryOp.EQ, ScalarType.U32, 2, task.constant(0)),
        () -> task.binary(BinaryOp.GE, signed, distance, zero),
        () ->
            task.choose(
                task.binary(BinaryOp.EQ, ScalarType.U32, 2, task.constant(1)),
                () -> task.binary(BinaryOp.EQ, signed, distance, zero),
                () -> bits(task, now)));
  }

  private int bits(Emission task, int now) {
    int common = task.binary(BinaryOp.AND, word(), now, 1);
    int either = task.binary(BinaryOp.OR, word(), now, 1);
    int all = task.constant(word() == ScalarType.U32 ? 0xFFFF_FFFFL : -1);
    return task.choose(
        task.binary(BinaryOp.EQ, ScalarType.U32, 2, task.constant(2)),
        () -> task.binary(BinaryOp.NE, word(), common, task.constant(0)),
        () -> task.binary(BinaryOp.NE, word(), either, all));
  }

  /** Registers: address, value. Earlier work of the stream happens-before work after the waits. */
  private void writeValue(Emission task) {
    access(task, AtomicOp.SET, MemoryOrder.RELEASE, 1);
  }

  private int arg(int index) {
    return site.argument(index);
  }

  private int argumentOr0(int index) {
    return index < site.argumentCount() ? arg(index) : code.constant(0);
  }

  private int success() {
    return code.constant(CudaStatus.SUCCESS);
  }
}
