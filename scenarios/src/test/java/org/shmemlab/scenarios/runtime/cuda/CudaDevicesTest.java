package org.shmemlab.scenarios.runtime.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.program.Variable.Storage;
import org.shmemlab.scenarios.runtime.Asking;
import org.shmemlab.scenarios.runtime.Asking.Ran;
import org.shmemlab.scenarios.runtime.libc.CHeap;
import org.shmemlab.scenarios.runtime.libc.CMemory;

class CudaDevicesTest {
  private final Asking asking = new Asking();

  @Test
  void aNodeHasAGpuForEachOfItsPes() {
    asking.show(
        "%d %d %d %d;",
        asking.ask(CudaDevices.DEVICE_COUNT),
        asking.ask(CudaDevices.GET_DEVICE),
        asking.ask(CudaDevices.SET_DEVICE, asking.constant(1)),
        asking.ask(CudaDevices.GET_DEVICE));
    Job job = new Job(3, 2, ImmutableList.of(), ImmutableMap.of(), Job.Gpu.H200);
    assertThat(asking.run(job).out()).isEqualTo("2 0 0 1;2 0 0 1;2 0 0 1;");
  }

  @Test
  void aDeviceThatIsNotThereIsAnErrorWithAReason() {
    asking.show(
        "%d %d %d %d",
        asking.ask(CudaDevices.SET_DEVICE, asking.constant(1)),
        asking.ask(CudaDevices.GET_DEVICE),
        asking.ask(CudaDevices.SET_DEVICE, asking.constant(-1)),
        asking.ask(CudaErrors.GET_LAST_ERROR));
    Ran ran = asking.run();
    assertThat(ran.out()).isEqualTo("101 0 101 101");
    assertThat(ran.warningTexts())
        .containsExactly(
            "cudaErrorInvalidDevice: device 1 does not exist; the node has devices 0 to 0",
            "cudaErrorInvalidDevice: device -1 does not exist; the node has devices 0 to 0");
  }

  @ParameterizedTest
  @CsvSource({
    "1,1024",
    "2,1024",
    "4,64",
    "5,2147483647",
    "6,65535",
    "8,49152",
    "10,32",
    "16,132",
    "39,2048",
    "75,9",
    "76,0",
    "81,233472",
    "95,1",
    "97,232448",
    "106,32"
  })
  void attributesAreTheGpus(int attribute, int expected) {
    asking.show(
        "%d",
        asking.ask(CudaDevices.DEVICE_ATTRIBUTE, asking.constant(attribute), asking.constant(0)));
    assertThat(asking.run().out()).isEqualTo(Integer.toString(expected));
  }

  @Test
  void anotherGpuAnswersWithItsOwnNumbers() {
    Job.Gpu small = new Job.Gpu(4, 1024, 16, 100 << 10, 512, 1 << 30);
    int zero = asking.constant(0);
    asking.show(
        "%d %d %d",
        asking.ask(CudaDevices.DEVICE_ATTRIBUTE, asking.constant(16), zero),
        asking.ask(CudaDevices.DEVICE_ATTRIBUTE, asking.constant(1), zero),
        asking.ask(CudaDevices.DEVICE_ATTRIBUTE, asking.constant(106), zero));
    Job job = new Job(1, 1, ImmutableList.of(), ImmutableMap.of(), small);
    assertThat(asking.run(job).out()).isEqualTo("4 512 16");
  }

  @Test
  void unknownAttributesAndDevicesAnswerMinusOne() {
    int zero = asking.constant(0);
    asking.show(
        "%d %d ",
        asking.ask(CudaDevices.DEVICE_ATTRIBUTE, asking.constant(999), zero),
        asking.ask(CudaErrors.GET_LAST_ERROR));
    asking.show(
        "%d %d",
        asking.ask(CudaDevices.DEVICE_ATTRIBUTE, asking.constant(1), asking.constant(5)),
        asking.ask(CudaErrors.GET_LAST_ERROR));
    assertThat(asking.run().out()).isEqualTo("-1 1 -1 101");
  }

  @Test
  void theLastErrorStaysUntilItIsTaken() {
    asking.invoke(CudaDevices.SET_DEVICE, asking.constant(9));
    asking.invoke(CudaDevices.SET_DEVICE, asking.constant(0));
    asking.show(
        "%d %d %d",
        asking.ask(CudaErrors.PEEK_LAST_ERROR),
        asking.ask(CudaErrors.GET_LAST_ERROR),
        asking.ask(CudaErrors.GET_LAST_ERROR));
    assertThat(asking.run().out()).isEqualTo("101 101 0");
  }

  @Test
  void errorsHaveNamesAndDescriptions() {
    for (int error : List.of(0, 2, 9, 101, 400, 600, 720, 12345)) {
      int number = asking.constant(error);
      asking.show(
          "%s: %s\n",
          asking.ask(CudaErrors.ERROR_NAME, number), asking.ask(CudaErrors.ERROR_STRING, number));
    }
    assertThat(asking.run().out())
        .isEqualTo(
            """
            cudaSuccess: no error
            cudaErrorMemoryAllocation: out of memory
            cudaErrorInvalidConfiguration: invalid configuration argument
            cudaErrorInvalidDevice: invalid device ordinal
            cudaErrorInvalidResourceHandle: invalid resource handle
            cudaErrorNotReady: device not ready
            cudaErrorCooperativeLaunchTooLarge: too many blocks in cooperative launch
            unrecognized error code: unrecognized error code
            """);
  }

  @Test
  void theSameErrorHasTheSameTextAtTheSamePlace() {
    int one = asking.constant(1);
    int first = asking.ask(CudaErrors.ERROR_NAME, one);
    asking.show("%ld", asking.minus(first, asking.ask(CudaErrors.ERROR_NAME, one)));
    assertThat(asking.run().out()).isEqualTo("0");
  }

  @Test
  void resetTakesBackWhatCudaCallsMade() {
    int device = asking.ask(CudaMemory.MALLOC, asking.constant(8));
    int pinned = asking.ask(CudaMemory.MALLOC_HOST, asking.constant(8));
    int variable = asking.variable("stays", Storage.MANAGED, 8);
    int kept = asking.ask(CHeap.MALLOC, asking.constant(8));
    int stream = asking.ask(CudaStreams.STREAM_CREATE, asking.constant(0), asking.constant(0));
    int event = asking.ask(CudaEvents.EVENT_CREATE);
    asking.enqueue(stream, CudaCopies.MEMSET, device, asking.constant(0), asking.constant(8));
    asking.invoke(CudaDevices.SET_DEVICE, asking.constant(9));
    asking.show(
        "%d %d %d %d ",
        asking.ask(CudaDevices.DEVICE_RESET),
        asking.ask(CudaErrors.PEEK_LAST_ERROR),
        asking.ask(CudaStreams.STREAM_QUERY, stream),
        asking.ask(CudaEvents.EVENT_QUERY, event));
    asking.invoke(CMemory.MEMSET, kept, asking.constant(1), asking.constant(8));
    asking.invoke(CMemory.MEMSET, variable, asking.constant(1), asking.constant(8));
    asking.invoke(CMemory.MEMSET, pinned, asking.constant(1), asking.constant(8));
    Ran ran = asking.run();
    assertThat(ran.out()).isEqualTo("0 0 400 400 ");
    assertThat(ran.fault()).contains("use of an object that was freed");
  }

  @Test
  void kernelsDoNotAskForDevices() {
    int kernel =
        asking.kernel("k", List.of(), code -> Asking.invoke(code, CudaDevices.DEVICE_COUNT));
    asking.launch(kernel, 1);
    asking.invoke(CudaDevices.DEVICE_SYNCHRONIZE);
    assertThat(asking.run().fault())
        .isEqualTo("cudaGetDeviceCount is called in a kernel; only host code has it");
  }
}
