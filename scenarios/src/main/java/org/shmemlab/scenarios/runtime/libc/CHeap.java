package org.shmemlab.scenarios.runtime.libc;

import com.google.common.collect.ImmutableList;
import org.shmemlab.model.access.Allocation;
import org.shmemlab.model.interpreter.Footprint;
import org.shmemlab.model.interpreter.ObjectDescription;
import org.shmemlab.model.interpreter.RuntimeCall;
import org.shmemlab.model.interpreter.ServiceCall;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.memory.Residence;
import org.shmemlab.model.program.Address;
import org.shmemlab.scenarios.runtime.call.CHeader;
import org.shmemlab.scenarios.runtime.call.CText;
import org.shmemlab.scenarios.runtime.call.CallerCheck;
import org.shmemlab.scenarios.runtime.call.DeclaredCall;
import org.shmemlab.scenarios.runtime.call.Span;
import org.shmemlab.scenarios.runtime.call.Touches;

/**
 * Implements C's allocator (ISO C 17, 7.22.3). Every object is its own, named after the line that
 * made it; all but those of {@code calloc} hold no value until one is written. In a kernel, malloc
 * gives device memory, which only a kernel may free (CUDA C++ Programming Guide, "Dynamic Global
 * Memory Allocation").
 */
public final class CHeap {
  public static final RuntimeCall MALLOC = RuntimeCall.of("malloc", CHeap::malloc);

  public static final RuntimeCall FREE =
      RuntimeCall.of("free", call -> call.frees(call.argument(0)), CHeap::free);

  /** The calls of the family that programs make by these names. */
  public static final ImmutableList<DeclaredCall> DECLARED =
      ImmutableList.of(
          CHeader.STDLIB.host("void *malloc(size_t size)", MALLOC).everywhere(),
          CHeader.STDLIB.host("void *calloc(size_t count, size_t size)", CHeap::calloc),
          CHeader.STDLIB.host(
              "void *realloc(void *ptr, size_t size)", CHeap::moves, CHeap::realloc),
          CHeader.STDLIB.host(
              "void *aligned_alloc(size_t alignment, size_t size)", CHeap::alignedAlloc),
          CHeader.STDLIB.host("void free(void *ptr)", FREE).everywhere(),
          CHeader.STRING.host(
              "char *strdup(const char *text)", call -> Touches.text(call, 0), CHeap::strdup));

  private CHeap() {}

  private static long malloc(ServiceCall call) {
    return allocate(call, "malloc", call.argument(0), false);
  }

  private static long calloc(ServiceCall call) {
    CallerCheck.requireHostCode(call, "calloc");
    long count = call.argument(0);
    long bytes = call.argument(1);
    if (Math.unsignedMultiplyHigh(count, bytes) != 0) {
      return Address.NULL;
    }
    return allocate(call, "calloc", count * bytes, true);
  }

  /** {@code realloc}: always moves, so that no stale pointer works by luck. */
  private static long realloc(ServiceCall call) {
    CallerCheck.requireHostCode(call, "realloc");
    long old = call.argument(0);
    long bytes = call.argument(1);
    if (old == Address.NULL) {
      return allocate(call, "realloc", bytes, false);
    }
    ObjectDescription object = owned(call, "realloc", old);
    long fresh = Address.NULL;
    if (bytes != 0) { // of size zero it only frees, as in glibc
      int kept = Span.of("realloc", old, Math.min(object.bytes(), bytes)).bytes();
      fresh = allocate(call, "realloc", bytes, false);
      call.store(fresh, call.read(old, kept));
    }
    release(call, old, object);
    return fresh;
  }

  private static void moves(Footprint call) {
    long old = call.argument(0);
    long bytes = call.argument(1);
    if (old != Address.NULL) {
      long kept = Math.min(call.bytesOf(old), bytes);
      call.reads(old, bytes < 0 ? call.bytesOf(old) : kept);
      call.frees(old);
    }
  }

  private static long alignedAlloc(ServiceCall call) {
    CallerCheck.requireHostCode(call, "aligned_alloc");
    long alignment = call.argument(0);
    if (Long.bitCount(alignment) != 1) {
      return Address.NULL; // not an alignment: 7.22.3.1
    }
    if (alignment > 1L << Integer.SIZE || alignment < 0) {
      throw new Fault("aligned_alloc: no alignment beyond 4294967296 is supported");
    }
    return allocate(call, "aligned_alloc", call.argument(1), false);
  }

  private static long free(ServiceCall call) {
    long address = call.argument(0);
    if (address != Address.NULL) {
      release(call, address, owned(call, "free", address));
    }
    return 0;
  }

  /** A copy of a string, to be freed by the program. */
  private static long strdup(ServiceCall call) {
    CallerCheck.requireHostCode(call, "strdup");
    String text = CText.read(call, call.argument(0));
    long copy = allocate(call, "strdup", text.length() + 1L, false);
    CText.write(call, copy, text);
    return copy;
  }

  private static long allocate(ServiceCall call, String function, long size, boolean zeroed) {
    long bytes = Span.ofObject(function, size);
    String name = function + " at " + call.line();
    long address =
        zeroed
            ? call.allocate(name, residence(call), bytes)
            : call.allocateUnset(name, residence(call), bytes);
    CState.of(call).heapObjects.add(address);
    return address;
  }

  private static Residence residence(ServiceCall call) {
    boolean inKernel = call.agent().kind() == Agent.Kind.DEVICE_THREAD;
    return inKernel ? Residence.DEVICE : Residence.HOST;
  }

  /** The object at an address that this allocator gave out, checked to be free to go. */
  private static ObjectDescription owned(ServiceCall call, String function, long address) {
    ObjectDescription object = call.object(address);
    long start = Address.start(address);
    if (!CState.of(call).heapObjects.contains(start)) {
      throw new Fault(
          "%s of '%s', which is %s that malloc did not make%s",
          function, object.name(), object.residence().text(), hint(object.residence()));
    }
    if (Address.offset(address) != 0) {
      throw new Fault(
          "%s of a pointer %s bytes into '%s'; pass the pointer that malloc gave",
          function, Address.offset(address), object.name());
    }
    if (object.residence() != residence(call)) {
      throw new Fault(
          "%s of '%s', which is %s: a kernel's malloc is freed by a kernel, the host's by "
              + "the host",
          function, object.name(), object.residence().text());
    }
    return object;
  }

  private static String hint(Residence residence) {
    return switch (residence) {
      case DEVICE, MANAGED -> "; free it with cudaFree";
      case PINNED -> "; free it with cudaFreeHost";
      case DEVICE_HEAP -> "; free it with nvshmem_free";
      case HOST_HEAP -> "; free it with shmem_free";
      case HOST, DEVICE_CONSTANT, SHARED, THREAD, READ_ONLY -> "";
    };
  }

  private static void release(ServiceCall call, long address, ObjectDescription object) {
    Allocation.free(call.jobState(), call.pe(), address, object.residence(), call.line());
    CState.of(call).heapObjects.remove(address);
  }
}
