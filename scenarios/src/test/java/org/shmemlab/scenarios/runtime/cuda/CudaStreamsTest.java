package org.shmemlab.scenarios.runtime.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.Variable.Storage;
import org.shmemlab.model.schedule.RunResult;
import org.shmemlab.scenarios.runtime.Asking;
import org.shmemlab.scenarios.runtime.Asking.Ran;
import org.shmemlab.scenarios.runtime.libc.CProcess;

class CudaStreamsTest {
  private static final int TO_HOST = 2; // cudaMemcpyDeviceToHost

  private final Asking asking = new Asking();

  // ---------------------------------------------------------------- streams

  @Test
  void aStreamIsBusyUntilItIsSynchronised() {
    int there = asking.variable("there", Storage.DEVICE, 8);
    int stream = stream();
    asking.show("%d ", asking.ask(CudaStreams.STREAM_QUERY, stream));
    asking.enqueue(stream, CudaCopies.MEMSET, there, asking.constant(1), asking.constant(8));
    asking.show(
        "%d %d %d ",
        asking.ask(CudaStreams.STREAM_QUERY, stream),
        asking.ask(CudaErrors.GET_LAST_ERROR),
        asking.ask(CudaStreams.STREAM_SYNCHRONIZE, stream));
    asking.show("%d", asking.ask(CudaStreams.STREAM_QUERY, stream));
    Ran ran = asking.run();
    assertThat(ran.out()).isEqualTo("0 600 600 0 0");
    assertThat(ran.warningTexts()).isEmpty();
  }

  @Test
  void workOfADestroyedStreamStillRuns() {
    int there = asking.variable("there", Storage.DEVICE, 8);
    int here = asking.variable("here", Storage.HOST, 8);
    int stream = stream();
    asking.enqueue(stream, CudaCopies.MEMSET, there, asking.constant('y'), asking.constant(3));
    asking.enqueue(
        stream, CudaCopies.COPY, here, there, asking.constant(8), asking.constant(TO_HOST));
    asking.show("%d ", asking.ask(CudaStreams.STREAM_DESTROY, stream));
    asking.show("%d ", asking.ask(CudaDevices.DEVICE_SYNCHRONIZE));
    asking.show("%s", here);
    assertThat(asking.run().out()).isEqualTo("0 0 yyy");
  }

  @Test
  void aDestroyedStreamIsUnknown() {
    int stream = stream();
    asking.invoke(CudaStreams.STREAM_DESTROY, stream);
    asking.show(
        "%d %d %d %d",
        asking.ask(CudaStreams.STREAM_SYNCHRONIZE, stream),
        asking.ask(CudaStreams.STREAM_QUERY, stream),
        asking.ask(CudaStreams.STREAM_DESTROY, stream),
        asking.ask(CudaErrors.GET_LAST_ERROR));
    Ran ran = asking.run();
    assertThat(ran.out()).isEqualTo("400 400 400 400");
    assertThat(ran.warningTexts().get(0))
        .isEqualTo("cudaErrorInvalidResourceHandle: stream 3 was never created or is destroyed");
  }

  @Test
  void workForADestroyedStreamIsAFault() {
    int stream = stream();
    asking.invoke(CudaStreams.STREAM_DESTROY, stream);
    asking.enqueue(stream, CProcess.NANOSECONDS);
    assertThat(asking.run().fault()).isEqualTo("work is queued on stream 3, which was destroyed");
  }

  @Test
  void theDefaultStreamIsThereAndIsNotDestroyed() {
    asking.show(
        "%d %d %d",
        asking.ask(CudaStreams.STREAM_SYNCHRONIZE, asking.constant(0)),
        asking.ask(CudaStreams.STREAM_QUERY, asking.constant(2)),
        asking.ask(CudaStreams.STREAM_DESTROY, asking.constant(0)));
    assertThat(asking.run().out()).isEqualTo("0 0 400");
  }

  @Test
  void copiesAreNotMadeByTheHostThread() {
    int null0 = asking.constant(0);
    asking.invoke(CudaCopies.COPY, null0, null0, null0, null0);
    assertThat(asking.run().fault()).isEqualTo("cudaMemcpy runs on a stream only");
  }

  @Test
  void aStreamDoesNotWaitForTheHost() {
    asking.enqueue(asking.constant(0), CudaDevices.DEVICE_SYNCHRONIZE);
    assertThat(asking.run().fault())
        .isEqualTo("cudaDeviceSynchronize is called by a stream; call it from the host thread");
  }

  // ---------------------------------------------------------------- events

  @Test
  void anEventIsCompleteWhenItsStreamHasComeToIt() {
    int stream = stream();
    int event = asking.ask(CudaEvents.EVENT_CREATE);
    asking.show(
        "%ld %d ",
        asking.ask(CudaEvents.EVENT_VERSION, event, stream),
        asking.ask(CudaEvents.EVENT_QUERY, event));
    record(event, stream);
    asking.show(
        "%ld %d %d ",
        asking.ask(CudaEvents.EVENT_VERSION, event, stream),
        asking.ask(CudaEvents.EVENT_QUERY, event),
        asking.ask(CudaEvents.EVENT_SYNCHRONIZE, event));
    asking.show("%d", asking.ask(CudaEvents.EVENT_QUERY, event));
    assertThat(asking.run().out()).isEqualTo("0 0 1 600 0 0");
  }

  @Test
  void aStreamWaitsForTheVersionOfTheCall() {
    int there = asking.variable("there", Storage.DEVICE, 8);
    int here = asking.variable("here", Storage.HOST, 8);
    int first = stream();
    int second = stream();
    int event = asking.ask(CudaEvents.EVENT_CREATE);
    long turns = asking.address("turns", Storage.DEVICE, 8);
    int slow = asking.kernel("slow", List.of(), code -> count(code, turns, 5000));
    asking.launch(slow, 1, first, 0);
    asking.enqueue(first, CudaCopies.MEMSET, there, asking.constant('e'), asking.constant(3));
    int version = record(event, first);
    asking.enqueue(second, CudaEvents.EVENT_AWAIT, event, version);
    asking.enqueue(
        second, CudaCopies.COPY, here, there, asking.constant(8), asking.constant(TO_HOST));
    asking.invoke(CudaEvents.EVENT_DESTROY, event);
    asking.invoke(CudaStreams.STREAM_SYNCHRONIZE, second);
    asking.show("%s", here);
    assertThat(asking.run().out()).isEqualTo("eee");
  }

  @Test
  void aWaitForAVersionThatIsNeverMarkedIsADeadlock() {
    int event = asking.ask(CudaEvents.EVENT_CREATE);
    asking.invoke(CudaEvents.EVENT_RECORD, event, stream());
    asking.invoke(CudaEvents.EVENT_SYNCHRONIZE, event);
    assertThat(asking.run().result()).isInstanceOf(RunResult.Deadlock.class);
  }

  @Test
  void timeBetweenEventsIsWhatTheKernelTook() {
    int stream = stream();
    int start = asking.ask(CudaEvents.EVENT_CREATE);
    int end = asking.ask(CudaEvents.EVENT_CREATE);
    long turns = asking.address("turns", Storage.DEVICE, 8);
    int slow = asking.kernel("slow", List.of(), code -> count(code, turns, 1000));
    record(start, stream);
    asking.launch(slow, 4, stream, 0);
    record(end, stream);
    asking.invoke(CudaEvents.EVENT_SYNCHRONIZE, end);
    int elapsed = asking.ask(CudaEvents.EVENT_ELAPSED, start, end);
    asking.show("%.1e", toDouble(elapsed));
    // 1000 turns of 6 instructions, a nanosecond each
    assertThat(asking.run().out()).isEqualTo("6.0e-03");
  }

  @Test
  void noTimeLiesBetweenEventsThatWereNotRecordedOrAreNotComplete() {
    int stream = stream();
    int start = asking.ask(CudaEvents.EVENT_CREATE);
    int end = asking.ask(CudaEvents.EVENT_CREATE);
    int elapsed = asking.ask(CudaEvents.EVENT_ELAPSED, start, end);
    asking.show("%f %d ", toDouble(elapsed), asking.ask(CudaErrors.GET_LAST_ERROR));
    record(start, stream);
    record(end, stream);
    elapsed = asking.ask(CudaEvents.EVENT_ELAPSED, start, end);
    asking.show("%f %d", toDouble(elapsed), asking.ask(CudaErrors.GET_LAST_ERROR));
    assertThat(asking.run().out()).isEqualTo("nan 400 nan 600");
  }

  @Test
  void aDestroyedEventIsUnknown() {
    int event = asking.ask(CudaEvents.EVENT_CREATE);
    int stream = stream();
    asking.invoke(CudaEvents.EVENT_DESTROY, event);
    asking.show(
        "%d %d %d %ld %ld",
        asking.ask(CudaEvents.EVENT_QUERY, event),
        asking.ask(CudaEvents.EVENT_SYNCHRONIZE, event),
        asking.ask(CudaEvents.EVENT_DESTROY, event),
        asking.ask(CudaEvents.EVENT_RECORD, event, stream),
        asking.ask(CudaEvents.EVENT_VERSION, event, stream));
    assertThat(asking.run().out()).isEqualTo("400 400 400 -401 -401");
  }

  private int stream() {
    return asking.ask(CudaStreams.STREAM_CREATE, asking.constant(1), asking.constant(0));
  }

  private int record(int event, int stream) {
    int version = asking.ask(CudaEvents.EVENT_RECORD, event, stream);
    asking.enqueue(stream, CudaEvents.EVENT_MARK, event, version);
    return version;
  }

  private int toDouble(int register) {
    int dst = asking.main.register();
    asking.main.emit(new Instruction.Convert(ScalarType.F32, ScalarType.F64, dst, register));
    return dst;
  }

  /** Counts a variable of device memory up: six instructions a turn. */
  private static void count(CodeBuilder code, long variable, int turns) {
    int address = code.constant(variable);
    int one = code.constant(1);
    int limit = code.constant(turns);
    int i = code.constant(0);
    int goOn = code.register();
    int value = code.register();
    CodeBuilder.Label loop = code.label();
    CodeBuilder.Label end = code.label();
    code.place(loop);
    code.emit(new Instruction.Load(ScalarType.I64, value, address, 0, false));
    code.emit(new Instruction.Binary(BinaryOp.ADD, ScalarType.I64, value, value, one));
    code.emit(new Instruction.Store(ScalarType.I64, address, 0, value, false));
    code.emit(new Instruction.Binary(BinaryOp.ADD, ScalarType.I64, i, i, one));
    code.emit(new Instruction.Binary(BinaryOp.LT, ScalarType.I64, goOn, i, limit));
    code.branch(goOn, loop, end);
    code.place(end);
  }
}
