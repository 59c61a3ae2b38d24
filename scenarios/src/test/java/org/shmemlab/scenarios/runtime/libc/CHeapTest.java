package org.shmemlab.scenarios.runtime.libc;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Splitter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.Variable.Storage;
import org.shmemlab.scenarios.runtime.Asking;
import org.shmemlab.scenarios.runtime.Asking.Ran;
import org.shmemlab.scenarios.runtime.cuda.CudaDevices;
import org.shmemlab.scenarios.runtime.cuda.CudaMemory;

class CHeapTest {
  private final Asking asking = new Asking();

  @Test
  void anObjectIsNamedAfterTheLineThatMadeItAndHasExactBounds() {
    int object = asking.ask(CHeap.MALLOC, asking.constant(8));
    asking.store(ScalarType.U64, asking.plus(object, 1), object);
    assertThat(asking.run().fault())
        .isEqualTo(
            "access to 8 bytes at offset 1 of 'malloc at asking.cu:1' (host memory),"
                + " which has 8 bytes");
  }

  @Test
  void objectsOfNoBytesAreDifferentAndNotNull() {
    int zero = asking.constant(0);
    asking.show("%p %p", asking.ask(CHeap.MALLOC, zero), asking.ask(CHeap.MALLOC, zero));
    List<String> addresses = Splitter.on(' ').splitToList(asking.run().out());
    assertThat(addresses.get(0)).startsWith("0x").isNotEqualTo(addresses.get(1));
  }

  @Test
  void callocOverflowGivesNull() {
    int many = asking.constant(1L << 33);
    asking.show("%p", asking.ask("calloc", many, many));
    assertThat(asking.run().out()).isEqualTo("(nil)");
  }

  @Test
  void whatIsTooLargeIsAFault() {
    asking.invoke(CHeap.MALLOC, asking.constant(-1));
    assertThat(asking.run().fault())
        .isEqualTo("malloc of 18446744073709551615 bytes: no object is larger than 8589934592");
  }

  @Test
  void reallocKeepsTheBytesAndEndsTheOldObject() {
    int object = asking.ask("strdup", asking.text("abcdef"));
    int larger = asking.ask("realloc", object, asking.constant(100));
    asking.show("%s", larger);
    asking.show("%s", object);
    Ran ran = asking.run();
    assertThat(ran.out()).isEqualTo("abcdef");
    assertThat(ran.fault()).contains("use of an object that was freed");
  }

  @Test
  void reallocShrinksAndAllocatesAndFrees() {
    int object = asking.ask("strdup", asking.text("abcdef"));
    int smaller = asking.ask("realloc", object, asking.constant(2));
    asking.show("%.2s ", smaller);
    int fresh = asking.ask("realloc", asking.constant(0), asking.constant(1));
    asking.show("%p", asking.ask("realloc", fresh, asking.constant(0)));
    asking.invoke(CHeap.FREE, fresh);
    Ran ran = asking.run();
    assertThat(ran.out()).isEqualTo("ab (nil)");
    assertThat(ran.fault()).contains("use of an object that was freed");
  }

  @Test
  void alignmentsArePowersOfTwo() {
    int bytes = asking.constant(64);
    int good = asking.ask("aligned_alloc", asking.constant(4096), bytes);
    int bad = asking.ask("aligned_alloc", asking.constant(24), bytes);
    asking.show("%u %p", good, bad);
    assertThat(asking.run().out()).isEqualTo("0 (nil)");
  }

  @Test
  void nullIsFreed() {
    asking.invoke(CHeap.FREE, asking.constant(0));
    assertThat(asking.run().fault()).isEqualTo("none");
  }

  @Test
  void freeingTwiceIsAFault() {
    int object = asking.ask(CHeap.MALLOC, asking.constant(8));
    asking.invoke(CHeap.FREE, object);
    asking.invoke(CHeap.FREE, object);
    assertThat(asking.run().fault()).contains("use of an object that was freed");
  }

  @Test
  void freeingTheMiddleIsAFault() {
    int object = asking.ask(CHeap.MALLOC, asking.constant(8));
    asking.invoke(CHeap.FREE, asking.plus(object, 4));
    assertThat(asking.run().fault())
        .isEqualTo(
            "free of a pointer 4 bytes into 'malloc at asking.cu:1';"
                + " pass the pointer that malloc gave");
  }

  @Test
  void freeingAVariableIsAFault() {
    asking.invoke(CHeap.FREE, asking.variable("x", Storage.HOST, 8));
    assertThat(asking.run().fault())
        .isEqualTo("free of 'x', which is host memory that malloc did not make");
  }

  @Test
  void freeingALocalVariableIsAFault() {
    asking.invoke(CHeap.FREE, asking.main.slotAddress(asking.main.slot("local", 8)));
    assertThat(asking.run().fault()).contains("free of 'local'", "malloc did not make");
  }

  @Test
  void freeingDeviceMemoryNamesTheRightCall() {
    asking.invoke(CHeap.FREE, asking.ask(CudaMemory.MALLOC, asking.constant(8)));
    assertThat(asking.run().fault())
        .isEqualTo(
            "free of 'cudaMalloc at asking.cu:1', which is device memory that malloc did not make;"
                + " free it with cudaFree");
  }

  @Test
  void freeingSymmetricMemoryNamesTheRightCall() {
    asking.invoke(CHeap.FREE, asking.variable("s", Storage.SYMMETRIC, 8));
    assertThat(asking.run().fault()).endsWith("free it with nvshmem_free");
  }

  @Test
  void kernelsHaveAHeapInDeviceMemory() {
    long kept = asking.address("kept", Storage.MANAGED, 8);
    int kernel =
        asking.kernel(
            "k",
            List.of(),
            code -> {
              int object = Asking.ask(code, CHeap.MALLOC, code.constant(8));
              code.emit(
                  new Instruction.Store(ScalarType.U64, code.constant(kept), 0, object, false));
            });
    asking.launch(kernel, 1);
    asking.invoke(CudaDevices.DEVICE_SYNCHRONIZE);
    asking.invoke(CHeap.FREE, asking.load(ScalarType.U64, asking.constant(kept)));
    assertThat(asking.run().fault())
        .contains("free of 'malloc at", "is device memory: a kernel's malloc is freed by a kernel");
  }

  @Test
  void memoryOfAKernelsHeapIsFreedInAKernel() {
    int kernel =
        asking.kernel(
            "k",
            List.of(),
            code ->
                Asking.invoke(code, CHeap.FREE, Asking.ask(code, CHeap.MALLOC, code.constant(8))));
    asking.launch(kernel, 1);
    asking.invoke(CudaDevices.DEVICE_SYNCHRONIZE);
    assertThat(asking.run().fault()).isEqualTo("none");
  }
}
