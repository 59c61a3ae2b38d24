package org.shmemlab.scenarios.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmemlab.model.interpreter.RuntimeCall;
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

class CallRegistryTest {
  @ParameterizedTest
  @ValueSource(
      classes = {
        CFiles.class,
        CHeap.class,
        CMemory.class,
        CNumbers.class,
        COutput.class,
        CProcess.class,
        CStrings.class,
        CudaAsyncCopies.class,
        CudaCopies.class,
        CudaDevices.class,
        CudaErrors.class,
        CudaEvents.class,
        CudaGraphs.class,
        CudaHostMemory.class,
        CudaIpc.class,
        CudaLaunches.class,
        CudaMemory.class,
        CudaStreams.class,
        CxxExceptions.class,
        MpiMessages.class,
        NcclSetup.class,
        PosixThreads.class,
        ShmemSetup.class
      })
  void everyCallOfAFamilyIsFoundByItsName(Class<?> family) throws IllegalAccessException {
    for (RuntimeCall call : constants(family)) {
      assertThat(CallRegistry.named(call.name())).isSameAs(call);
    }
  }

  private static List<RuntimeCall> constants(Class<?> family) throws IllegalAccessException {
    ImmutableList.Builder<RuntimeCall> constants = ImmutableList.builder();
    for (Field field :
        Stream.of(family.getDeclaredFields())
            .filter(field -> Modifier.isStatic(field.getModifiers()))
            .toList()) {
      field.setAccessible(true);
      if (field.get(null) instanceof RuntimeCall call) {
        constants.add(call);
      } else if (field.get(null) instanceof ImmutableList<?> list) {
        list.stream()
            .filter(DeclaredCall.class::isInstance)
            .map(declared -> ((DeclaredCall) declared).call())
            .forEach(constants::add);
      }
    }
    return constants.build();
  }
}
