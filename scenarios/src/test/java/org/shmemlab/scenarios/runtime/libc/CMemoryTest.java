package org.shmemlab.scenarios.runtime.libc;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.operation.Immediate;
import org.shmemlab.model.operation.Operation;
import org.shmemlab.model.operation.OrderingRules;
import org.shmemlab.model.program.Instruction.Family;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.program.Program.HeapSide;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.Variable.Storage;
import org.shmemlab.scenarios.runtime.Asking;
import org.shmemlab.scenarios.runtime.cuda.CudaDevices;
import org.shmemlab.scenarios.runtime.library.ShmemSetup;

class CMemoryTest {
  private final Asking asking = new Asking();

  @Test
  void memsetSetsBytesAndAnswersTheDestination() {
    int x = asking.variable("x", Storage.HOST, 8);
    int there = asking.ask(CMemory.MEMSET, x, asking.constant(0x1AB), asking.constant(3));
    asking.show("%lx %ld", asking.load(ScalarType.U64, x), asking.minus(there, x));
    assertThat(asking.run().out()).isEqualTo("ababab 0");
  }

  @Test
  void memcpyCopies() {
    int to = asking.variable("to", Storage.HOST, 8);
    asking.invoke(CMemory.MEMCPY, to, asking.text("abcdefg"), asking.constant(8));
    asking.show("%s", to);
    assertThat(asking.run().out()).isEqualTo("abcdefg");
  }

  @Test
  void memcpyOfOverlappingBytesIsAFaultAndMemmoveIsNot() {
    int x = asking.variable("x", Storage.HOST, 8);
    asking.invoke("strcpy", x, asking.text("abcdefg"));
    asking.invoke(CMemory.MEMMOVE, asking.plus(x, 1), x, asking.constant(3));
    asking.show("%s", x);
    asking.invoke(CMemory.MEMCPY, asking.plus(x, 4), x, asking.constant(4));
    asking.invoke(CMemory.MEMCPY, asking.plus(x, 3), x, asking.constant(4));
    Asking.Ran ran = asking.run();
    assertThat(ran.out()).isEqualTo("aabcefg");
    assertThat(ran.fault()).isEqualTo("memcpy: source and destination overlap in 'x'; use memmove");
  }

  @Test
  void memcmpIsUnsignedAndAnswersTheDifference() {
    int three = asking.constant(3);
    asking.show(
        "%d %d %d",
        asking.ask("memcmp", asking.text("abc"), asking.text("abc"), three),
        asking.ask("memcmp", asking.text("ab\u007f"), asking.text("ab\u00e9"), three),
        asking.ask("memcmp", asking.text("b"), asking.text("a"), asking.constant(0)));
    assertThat(asking.run().out()).isEqualTo("0 -68 0"); // 0x7f - 0xc3: the literal is UTF-8
  }

  @Test
  void nothingIsCheckedForNoBytes() {
    int null0 = asking.constant(0);
    asking.invoke(CMemory.MEMCPY, null0, null0, null0);
    asking.invoke(CMemory.MEMSET, null0, null0, null0);
    assertThat(asking.run().fault()).isEqualTo("none");
  }

  @Test
  void nullIsNotCopied() {
    int x = asking.variable("x", Storage.HOST, 8);
    asking.invoke(CMemory.MEMCPY, x, asking.constant(0), asking.constant(1));
    assertThat(asking.run().fault()).isEqualTo("null pointer is dereferenced");
  }

  @Test
  void hostCodeDoesNotReachDeviceMemory() {
    int there = asking.variable("there", Storage.DEVICE, 8);
    asking.invoke(CMemory.MEMSET, there, asking.constant(0), asking.constant(8));
    assertThat(asking.run().fault())
        .isEqualTo(
            "host code accesses 'there', which is device memory; copy it with cudaMemcpy first");
  }

  @Test
  void aKernelDoesNotReachHostMemory() {
    long here = asking.address("here", Storage.HOST, 8);
    long there = asking.address("there", Storage.DEVICE, 8);
    int kernel =
        asking.kernel(
            "k",
            List.of(),
            code ->
                Asking.invoke(
                    code,
                    CMemory.MEMCPY,
                    code.constant(there),
                    code.constant(here),
                    code.constant(8)));
    asking.launch(kernel, 1);
    asking.invoke(CudaDevices.DEVICE_SYNCHRONIZE);
    assertThat(asking.run().fault()).isEqualTo("device code accesses 'here', which is host memory");
  }

  @Test
  void stringLiteralsAreNotWritten() {
    asking.invoke(CMemory.MEMSET, asking.text("fixed"), asking.constant(0), asking.constant(1));
    assertThat(asking.run().fault())
        .isEqualTo("write to 'string literal', which is read-only memory");
  }

  @Test
  void bytesBeyondTheObjectAreAFault() {
    int x = asking.variable("x", Storage.HOST, 8);
    asking.invoke(CMemory.MEMSET, x, asking.constant(0), asking.constant(9));
    assertThat(asking.run().fault()).contains("access to 9 bytes at offset 0 of 'x'");
  }

  @Test
  void bytesForAMappedPeerAreOperations() {
    Asking onHost = new Asking(HeapSide.HOST);
    int x = onHost.variable("x", Storage.SYMMETRIC, 24);
    onHost.meet(MeetingKind.INIT, Family.OPENSHMEM);
    int other = onHost.minus(onHost.constant(1), onHost.myPe());
    int mapped = onHost.ask(ShmemSetup.POINTER, x, other);
    onHost.invoke(
        CMemory.MEMCPY, onHost.plus(mapped, 4), onHost.text("a few words.."), onHost.constant(13));
    onHost.invoke(CMemory.MEMSET, mapped, onHost.constant('m'), onHost.constant(4));
    onHost.meet(MeetingKind.SYNC, Family.OPENSHMEM, onHost.constant(0));
    onHost.show("%s;", x);
    List<Integer> sizes = new ArrayList<>();
    Asking.Ran ran = onHost.run(Job.ofPes(2), noting(sizes));
    assertThat(ran.out()).isEqualTo("mmmma few words..;mmmma few words..;");
    assertThat(sizes.subList(0, 10)).containsExactly(1, 1, 1, 1, 8, 1, 1, 1, 1, 1);
  }

  /** Rules under which everything is immediate, and that note the sizes of stores to peers. */
  private static OrderingRules noting(List<Integer> sizes) {
    OrderingRules immediate = new Immediate();
    return (OrderingRules)
        Proxy.newProxyInstance(
            OrderingRules.class.getClassLoader(),
            new Class<?>[] {OrderingRules.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("issueTraits")
                  && arguments[0] instanceof Operation.PeerStore store) {
                sizes.add(store.type().bytes());
              }
              return method.invoke(immediate, arguments);
            });
  }
}
