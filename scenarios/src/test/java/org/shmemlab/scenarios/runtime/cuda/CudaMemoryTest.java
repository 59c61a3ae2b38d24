package org.shmemlab.scenarios.runtime.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.ExternalCall;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.Variable.Storage;
import org.shmemlab.scenarios.runtime.Asking;
import org.shmemlab.scenarios.runtime.Asking.Ran;
import org.shmemlab.scenarios.runtime.libc.CHeap;
import org.shmemlab.scenarios.runtime.libc.CMemory;
import org.shmemlab.scenarios.runtime.libc.CStrings;
import org.shmemlab.scenarios.runtime.library.ShmemSetup;

class CudaMemoryTest {
  private static final int DEFAULT = 4; // cudaMemcpyDefault

  private final Asking asking = new Asking();

  // ---------------------------------------------------------------- allocation

  @Test
  void deviceMemoryIsNotTheHosts() {
    int memory = asking.ask(CudaMemory.MALLOC, asking.constant(8));
    asking.invoke(CMemory.MEMSET, memory, asking.constant(0), asking.constant(8));
    assertThat(asking.run().fault())
        .isEqualTo(
            "host code accesses 'cudaMalloc at asking.cu:1', which is device memory;"
                + " copy it with cudaMemcpy first");
  }

  @Test
  void pinnedAndManagedMemoryIsTheHostsToo() {
    for (ExternalCall call : List.of(CudaMemory.MALLOC_HOST, CudaMemory.MALLOC_MANAGED)) {
      int memory = asking.ask(call, asking.constant(8));
      asking.invoke("strcpy", memory, asking.text("ok"));
      asking.show("%s ", memory);
    }
    assertThat(asking.run().out()).isEqualTo("ok ok ");
  }

  @Test
  void moreThanTheGpuHasIsOutOfMemory() {
    int memory = asking.ask(CudaMemory.MALLOC, asking.constant(1L << 50));
    asking.show("%p %d", memory, asking.ask(CudaErrors.PEEK_LAST_ERROR));
    Ran ran = asking.run();
    assertThat(ran.out()).isEqualTo("(nil) 2");
    assertThat(ran.warningTexts())
        .containsExactly(
            "cudaErrorMemoryAllocation: 1125899906842624 bytes; 141000000000 are free");
  }

  @Test
  void noBytesAreNoMemoryAndNoError() {
    int memory = asking.ask(CudaMemory.MALLOC, asking.constant(0));
    asking.show("%p %d", memory, asking.ask(CudaErrors.PEEK_LAST_ERROR));
    assertThat(asking.run().out()).isEqualTo("(nil) 0");
  }

  @Test
  void whatIsFreeShrinksAndGrows() {
    int free = asking.variable("free", Storage.HOST, 8);
    int total = asking.variable("total", Storage.HOST, 8);
    int memory = asking.ask(CudaMemory.MALLOC, asking.constant(1000));
    asking.invoke(CudaMemory.MALLOC_HOST, asking.constant(1000));
    asking.invoke(CudaMemory.MEM_GET_INFO, free, total);
    asking.show("%zu %zu ", asking.load(ScalarType.U64, free), asking.load(ScalarType.U64, total));
    asking.invoke(CudaMemory.FREE, memory);
    asking.invoke(CudaMemory.MEM_GET_INFO, free, total);
    asking.show("%zu", asking.load(ScalarType.U64, free));
    assertThat(asking.run().out()).isEqualTo("140999999000 141000000000 141000000000");
  }

  // ---------------------------------------------------------------- the end

  @Test
  void nullIsFreed() {
    int null0 = asking.constant(0);
    asking.show(
        "%d %d", asking.ask(CudaMemory.FREE, null0), asking.ask(CudaMemory.FREE_HOST, null0));
    assertThat(asking.run().out()).isEqualTo("0 0");
  }

  @Test
  void freedMemoryIsGone() {
    int memory = asking.ask(CudaMemory.MALLOC_MANAGED, asking.constant(8));
    asking.show("%d", asking.ask(CudaMemory.FREE, memory));
    asking.invoke(CStrings.STRLEN, memory);
    Ran ran = asking.run();
    assertThat(ran.out()).isEqualTo("0");
    assertThat(ran.fault()).contains("use of an object that was freed");
  }

  @Test
  void freeingTwiceIsAFault() {
    int memory = asking.ask(CudaMemory.MALLOC, asking.constant(8));
    asking.invoke(CudaMemory.FREE, memory);
    asking.invoke(CudaMemory.FREE, memory);
    assertThat(asking.run().fault()).contains("use of an object that was freed");
  }

  @Test
  void freeingTheMiddleIsAFault() {
    int memory = asking.ask(CudaMemory.MALLOC, asking.constant(8));
    asking.invoke(CudaMemory.FREE, asking.plus(memory, 1));
    assertThat(asking.run().fault())
        .contains("cudaFree of a pointer 1 bytes into 'cudaMalloc at asking.cu:1'");
  }

  @Test
  void everyKindOfMemoryHasItsOwnCall() {
    assertThat(freeing(CudaMemory.FREE, a -> a.ask(CHeap.MALLOC, a.constant(8))))
        .isEqualTo(
            "cudaFree of 'malloc at asking.cu:1', which is host memory;"
                + " only what malloc made is freed, with free");
    assertThat(freeing(CudaMemory.FREE, a -> a.ask(CudaMemory.MALLOC_HOST, a.constant(8))))
        .endsWith("which is pinned host memory; free it with cudaFreeHost");
    assertThat(freeing(CudaMemory.FREE_HOST, a -> a.ask(CudaMemory.MALLOC, a.constant(8))))
        .endsWith("which is device memory; free it with cudaFree");
    assertThat(freeing(CudaMemory.FREE, a -> a.variable("s", Storage.SYMMETRIC, 8)))
        .endsWith("which is symmetric device memory; free it with nvshmem_free");
    assertThat(freeing(CudaMemory.FREE, a -> a.variable("d", Storage.DEVICE, 8)))
        .isEqualTo("cudaFree of 'd', which is device memory of the program");
  }

  private interface Making {
    int memory(Asking asking);
  }

  private static String freeing(ExternalCall call, Making making) {
    Asking asking = new Asking();
    asking.invoke(call, making.memory(asking));
    return asking.run().fault();
  }

  @Test
  void freeOnAStreamComesInItsTurn() {
    int memory = asking.ask(CudaMemory.MALLOC, asking.constant(8));
    int stream = asking.constant(0);
    asking.enqueue(stream, CudaCopies.MEMSET, memory, asking.constant(1), asking.constant(8));
    asking.enqueue(stream, CudaMemory.FREE, memory);
    asking.enqueue(stream, CudaCopies.MEMSET, memory, asking.constant(1), asking.constant(8));
    assertThat(asking.run().fault()).contains("use of an object that was freed");
  }

  // ---------------------------------------------------------------- attributes

  @Test
  void everyPointerHasItsType() {
    attributes(asking.variable("host", Storage.HOST, 8));
    attributes(asking.ask(CudaMemory.MALLOC_HOST, asking.constant(8)));
    attributes(asking.ask(CudaMemory.MALLOC, asking.constant(8)));
    attributes(asking.ask(CudaMemory.MALLOC_MANAGED, asking.constant(8)));
    attributes(asking.variable("symmetric", Storage.SYMMETRIC, 8));
    attributes(asking.constant(0));
    assertThat(asking.run().out()).isEqualTo("0 -2 n h;1 0 d h;2 0 d n;3 0 d h;2 0 d n;0 -2 n n;");
  }

  @Test
  void aPeersMemoryIsOnThePeersDevice() {
    int x = asking.variable("x", Storage.SYMMETRIC, 8);
    asking.init();
    asking.invoke(CudaDevices.SET_DEVICE, asking.myPe());
    asking.meet(MeetingKind.SYNC, Instruction.Family.NVSHMEM, asking.constant(0));
    attributes(asking.ask(ShmemSetup.POINTER, x, asking.constant(1)));
    assertThat(asking.run(Job.ofPes(2)).out()).isEqualTo("2 1 d n;2 1 d n;");
  }

  private void attributes(int address) {
    int attributes = asking.main.slotAddress(asking.main.slot("attributes", 24));
    asking.invoke(CudaMemory.POINTER_ATTRIBUTES, attributes, address);
    int device = asking.load(ScalarType.U64, asking.plus(attributes, 8));
    int host = asking.load(ScalarType.U64, asking.plus(attributes, 16));
    asking.show(
        "%d %d %c %c;",
        asking.load(ScalarType.I32, attributes),
        asking.load(ScalarType.I32, asking.plus(attributes, 4)),
        choice(device, 'd'),
        choice(host, 'h'));
  }

  /** A letter where a value is not zero, else n. */
  private int choice(int value, char letter) {
    int dst = asking.constant('n');
    CodeBuilder.Label some = asking.main.label();
    CodeBuilder.Label done = asking.main.label();
    asking.main.branch(value, some, done);
    asking.main.place(some);
    asking.main.emit(new Instruction.Const(dst, letter));
    asking.main.place(done);
    return dst;
  }

  // ---------------------------------------------------------------- copies

  @Test
  void aCopyGoesToTheDeviceAndBack() {
    int here = asking.variable("here", Storage.HOST, 8);
    int there = asking.ask(CudaMemory.MALLOC, asking.constant(8));
    int stream = asking.constant(0);
    copy(stream, there, asking.text("there"), 6, 1);
    copy(stream, here, there, 8, 2);
    asking.invoke(CudaStreams.STREAM_SYNCHRONIZE, stream);
    asking.show("%s", here);
    assertThat(asking.run().out()).isEqualTo("there");
  }

  @Test
  void aCopyReachesConstantsThatCodeCannotWrite() {
    int constant = asking.variable("table", Storage.DEVICE_CONSTANT, 8);
    int here = asking.variable("here", Storage.HOST, 8);
    int stream = asking.constant(0);
    copy(stream, constant, asking.text("fixed"), 6, 1);
    copy(stream, here, constant, 8, 2);
    asking.invoke(CudaStreams.STREAM_SYNCHRONIZE, stream);
    asking.show("%s", here);
    assertThat(asking.run().out()).isEqualTo("fixed");
  }

  @Test
  void aCopyReachesAMappedPeer() {
    int x = asking.variable("x", Storage.SYMMETRIC, 8);
    int here = asking.variable("here", Storage.HOST, 8);
    asking.init();
    int other = asking.minus(asking.constant(1), asking.myPe());
    int mapped = asking.ask(ShmemSetup.POINTER, x, other);
    int stream = asking.constant(0);
    copy(stream, mapped, asking.text("peer"), 5, 1);
    asking.invoke(CudaStreams.STREAM_SYNCHRONIZE, stream);
    asking.meet(MeetingKind.SYNC, Instruction.Family.NVSHMEM, asking.constant(0));
    copy(stream, here, x, 5, 2);
    asking.invoke(CudaStreams.STREAM_SYNCHRONIZE, stream);
    asking.show("%s ", here);
    assertThat(asking.run(Job.ofPes(2)).out()).isEqualTo("peer peer ");
  }

  @Test
  void aKindThatContradictsTheMemoryIsAFault() {
    int here = asking.variable("here", Storage.HOST, 8);
    copy(asking.constant(0), here, asking.text("text"), 4, 1);
    assertThat(asking.run().fault())
        .isEqualTo("cudaMemcpyHostToDevice, but destination 'here' is host memory");
  }

  @Test
  void theSourceIsCheckedToo() {
    int there = asking.variable("there", Storage.DEVICE, 8);
    int here = asking.variable("here", Storage.HOST, 8);
    copy(asking.constant(0), there, here, 8, 3);
    assertThat(asking.run().fault())
        .isEqualTo("cudaMemcpyDeviceToDevice, but source 'here' is host memory");
  }

  @Test
  void anUnknownKindIsAFault() {
    copy(asking.constant(0), asking.constant(0), asking.constant(0), 8, 5);
    assertThat(asking.run().fault()).isEqualTo("cudaMemcpy: 5 is not a cudaMemcpyKind (0 to 4)");
  }

  @Test
  void aCopyStaysInsideItsObjects() {
    int there = asking.variable("there", Storage.DEVICE, 8);
    int here = asking.variable("here", Storage.HOST, 4);
    copy(asking.constant(0), there, here, 8, DEFAULT);
    assertThat(asking.run().fault()).contains("access to 8 bytes at offset 0 of 'here'");
  }

  @Test
  void aCopyOntoItselfIsAFault() {
    int there = asking.variable("there", Storage.DEVICE, 8);
    copy(asking.constant(0), there, asking.plus(there, 4), 5, DEFAULT);
    asking.invoke(CudaDevices.DEVICE_SYNCHRONIZE);
    assertThat(asking.run().fault()).contains("access to 5 bytes at offset 4 of 'there'");
    Asking again = new Asking();
    int x = again.variable("x", Storage.DEVICE, 8);
    again.enqueue(
        again.constant(0),
        CudaCopies.COPY,
        x,
        again.plus(x, 1),
        again.constant(4),
        again.constant(DEFAULT));
    assertThat(again.run().fault()).isEqualTo("cudaMemcpy: source and destination overlap in 'x'");
  }

  @Test
  void rowsAreCopiedWithTheirPitches() {
    int there = asking.variable("there", Storage.DEVICE, 12);
    int here = asking.variable("here", Storage.HOST, 6);
    int stream = asking.constant(0);
    rows(stream, there, 4, asking.text("abcdefgh"), 3, 2, 3, 1);
    rows(stream, here, 2, there, 4, 2, 3, 2);
    asking.invoke(CudaStreams.STREAM_SYNCHRONIZE, stream);
    asking.show("%.6s", here);
    assertThat(asking.run().out()).isEqualTo("abdegh");
  }

  @Test
  void rowsWiderThanAPitchAreAFault() {
    int there = asking.variable("there", Storage.DEVICE, 12);
    rows(asking.constant(0), there, 4, asking.text("abcdefgh"), 3, 4, 2, 1);
    assertThat(asking.run().fault())
        .isEqualTo("cudaMemcpy2D: rows of 4 bytes are wider than a pitch of 3");
  }

  @Test
  void memsetIsForDeviceMemory() {
    int here = asking.variable("here", Storage.HOST, 8);
    asking.enqueue(
        asking.constant(0), CudaCopies.MEMSET, here, asking.constant(0), asking.constant(8));
    assertThat(asking.run().fault()).isEqualTo("cudaMemset: 'here' is host memory; use memset");
  }

  private void copy(int stream, int destination, int source, int bytes, int kind) {
    asking.enqueue(
        stream,
        CudaCopies.COPY,
        destination,
        source,
        asking.constant(bytes),
        asking.constant(kind));
  }

  private void rows(
      int stream,
      int destination,
      int destinationPitch,
      int source,
      int sourcePitch,
      int width,
      int height,
      int kind) {
    asking.enqueue(
        stream,
        CudaCopies.COPY_2D,
        destination,
        asking.constant(destinationPitch),
        source,
        asking.constant(sourcePitch),
        asking.constant(width),
        asking.constant(height),
        asking.constant(kind));
  }
}
