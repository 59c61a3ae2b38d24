package org.shmemlab.scenarios.api.cuda;

import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.ExternalCall;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.api.lowering.CallSite;
import org.shmemlab.scenarios.api.lowering.Emission;
import org.shmemlab.scenarios.runtime.cuda.CudaCopies;
import org.shmemlab.scenarios.runtime.cuda.CudaMemory;
import org.shmemlab.scenarios.runtime.cuda.CudaStreams;
import org.shmemlab.scenarios.runtime.libc.CHeap;
import org.shmemlab.scenarios.runtime.libc.CMemory;

/**
 * Lowers {@code cudaMemcpy*} and {@code cudaMemset*} to tasks of a stream. The forms without a
 * stream are tasks of the default stream.
 *
 * <p>Source: CUDA Runtime API, "API synchronization behavior". The host waits for a copy to or from
 * its own memory, but not for one between places of device memory, nor for a memset of it. An
 * {@code Async} copy waits where it ends in pageable host memory; one that starts there has read
 * its source when it returns. NVSHMEM, "Implicitly Asynchronous cudaMemcpy", warns of it.
 */
final class CopyCalls {
  /** {@code cudaMemoryTypeUnregistered}: host memory that is not registered with CUDA. */
  private static final int PAGEABLE = 0;

  /** {@code cudaMemoryTypeDevice}. */
  private static final int DEVICE = 2;

  private static final int POINTER_ATTRIBUTES_BYTES = 24;

  private final CallSite site;
  private final CodeBuilder code;
  private final Emission emit;
  private final StreamTasks tasks;

  CopyCalls(CallSite site) {
    this.site = site;
    this.code = site.code();
    this.emit = new Emission(code);
    this.tasks = new StreamTasks(site);
  }

  /** A call of this group; the result is its {@code cudaError_t}. */
  int lower() {
    boolean async = site.function().has("stream");
    return switch (site.function().action()) {
      case "memcpy" -> {
        if (async) {
          yield copyAsync(arg(0), arg(1), arg(2), arg(3), arg(4));
        }
        yield copy(arg(0), arg(1), arg(2), arg(3));
      }
      case "memcpy_peer" -> {
        int kind = code.constant(CudaCalls.MEMCPY_DEFAULT);
        yield async
            ? later(arg(5), CudaCopies.COPY, arg(0), arg(2), arg(4), kind)
            : later(defaultStream(), CudaCopies.COPY, arg(0), arg(2), arg(4), kind);
      }
      case "memcpy_2d" -> {
        int[] rectangle = {arg(0), arg(1), arg(2), arg(3), arg(4), arg(5), arg(6)};
        yield async ? copy2dAsync(rectangle, arg(7)) : now(CudaCopies.COPY_2D, rectangle);
      }
      case "memcpy_to_symbol" -> copy(offset(arg(0), arg(3)), arg(1), arg(2), arg(4));
      case "memcpy_from_symbol" -> copy(arg(0), offset(arg(1), arg(3)), arg(2), arg(4));
      case "memset" ->
          async
              ? later(arg(3), CudaCopies.MEMSET, arg(0), arg(1), arg(2))
              : unlessOfDevice(isOf(DEVICE, arg(0)), CudaCopies.MEMSET, arg(0), arg(1), arg(2));
      default -> throw site.error("not supported yet: " + site.function().name());
    };
  }

  private int arg(int index) {
    return site.argument(index);
  }

  private int offset(int address, int bytes) {
    return emit.binary(BinaryOp.ADD, ScalarType.U64, address, bytes);
  }

  private int later(int stream, ExternalCall external, int... arguments) {
    tasks.enqueue(stream, external, arguments);
    return code.constant(CudaStatus.SUCCESS);
  }

  private int defaultStream() {
    return code.constant(CudaCalls.DEFAULT_STREAM);
  }

  private int now(ExternalCall external, int... arguments) {
    int stream = defaultStream();
    tasks.enqueue(stream, external, arguments);
    return emit.ask(CudaStreams.STREAM_SYNCHRONIZE, stream);
  }

  private int copy(int destination, int source, int bytes, int kind) {
    int ofDevice =
        emit.binary(BinaryOp.AND, ScalarType.I32, isOf(DEVICE, destination), isOf(DEVICE, source));
    return unlessOfDevice(ofDevice, CudaCopies.COPY, destination, source, bytes, kind);
  }

  /** A task of the default stream, for which the host waits unless it accesses the device alone. */
  private int unlessOfDevice(int ofDevice, ExternalCall external, int... arguments) {
    int error = code.constant(CudaStatus.SUCCESS);
    int stream = defaultStream();
    tasks.enqueue(stream, external, arguments);
    CodeBuilder.Label wait = code.label();
    CodeBuilder.Label done = code.label();
    code.branch(ofDevice, done, wait);
    code.place(wait);
    code.emit(moveTo(error, emit.ask(CudaStreams.STREAM_SYNCHRONIZE, stream)));
    code.place(done);
    return error;
  }

  private int copyAsync(int destination, int source, int bytes, int kind, int stream) {
    int error = code.constant(CudaStatus.SUCCESS);
    CodeBuilder.Label toHost = code.label();
    CodeBuilder.Label toDevice = code.label();
    CodeBuilder.Label direct = code.label();
    CodeBuilder.Label staged = code.label();
    CodeBuilder.Label done = code.label();
    code.branch(isPageable(destination), toHost, toDevice);

    code.place(toHost);
    tasks.enqueue(stream, CudaCopies.COPY, destination, source, bytes, kind);
    code.emit(moveTo(error, emit.ask(CudaStreams.STREAM_SYNCHRONIZE, stream)));
    code.jump(done);

    code.place(toDevice);
    code.branch(isPageable(source), staged, direct);
    code.place(staged);
    int stage = emit.ask(CHeap.MALLOC, bytes);
    emit.invoke(CMemory.MEMCPY, stage, source, bytes);
    tasks.enqueue(
        stream,
        "copy from a staging buffer",
        task -> {
          task.invoke(CudaCopies.COPY, 0, 1, 2, 3);
          task.invoke(CHeap.FREE, 1);
        },
        destination,
        stage,
        bytes,
        kind);
    code.jump(done);

    code.place(direct);
    tasks.enqueue(stream, CudaCopies.COPY, destination, source, bytes, kind);
    code.place(done);
    return error;
  }

  /** Waits where one side is pageable: the driver may, and then does not need a staging buffer. */
  private int copy2dAsync(int[] rectangle, int stream) {
    int error = code.constant(CudaStatus.SUCCESS);
    tasks.enqueue(stream, CudaCopies.COPY_2D, rectangle);
    CodeBuilder.Label wait = code.label();
    CodeBuilder.Label done = code.label();
    int either =
        emit.binary(
            BinaryOp.OR, ScalarType.I32, isPageable(rectangle[0]), isPageable(rectangle[2]));
    code.branch(either, wait, done);
    code.place(wait);
    code.emit(moveTo(error, emit.ask(CudaStreams.STREAM_SYNCHRONIZE, stream)));
    code.place(done);
    return error;
  }

  private static Instruction.Move moveTo(int dst, int src) {
    return new Instruction.Move(dst, src);
  }

  private int isPageable(int address) {
    return isOf(PAGEABLE, address);
  }

  private int isOf(int memoryType, int address) {
    int attributes = code.slotAddress(code.slot("pointer attributes", POINTER_ATTRIBUTES_BYTES));
    emit.invoke(CudaMemory.POINTER_ATTRIBUTES, attributes, address);
    int type = emit.load(ScalarType.I32, attributes, 0);
    return emit.binary(BinaryOp.EQ, ScalarType.I32, type, code.constant(memoryType));
  }
}
