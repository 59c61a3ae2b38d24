package org.shmemlab.scenarios.runtime.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Parameter;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.SpecialRegister;
import org.shmemlab.model.program.Variable.Storage;
import org.shmemlab.scenarios.runtime.Asking;
import org.shmemlab.scenarios.runtime.Asking.Ran;

class CudaLaunchesTest {
  private static final int COOPERATIVE = 1;
  private static final int COLLECTIVE = 2;

  /** A job on GPUs of four multiprocessors: eight blocks of 1024 threads at once. */
  private static final Job SMALL =
      new Job(
          1,
          1,
          ImmutableList.of(),
          ImmutableMap.of(),
          new Job.Gpu(4, 2048, 32, 228 << 10, 1024, 1 << 30));

  private final Asking asking = new Asking();

  @Test
  void argumentsAreCopiedAtTheLaunch() {
    int kernel =
        asking.kernel(
            "k",
            List.of(
                Parameter.of(ScalarType.I16), Parameter.aggregate(8), Parameter.of(ScalarType.F64)),
            code -> Asking.invoke(code, "printf", asking.text(code, "%d %s %g;"), 0, 1, 2));
    int number = asking.variable("number", Storage.HOST, 2);
    int words = asking.variable("words", Storage.HOST, 8);
    int real = asking.variable("real", Storage.HOST, 8);
    int array = asking.variable("array", Storage.HOST, 24);
    asking.store(ScalarType.I16, number, asking.constant(-3));
    asking.invoke("strcpy", words, asking.text("then"));
    asking.store(ScalarType.F64, real, asking.real(2.5));
    asking.store(ScalarType.U64, array, number);
    asking.store(ScalarType.U64, asking.plus(array, 8), words);
    asking.store(ScalarType.U64, asking.plus(array, 16), real);
    int error = asking.launch(kernel, 2, 0, array);
    asking.invoke("strcpy", words, asking.text("now"));
    asking.store(ScalarType.I16, number, asking.constant(4));
    asking.invoke(CudaDevices.DEVICE_SYNCHRONIZE);
    asking.show("%d", error);
    assertThat(asking.run().out()).isEqualTo("-3 then 2.5;-3 then 2.5;0");
  }

  @Test
  void anAggregateParameterIsNotWritten() {
    int kernel =
        asking.kernel(
            "k",
            List.of(Parameter.aggregate(8)),
            code ->
                code.emit(new Instruction.Store(ScalarType.I64, 0, 0, code.constant(1), false)));
    int words = asking.variable("words", Storage.HOST, 8);
    int array = asking.variable("array", Storage.HOST, 8);
    asking.store(ScalarType.U64, array, words);
    asking.launch(kernel, 1, 0, array);
    asking.invoke(CudaDevices.DEVICE_SYNCHRONIZE);
    assertThat(asking.run().fault())
        .isEqualTo("write to 'parameter 1 of k', which is read-only memory");
  }

  @Test
  void everyThreadOfEveryBlockRuns() {
    int kernel = asking.kernel("k", List.of(), CudaLaunchesTest::printBlockAndThread);
    launch(kernel, new int[] {2, 1, 1}, new int[] {2, 1, 1}, 0, 0);
    asking.invoke(CudaDevices.DEVICE_SYNCHRONIZE);
    assertThat(asking.run().out().split(";")).containsExactlyInAnyOrder("00", "01", "10", "11");
  }

  @ParameterizedTest
  @CsvSource({
    "0,1,1, 1,1,1", "1,0,1, 1,1,1", "1,65536,1, 1,1,1", "1,1,65536, 1,1,1", "2147483648,1,1, 1,1,1",
    "1,1,1, 0,1,1", "1,1,1, 1025,1,1", "1,1,1, 1,1025,1", "1,1,1, 1,1,65", "1,1,1, 32,33,1",
    "-1,1,1, 1,1,1"
  })
  void invalidDimensionsLaunchNothing(long gx, long gy, long gz, long bx, long by, long bz) {
    int kernel = asking.kernel("k", List.of(), CudaLaunchesTest::printBlockAndThread);
    int error = launch(kernel, new long[] {gx, gy, gz}, new long[] {bx, by, bz}, 0, 0);
    asking.show("%d %d", error, asking.ask(CudaErrors.GET_LAST_ERROR));
    Ran ran = asking.run();
    assertThat(ran.out()).isEqualTo("9 9");
    assertThat(ran.warningTexts()).hasSize(1);
    assertThat(ran.warningTexts().get(0)).startsWith("cudaErrorInvalidConfiguration: a ");
  }

  @Test
  void sharedMemoryIsLimitedWithWhatTheKernelNames() {
    long tile = asking.address("tile", Storage.SHARED, 1024);
    asking.address("of another kernel", Storage.SHARED, 512);
    int kernel = asking.kernel("k", List.of(), code -> code.constant(tile));
    int most = (227 << 10) - 1024;
    asking.show(
        "%d %d",
        launch(kernel, new int[] {1, 1, 1}, new int[] {1, 1, 1}, most, 0),
        launch(kernel, new int[] {1, 1, 1}, new int[] {1, 1, 1}, most + 1, 0));
    Ran ran = asking.run();
    assertThat(ran.out()).isEqualTo("0 1");
    assertThat(ran.warningTexts())
        .containsExactly(
            "cudaErrorInvalidValue: 1024 static and 231425 dynamic bytes of shared memory;"
                + " a block has at most 232448");
  }

  @Test
  void anUnknownStreamIsAnError() {
    int kernel = asking.kernel("k", List.of(), code -> {});
    asking.show("%d", asking.launch(kernel, 1, asking.constant(9), 0));
    assertThat(asking.run().out()).isEqualTo("400");
  }

  @Test
  void aCooperativeGridMustBeResident() {
    int kernel = asking.kernel("k", List.of(), code -> {});
    asking.show(
        "%d %d",
        launch(kernel, new int[] {8, 1, 1}, new int[] {1024, 1, 1}, 0, COOPERATIVE),
        launch(kernel, new int[] {9, 1, 1}, new int[] {1024, 1, 1}, 0, COOPERATIVE));
    Ran ran = asking.run(SMALL);
    assertThat(ran.out()).isEqualTo("0 720");
    assertThat(ran.warningTexts())
        .containsExactly(
            "cudaErrorCooperativeLaunchTooLarge: 9 blocks must run at once,"
                + " and the GPU holds 8 of this kind");
  }

  @Test
  void aCollectiveGridMustBeResidentToo() {
    asking.init();
    int kernel = asking.kernel("k", List.of(), code -> {});
    asking.show(
        "%d %d %d",
        launch(kernel, new int[] {8, 1, 1}, new int[] {1024, 1, 1}, 0, COLLECTIVE),
        launch(kernel, new int[] {9, 1, 1}, new int[] {1024, 1, 1}, 0, COLLECTIVE),
        asking.ask(CudaErrors.GET_LAST_ERROR));
    assertThat(asking.run(SMALL).out()).isEqualTo("0 1 0");
  }

  @Test
  void aCollectiveLaunchNeedsTheLibrary() {
    int kernel = asking.kernel("k", List.of(), code -> {});
    launch(kernel, new int[] {1, 1, 1}, new int[] {1, 1, 1}, 0, COLLECTIVE);
    assertThat(asking.run(SMALL).fault())
        .isEqualTo(
            "nvshmemx_collective_launch before the library is initialised; call the init routine"
                + " first");
  }

  @Test
  void nvshmemChoosesTheLargestGrid() {
    asking.init();
    int kernel = asking.kernel("k", List.of(), CudaLaunchesTest::printGridOnce);
    int error = launch(kernel, new int[] {0, 0, 0}, new int[] {1024, 1, 1}, 0, COLLECTIVE);
    int one = asking.constant(1);
    int size =
        asking.ask(
            CudaLaunches.COLLECTIVE_GRID_SIZE,
            kernel,
            asking.constant(1024),
            one,
            one,
            asking.constant(0));
    asking.invoke(CudaDevices.DEVICE_SYNCHRONIZE);
    asking.show("%d %d", error, size);
    assertThat(asking.run(SMALL).out()).isEqualTo("8 0 8");
  }

  @Test
  void occupancyFollowsThreadsAndSharedMemory() {
    int kernel = asking.kernel("k", List.of(), code -> {});
    asking.show(
        "%d %d %d %d",
        occupancy(kernel, 1024, 0),
        occupancy(kernel, 32, 0),
        occupancy(kernel, 32, 100 << 10),
        occupancy(kernel, 2048, 0));
    assertThat(asking.run().out()).isEqualTo("2 32 2 0");
  }

  @Test
  void onlyKernelsAreLaunched() {
    asking.launch(asking.constant(77), 1);
    asking.invoke(CudaDevices.DEVICE_SYNCHRONIZE);
    assertThat(asking.run().fault()).isEqualTo("0x4d is not the address of a function");
  }

  @Test
  void kernelsDoNotLaunchKernels() {
    int inner = asking.kernel("inner", List.of(), code -> {});
    assertThat(inner).isNotNegative();
    int outer =
        asking.kernel(
            "outer",
            List.of(),
            code -> {
              int one = code.constant(1);
              Asking.invoke(
                  code, CudaLaunches.LAUNCH, one, one, one, one, one, one, one, one, one, one, one);
            });
    asking.launch(outer, 1);
    asking.invoke(CudaDevices.DEVICE_SYNCHRONIZE);
    assertThat(asking.run().fault())
        .isEqualTo("a kernel launch is called in a kernel; only host code has it");
  }

  private int launch(int kernel, int[] grid, int[] block, int shared, int flags) {
    return launch(
        kernel,
        new long[] {grid[0], grid[1], grid[2]},
        new long[] {block[0], block[1], block[2]},
        shared,
        flags);
  }

  private int launch(int kernel, long[] grid, long[] block, int shared, int flags) {
    int zero = asking.constant(0);
    return asking.ask(
        CudaLaunches.LAUNCH,
        kernel,
        asking.constant(grid[0]),
        asking.constant(grid[1]),
        asking.constant(grid[2]),
        asking.constant(block[0]),
        asking.constant(block[1]),
        asking.constant(block[2]),
        asking.constant(shared),
        zero,
        zero,
        asking.constant(flags));
  }

  private int occupancy(int kernel, int threads, int shared) {
    return asking.ask(
        CudaLaunches.OCCUPANCY, kernel, asking.constant(threads), asking.constant(shared));
  }

  private static void printBlockAndThread(CodeBuilder code) {
    int block = special(code, SpecialRegister.BLOCK_IDX_X);
    int thread = special(code, SpecialRegister.THREAD_IDX_X);
    int digit = code.constant('0');
    int text = code.slotAddress(code.slot("text", 4));
    letter(code, text, 0, plus(code, block, digit));
    letter(code, text, 1, plus(code, thread, digit));
    letter(code, text, 2, code.constant(';'));
    letter(code, text, 3, code.constant(0));
    Asking.invoke(code, "printf", text);
  }

  private static void printGridOnce(CodeBuilder code) {
    int block = special(code, SpecialRegister.BLOCK_IDX_X);
    int thread = special(code, SpecialRegister.THREAD_RANK);
    CodeBuilder.Label other = code.label();
    CodeBuilder.Label first = code.label();
    code.branch(plus(code, block, thread), other, first);
    code.place(first);
    int text = code.slotAddress(code.slot("format", 4));
    letter(code, text, 0, code.constant('%'));
    letter(code, text, 1, code.constant('d'));
    letter(code, text, 2, code.constant(' '));
    letter(code, text, 3, code.constant(0));
    Asking.invoke(code, "printf", text, special(code, SpecialRegister.GRID_DIM_X));
    code.place(other);
  }

  private static void letter(CodeBuilder code, int address, int offset, int letter) {
    code.emit(new Instruction.Store(ScalarType.I8, address, offset, letter, false));
  }

  private static int plus(CodeBuilder code, int a, int b) {
    int dst = code.register();
    code.emit(new Instruction.Binary(BinaryOp.ADD, ScalarType.I64, dst, a, b));
    return dst;
  }

  private static int special(CodeBuilder code, SpecialRegister register) {
    int dst = code.register();
    code.emit(new Instruction.Special(register, dst));
    return dst;
  }
}
