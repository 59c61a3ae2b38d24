package org.shmemlab.scenarios.runtime;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Maps;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.interpreter.RuntimeCall;
import org.shmemlab.model.repair.ExternalRepairs;
import org.shmemlab.scenarios.runtime.call.DeclaredCall;
import org.shmemlab.scenarios.runtime.cuda.CudaAsyncCopies;
import org.shmemlab.scenarios.runtime.cuda.CudaCopies;
import org.shmemlab.scenarios.runtime.cuda.CudaDevices;
import org.shmemlab.scenarios.runtime.cuda.CudaErrors;
import org.shmemlab.scenarios.runtime.cuda.CudaEvents;
import org.shmemlab.scenarios.runtime.cuda.CudaGraphs;
import org.shmemlab.scenarios.runtime.cuda.CudaHostMemory;
import org.shmemlab.scenarios.runtime.cuda.CudaIpc;
import org.shmemlab.scenarios.runtime.cuda.CudaLaunches;
import org.shmemlab.scenarios.runtime.cuda.CudaMemory;
import org.shmemlab.scenarios.runtime.cuda.CudaStreams;
import org.shmemlab.scenarios.runtime.libc.CFiles;
import org.shmemlab.scenarios.runtime.libc.CHeap;
import org.shmemlab.scenarios.runtime.libc.CMemory;
import org.shmemlab.scenarios.runtime.libc.CNumbers;
import org.shmemlab.scenarios.runtime.libc.COutput;
import org.shmemlab.scenarios.runtime.libc.CProcess;
import org.shmemlab.scenarios.runtime.libc.CStrings;
import org.shmemlab.scenarios.runtime.libc.CxxExceptions;
import org.shmemlab.scenarios.runtime.libc.PosixThreads;
import org.shmemlab.scenarios.runtime.library.MpiMessages;
import org.shmemlab.scenarios.runtime.library.NcclSetup;
import org.shmemlab.scenarios.runtime.library.ShmemSetup;

/** Holds all external calls, in the order of their families. */
public final class CallRegistry {
  /** The calls that a repair may insert into a program. */
  public static final ExternalRepairs REPAIRS =
      new ExternalRepairs(CudaDevices.DEVICE_SYNCHRONIZE, PosixThreads.THREAD_JOIN);

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
