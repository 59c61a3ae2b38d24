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
