package org.shmemlab.scenarios.runtime;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Maps;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.interpreter.RuntimeCall;

/** Holds all external calls, in the order of their families. */
public final class CallRegistry {
  private static final ImmutableMap<String, DeclaredCall> DECLARED =
      Maps.uniqueIndex(
          Stream.of(
                  COutput.DECLARED,
                  CFiles.DECLARED,
                  CHeap.DECLARED,
                  CMemory.DECLARED,
                  CStrings.DECLARED,
                  CNumbers.DECLARED,
                  CProcess.DECLARED,
                  CxxExceptions.DECLARED,
                  CudaGraphs.DECLARED,
                  CudaHostMemory.DECLARED,
                  CudaIpc.DECLARED,
                  MpiMessages.DECLARED,
                  NcclSetup.DECLARED)
              .flatMap(ImmutableList::stream)
              .iterator(),
          DeclaredCall::symbol);

  private static final ImmutableMap<String, RuntimeCall> NAMED =
      Maps.uniqueIndex(
          Stream.concat(
                  DECLARED.values().stream().map(DeclaredCall::call),
                  Stream.of(
                          CudaAsyncCopies.CALLS,
                          CudaCopies.CALLS,
                          CudaDevices.CALLS,
                          CudaErrors.CALLS,
                          CudaEvents.CALLS,
                          CudaLaunches.CALLS,
                          CudaMemory.CALLS,
                          CudaStreams.CALLS,
                          CxxExceptions.CALLS,
                          MpiMessages.CALLS,
                          NcclSetup.CALLS,
                          PosixThreads.CALLS,
                          ShmemSetup.CALLS)
                      .flatMap(ImmutableList::stream))
              .distinct()
              .iterator(),
          RuntimeCall::name);

  private CallRegistry() {}

  /** The call that programs make by a symbol, or null. */
  public static @Nullable DeclaredCall declared(String symbol) {
    return DECLARED.get(symbol);
  }

  /** All calls that programs make by a symbol of C. */
  public static ImmutableList<DeclaredCall> declared() {
    return DECLARED.values().asList();
  }

  /** The call with a name, or null. */
  public static @Nullable RuntimeCall named(String name) {
    return NAMED.get(name);
  }
}
