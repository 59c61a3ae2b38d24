package org.shmemlab.scenarios.runtime;

import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.shmemlab.model.interpreter.Footprint;
import org.shmemlab.model.interpreter.RuntimeCall;
import org.shmemlab.model.interpreter.ServiceCall;
import org.shmemlab.model.program.CallTraits;

/** Registers the external calls that a header of C declares, each by its prototype. */
record CHeader(String name) {
  static final CHeader STDIO = new CHeader("stdio.h");
  static final CHeader STDLIB = new CHeader("stdlib.h");
  static final CHeader STRING = new CHeader("string.h");
  static final CHeader TIME = new CHeader("time.h");
  static final CHeader UNISTD = new CHeader("unistd.h");

  static final CHeader CUDA = new CHeader("cuda_runtime.h");

  /** Calls that our header of CUDA declares by hand: they take structures. */
  static final CHeader CUDA_TYPES = new CHeader("driver_types.h");

  /** Calls that only code of ours makes, which stands for parts of libraries. */
  static final CHeader OWN = new CHeader("own.h");

  /** A call of kernels with its traits, its footprint and its handler. */
  DeclaredCall device(
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
  DeclaredCall host(String prototype, RuntimeCall call) {
    return new DeclaredCall(name, "host", prototype, call);
  }

  /** A call of the host with its traits, its footprint and its handler. */
  DeclaredCall host(
      String prototype,
      CallTraits traits,
      Consumer<Footprint> footprint,
      ToLongFunction<ServiceCall> handler) {
    return host(
        prototype, RuntimeCall.of(DeclaredCall.symbol(prototype), traits, footprint, handler));
  }

  /** A call of the host that accesses no memory of the program. */
  DeclaredCall host(String prototype, CallTraits traits, ToLongFunction<ServiceCall> handler) {
    return host(prototype, RuntimeCall.of(DeclaredCall.symbol(prototype), traits, handler));
  }

  /** A call of the host without traits. */
  DeclaredCall host(
      String prototype, Consumer<Footprint> footprint, ToLongFunction<ServiceCall> handler) {
    return host(prototype, RuntimeCall.of(DeclaredCall.symbol(prototype), footprint, handler));
  }

  /** A call of the host that accesses no memory of the program and has no traits. */
  DeclaredCall host(String prototype, ToLongFunction<ServiceCall> handler) {
    return host(prototype, RuntimeCall.of(DeclaredCall.symbol(prototype), handler));
  }
}
