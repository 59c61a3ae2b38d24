package org.shmemlab.scenarios.runtime.cuda;

import com.google.common.collect.ImmutableList;
import org.shmemlab.model.interpreter.Footprint;
import org.shmemlab.model.interpreter.ObjectDescription;
import org.shmemlab.model.interpreter.RuntimeCall;
import org.shmemlab.model.interpreter.ServiceCall;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.memory.Residence;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.CallTrait;
import org.shmemlab.model.program.CallTraits;
import org.shmemlab.scenarios.runtime.call.CallerCheck;
import org.shmemlab.scenarios.runtime.call.Span;
import org.shmemlab.scenarios.runtime.call.Touches;

/**
 * Implements CUDA's copies and fills (CUDA Runtime API reference, "Memory Management"), as the
 * stream that runs them carries them out: it reaches all memory of its PE and mapped peers. A
 * pointer that CUDA would answer with an error, or overlook, is a fault, so that it cannot be
 * missed.
 */
public final class CudaCopies {
  private static final String FROM_HOST_TO_DEVICE = "cudaMemcpyHostToDevice";
  private static final String FROM_DEVICE_TO_HOST = "cudaMemcpyDeviceToHost";

  /**
   * Destination, source, bytes, kind (cudaMemcpyKind); runs on a stream's agent; gives an error.
   */
  public static final RuntimeCall COPY =
      RuntimeCall.of(
          "cudaMemcpy", CallTraits.of(CallTrait.MOVES_BYTES), Touches::copy, CudaCopies::copy);

  /** Destination, its pitch, source, its pitch, width, height, kind, as COPY. */
  public static final RuntimeCall COPY_2D =
      RuntimeCall.of(
          "cudaMemcpy2D",
          CallTraits.of(CallTrait.MOVES_BYTES),
          CudaCopies::rowsTouched,
          CudaCopies::copy2D);

  /** Destination, byte value, bytes; runs on a stream's agent; gives an error. */
  public static final RuntimeCall MEMSET =
      RuntimeCall.of(
          "cudaMemset",
          CallTraits.of(CallTrait.MOVES_BYTES),
          call -> call.writes(call.argument(0), call.argument(2)),
          CudaCopies::memset);

  /** The calls of the family that code of ours makes. */
  public static final ImmutableList<RuntimeCall> CALLS = ImmutableList.of(COPY, COPY_2D, MEMSET);

  private CudaCopies() {}

  /** A {@code cudaMemcpyKind}. */
  private enum Kind {
    HOST_TO_HOST("cudaMemcpyHostToHost", true, true),
    HOST_TO_DEVICE(FROM_HOST_TO_DEVICE, true, false),
    DEVICE_TO_HOST(FROM_DEVICE_TO_HOST, false, true),
    DEVICE_TO_DEVICE("cudaMemcpyDeviceToDevice", false, false),
    DEFAULT("cudaMemcpyDefault", true, true);

    final String constant;
    final boolean fromHost;
    final boolean toHost;

    Kind(String constant, boolean fromHost, boolean toHost) {
      this.constant = constant;
      this.fromHost = fromHost;
      this.toHost = toHost;
    }

    static Kind of(int number) {
      if (number < 0 || number >= values().length) {
        throw new Fault("cudaMemcpy: %s is not a cudaMemcpyKind (0 to 4)", number);
      }
      return values()[number];
    }
  }

  private static long copy(ServiceCall call) {
    CallerCheck.requireStream(call, "cudaMemcpy");
    Span destination = Span.of("cudaMemcpy", call.argument(0), call.argument(2));
    Span source = Span.of("cudaMemcpy", call.argument(1), call.argument(2));
    Kind kind = Kind.of(call.intArgument(3));
    if (!destination.isEmpty()) {
      check(call, kind, destination, source);
      copy(call, destination, source);
    }
    return CudaError.SUCCESS.number();
  }

  private static long copy2D(ServiceCall call) {
    CallerCheck.requireStream(call, "cudaMemcpy2D");
    long destination = call.argument(0);
    long destinationPitch = call.argument(1);
    long source = call.argument(2);
    long sourcePitch = call.argument(3);
    long width = call.argument(4);
    long height = call.argument(5);
    Kind kind = Kind.of(call.intArgument(6));
    if (Long.compareUnsigned(width, destinationPitch) > 0
        || Long.compareUnsigned(width, sourcePitch) > 0) {
      throw new Fault(
          "cudaMemcpy2D: rows of %s bytes are wider than a pitch of %s",
          width, Math.min(destinationPitch, sourcePitch));
    }
    if (width == 0 || height == 0) {
      return CudaError.SUCCESS.number();
    }
    Span from = rows(source, sourcePitch, width, height);
    Span to = rows(destination, destinationPitch, width, height);
    check(call, kind, to, from);
    for (long row = 0; row < height; row++) {
      copy(
          call,
          Span.of("cudaMemcpy2D", destination + row * destinationPitch, width),
          Span.of("cudaMemcpy2D", source + row * sourcePitch, width));
    }
    return CudaError.SUCCESS.number();
  }

  // The bytes between the rows are not accessed.
  private static void rowsTouched(Footprint call) {
    long width = call.argument(4);
    long height = call.argument(5);
    if (width <= 0 || height < 0 || height > Integer.MAX_VALUE) {
      return;
    }
    for (long row = 0; row < height; row++) {
      call.reads(call.argument(2) + row * call.argument(3), width);
      call.writes(call.argument(0) + row * call.argument(1), width);
      if (row == 0) {
        // a rectangle that does not fit the objects is the call's own error
        fits(call, call.argument(2), call.argument(3), width, height);
        fits(call, call.argument(0), call.argument(1), width, height);
      }
    }
  }

  private static void fits(Footprint call, long address, long pitch, long width, long height) {
    long room = call.bytesOf(address) - Address.offset(address);
    if (pitch < width || (height - 1) > (room - width) / pitch) {
      throw new Fault("the rectangle does not fit its object");
    }
  }

  private static long memset(ServiceCall call) {
    CallerCheck.requireStream(call, "cudaMemset");
    Span destination = Span.of("cudaMemset", call.argument(0), call.argument(2));
    if (!destination.isEmpty()) {
      ObjectDescription object = object(call, destination);
      if (!onDevice(object.residence())) {
        throw new Fault(
            "cudaMemset: '%s' is %s; use memset", object.name(), object.residence().text());
      }
      destination.requireReach(call);
      call.fill(destination.address(), destination.bytes(), (byte) call.intArgument(1));
    }
    return CudaError.SUCCESS.number();
  }

  /** All bytes from the first row's start to the last row's end. */
  private static Span rows(long address, long pitch, long width, long height) {
    boolean huge = Math.multiplyHigh(pitch, height - 1) != 0 || height < 0 || pitch < 0;
    return Span.of("cudaMemcpy2D", address, huge ? -1 : pitch * (height - 1) + width);
  }

  private static void check(ServiceCall call, Kind kind, Span destination, Span source) {
    if (kind != Kind.DEFAULT) {
      checkSide(call, kind, "destination", destination, kind.toHost);
      checkSide(call, kind, "source", source, kind.fromHost);
    }
    source.requireReach(call);
    destination.requireReach(call);
    if (destination.overlaps(source)) {
      throw new Fault("cudaMemcpy: source and destination overlap in %s", source.name(call));
    }
  }

  private static void checkSide(
      ServiceCall call, Kind kind, String role, Span span, boolean wantsHost) {
    ObjectDescription object = object(call, span);
    Residence residence = object.residence();
    if (wantsHost ? !onHost(residence) : !onDevice(residence)) {
      call.tolerate(
          new Fault("%s, but %s '%s' is %s", kind.constant, role, object.name(), residence.text()));
    }
  }

  private static ObjectDescription object(ServiceCall call, Span span) {
    return call.object(span.address());
  }

  private static void copy(ServiceCall call, Span destination, Span source) {
    call.store(destination.address(), call.read(source.address(), source.bytes()));
  }

  // Pinned and managed memory have an address on both sides.
  private static boolean onHost(Residence residence) {
    return residence.reachableFromHost();
  }

  private static boolean onDevice(Residence residence) {
    return residence.reachableFromDevice() && residence != Residence.READ_ONLY;
  }
}
