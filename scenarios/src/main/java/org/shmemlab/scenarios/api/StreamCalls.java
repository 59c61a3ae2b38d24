package org.shmemlab.scenarios.api;

import com.google.common.primitives.ImmutableIntArray;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.runtime.CudaEvents;
import org.shmemlab.scenarios.runtime.CudaStreams;

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
        int version = emit.ask(CudaEvents.EVENT_VERSION, arg(1));
        int unknown = emit.binary(BinaryOp.EQ, ScalarType.I64, version, code.constant(-1));
        yield CudaStatus.unlessFailed(
            site, unknown, () -> tasks.enqueue(arg(0), CudaEvents.EVENT_AWAIT, arg(1), version));
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
      case "event_create" -> {
        emit.store(ScalarType.U64, arg(0), 0, emit.ask(CudaEvents.EVENT_CREATE));
        yield success();
      }
      case "event_destroy" -> emit.ask(CudaEvents.EVENT_DESTROY, arg(0));
      case "event_record" -> {
        int version = emit.ask(CudaEvents.EVENT_RECORD, arg(0));
        int unknown = emit.binary(BinaryOp.EQ, ScalarType.I64, version, code.constant(0));
        yield CudaStatus.unlessFailed(
            site, unknown, () -> tasks.enqueue(arg(1), CudaEvents.EVENT_MARK, arg(0), version));
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

  /** The stream itself calls a function of the host, whose address is in register 0. */
  private static void call(Emission task, ImmutableIntArray arguments) {
    task.code().emit(new Instruction.CallIndirect(0, Instruction.NO_REGISTER, arguments));
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
