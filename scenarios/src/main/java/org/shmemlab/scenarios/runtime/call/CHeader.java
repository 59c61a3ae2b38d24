package org.shmemlab.scenarios.runtime.call;

import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.shmemlab.model.interpreter.Footprint;
import org.shmemlab.model.interpreter.RuntimeCall;
import org.shmemlab.model.interpreter.ServiceCall;
import org.shmemlab.model.program.CallTraits;

/** Registers the external calls that a header of C declares, each by its prototype. */
public record CHeader(String name) {
  public static final CHeader STDIO = new CHeader("stdio.h");
  public static final CHeader STDLIB = new CHeader("stdlib.h");
  public static final CHeader STRING = new CHeader("string.h");
  public static final CHeader TIME = new CHeader("time.h");
  public static final CHeader UNISTD = new CHeader("unistd.h");

  public static final CHeader CUDA = new CHeader("cuda_runtime.h");

  /** Calls that our header of CUDA declares by hand: they take structures. */
  public static final CHeader CUDA_TYPES = new CHeader("driver_types.h");

  /** Calls that only code of ours makes, which stands for parts of libraries. */
  public static final CHeader OWN = new CHeader("own.h");

  /** A call of kernels with its traits, its footprint and its handler. */
  public DeclaredCall device(
      String prototype,
      CallTraits traits,
      Consumer<Footprint> footprint,
      ToLongFunction<ServiceCall> handler) {
    return new DeclaredCall(
        name,
        "device",
        prototype,
        RuntimeCall.of(DeclaredCall.symbol(prototype), traits, footprint, handler));
  }

  /** A call of the host that is also referred to elsewhere, or that has another name already. */
  public DeclaredCall host(String prototype, RuntimeCall call) {
    return new DeclaredCall(name, "host", prototype, call);
  }

  /** A call of the host with its traits, its footprint and its handler. */
  public DeclaredCall host(
      String prototype,
      CallTraits traits,
      Consumer<Footprint> footprint,
      ToLongFunction<ServiceCall> handler) {
    return host(
        prototype, RuntimeCall.of(DeclaredCall.symbol(prototype), traits, footprint, handler));
  }

  /** A call of the host that accesses no memory of the program. */
  public DeclaredCall host(
      String prototype, CallTraits traits, ToLongFunction<ServiceCall> handler) {
    return host(prototype, RuntimeCall.of(DeclaredCall.symbol(prototype), traits, handler));
  }

  /** A call of the host without traits. */
  public DeclaredCall host(
      String prototype, Consumer<Footprint> footprint, ToLongFunction<ServiceCall> handler) {
    return host(prototype, RuntimeCall.of(DeclaredCall.symbol(prototype), footprint, handler));
  }

  /** A call of the host that accesses no memory of the program and has no traits. */
  public DeclaredCall host(String prototype, ToLongFunction<ServiceCall> handler) {
    return host(prototype, RuntimeCall.of(DeclaredCall.symbol(prototype), handler));
  }
}
