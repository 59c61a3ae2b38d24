package org.shmemlab.scenarios.litmus;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.operation.Immediate;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.schedule.OutputRecorder;
import org.shmemlab.model.schedule.RoundRobin;
import org.shmemlab.model.schedule.RunResult;
import org.shmemlab.model.schedule.Runner;
import org.shmemlab.scenarios.CudaC;
import org.shmemlab.scenarios.runtime.RuntimeSystem;
import org.shmemlab.scenarios.source.SourceFile;

/** The effects of the statements of litmus tests, and the messages about wrong ones. */
class LitmusStatementsTest {
  /**
   * Statements, and the value of r after them; x is 5, y is {1, 2, 3}, b 1 and s 2 to the 64 less
   * 1.
   */
  @ParameterizedTest
  @CsvSource(
      delimiterString = " => ",
      quoteCharacter = '"',
      value = {
        "long r = 7 - 2 * 3 => 1",
        "long r = (7 - 2) * 3 % 4 => 3",
        "long r = 7 / 2 << 2 => 12",
        "long r = 6 & 3 | 8 ^ 1 => 11",
        "long r = 1 < 2 == 2 > 1 => 1",
        "long r = -7 / 2 => -3",
        "long r = ~0 => -1",
        "long r = !x + !0 => 1",
        "long r = -1 < 1u => 0",
        "long r = -1 < 1L => 1",
        "long r = s > 1 => 1",
        "int r = (signed char) 200 => -56",
        "unsigned int r = -1 => 4294967295",
        "long r = (bool) 4 => 1",
        "bool r = 0.5 => 1",
        "long r = 1.5e1 + .5f => 15",
        "long r = (long) 2.9 => 2",
        "long r = 0x1F + 010 + 0b11 => 42",
        "long r = 'a' + '\\n' => 107",
        "long r = sizeof(int) + sizeof x + sizeof y + sizeof(long *) => 44",
        "long r = x > 4 ? 1 : 2 => 1",
        "long r = x && 0 || b => 1",
        "long r = 0; r && (r = 9); x || (r = 8) => 0",
        "long r = (x, 3) => 3",
        "long r = x; r += 3; r <<= 1; r -= y[1] => 14",
        "long r = 1; long q = r++ + r++; r = q * 10 + r => 33",
        "long r = 1; long q = ++r; r = q * 10 + r-- => 22",
        "long r = y[0] + 1[y] + *(y + 2) => 6",
        "long *p = &y[0]; ++p; long r = p[1] - *p + (p - y) => 2",
        "const long *p = y + 2; long r = *p-- * 10 + *p => 32",
        "long *p = NULL; long r = p == 0 && !p => 1",
        "long r = *(volatile long *) &x => 5",
        "long r = (int) 0x1FFFFFFFF => -1",
        "long r = long(2.5) + int(x) => 7",
        "long v[3] = {4, x}; long r = v[0] * 100 + v[1] * 10 + v[2] => 450",
        "long v[] = {1, 2, 3}; long r = sizeof v / sizeof v[0] => 3",
        "long q = 3; long *p = &q; *p = 4; long r = q => 4",
        "volatile int q = 3; q = q + 1; long r = q => 4",
        "const int n = 3; long r = n + 1 => 4",
        "long r = 0; for (int i = 0; i < 5; i++) { if (i == 3) continue; r += i; } => 7",
        "long r = 0; for (;;) { if (++r == 6) break; } => 6",
        "long r = 0; while (r < 4) r = r + 3; => 6",
        "long r = 9; do { r--; } while (r > 4); => 4",
        "long r = 0; if (x == 5) { r = 1; } else { r = 2; } => 1",
        "long r = 0; if (x != 5) r = 1; else if (b) r = 2; else r = 3; => 2",
        "long r = 1; { long r = 2; r = 3; } => 1",
        "x = 6; y[1] = x; long r = y[1] => 6",
        "long r = nvshmem_my_pe() + nvshmem_n_pes() => 1",
        "long r = nvshmem_long_g(&y[1], 0) => 2",
        "long r = NVSHMEM_CMP_GE * 100 + NVSHMEM_SIGNAL_ADD * 10 - NVSHMEM_TEAM_INVALID => 601",
        "long r = SIZE_MAX == s && INT32_MIN < 0 => 1",
        "long r = threadIdx.x + blockDim.x => 1",
        "long r = atomicAdd(&x, 2L) * 10 + x => 57",
        "long r = __shfl_sync(1u, x, 0, 32) => 5",
        "long r = cudaErrorNotReady => 600",
        "nvshmem_team_t t = NVSHMEM_TEAM_WORLD; long r = nvshmem_team_n_pes(t) => 1",
      })
  void statementsDoWhatTheyDoInCuda(String statements, long result) {
    assertThat(result("P0", statements)).isEqualTo(result);
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = " => ",
      quoteCharacter = '"',
      value = {
        "cudaStream_t st; cudaStreamCreate(&st); nvshmemx_long_p_on_stream(&x, 8, 0, st);"
            + " cudaStreamSynchronize(st); long r = nvshmem_long_g(&x, 0) => 8",
        "nvshmemx_barrier_all_on_stream(0); cudaDeviceSynchronize(); long r = 1 => 1",
        "long q = 4; cudaMemcpy(&x, &q, sizeof q, cudaMemcpyHostToDevice);"
            + " long r = nvshmem_long_g(&x, 0) => 4",
        "nvshmem_team_t t; nvshmem_team_split_strided(NVSHMEM_TEAM_WORLD, 0, 1, 1, NULL, 0, &t);"
            + " long r = nvshmem_team_my_pe(t) => 0",
      })
  void theHostHasItsOwnCalls(String statements, long result) {
    assertThat(result("P0.host", statements)).isEqualTo(result);
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = " => ",
      quoteCharacter = '"',
      value = {
        "z = 1; => 'z' was not declared",
        "foo(1); => 'foo' was not declared",
        "nvshmem_long_foo(&x, 1); => not supported yet: nvshmem_long_foo",
        "shmem_quiet(); => not supported yet: shmem_quiet",
        "nvshmem_quiet(1); => wrong number of arguments to nvshmem_quiet: 1 given, 0 declared",
        "nvshmem_init(); => nvshmem_init cannot be called from device code",
        "nvshmem_int_p(&x, 1, 0); => cannot convert 'long *' to 'int *'",
        "long *p = 5; => cannot convert 'int' to 'long *'",
        "const long *q = &x; long *p = q; => cannot convert 'const long *' to 'long *'",
        "*x = 1; => 'long' is not a pointer",
        "void *p = &x; *p = 1; => a 'void *' cannot be dereferenced; cast it first",
        "x[0] = 1; => 'long' is neither array nor pointer",
        "5 = x; => this is not assignable",
        "const int n = 1; n = 2; => assignment of a read-only variable",
        "long q = 1; long q = 2; => redeclaration of 'q'",
        "long q = 1.5 % 2; => operator needs integers, not 'double' and 'int'",
        "long q = nvshmem_quiet(); => cannot convert 'void' to 'long'",
        "break; => break outside a loop",
        "switch (x) { } => a litmus test has no 'switch'",
        "return; => a block runs to its closing brace: write 'if', not 'return'",
        "x = threadIdx.w; => no coordinate 'w'; there are x, y and z",
        "long v[1] = {1, 2}; => v has fewer elements than values",
        "long v[]; => the length of 'v' is not said",
        "x = 1 => expected ';' after '1', found '}'",
        "x = (1; => expected ')' after a value, found ';'",
        "x = 99999999999999999999; => '99999999999999999999' is no number of 64 bits",
        "x = 08; => '08' is no number of 64 bits",
      })
  void saysWhatIsWrong(String statements, String message) {
    Litmus.Compiled compiled = compiled("P0", statements + "\n", "forall (x@0 = 0)");
    assertThat(compiled.program()).isNull();
    assertThat(compiled.diagnostics())
        .extracting(Object::toString)
        .containsExactly("t.litmus:5: error: " + message);
  }

  @Test
  void nestingHasALimitAndNoStackTrace() {
    String deep = "x = " + "(".repeat(100_000) + "1" + ")".repeat(100_000) + ";";
    assertThat(compiled("P0", deep, "forall (x@0 = 0)").diagnostics())
        .extracting(Object::toString)
        .containsExactly("t.litmus:1: error: nested too deeply; split it into several statements");
  }

  /** A test and a program of the same statements end with the same values. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "nvshmem_long_put_signal_nbi(&y[0], &y[1], 1, &s, 1, NVSHMEM_SIGNAL_ADD, 0);",
        "long r = nvshmem_long_atomic_compare_swap(&x, 1, x + 2, 0); x = r;",
        "nvshmem_signal_wait_until(&s, NVSHMEM_CMP_GE, 3);",
        "size_t i = nvshmem_long_wait_until_any(y, 3, NULL, NVSHMEM_CMP_EQ, 1); x = y[i];",
        "nvshmem_long_sum_reduce(NVSHMEM_TEAM_WORLD, &x, y, 1);",
        "nvshmemx_long_put_block(&x, y, 1, 0); __syncthreads(); __threadfence_system();",
        "while (nvshmem_signal_fetch(&s) == 1) { } y[2] = y[0] + y[1];",
        "for (int i = 0; i < 3; i++) { nvshmem_long_p(&y[i], i * 10, 0); }",
        "if (nvshmem_long_test(&x, NVSHMEM_CMP_NE, 0) && y[0] > 1) { x = -y[2]; } else { x++; }",
        "int r = (int) x; unsigned int q = r; double d = q / 2.0; y[0] = (long) d;",
      })
  void aCallMeansWhatItMeansInAProgram(String statements) {
    LitmusProgram litmus =
        Objects.requireNonNull(
            compiled(
                    "P0",
                    statements,
                    "exists (x@0 = 0 /\\ y[0]@0 = 0 /\\ y[1]@0 = 0 /\\ y[2]@0 = 0)")
                .program());
    Machine machine = finished(litmus.program());
    StringBuilder values = new StringBuilder();
    for (LitmusProgram.Observed one : litmus.observed()) {
      values.append(machine.word(0, one.observable().type(), one.address())).append(' ');
    }
    CudaC.Compiled program =
        CudaC.compile(
            new SourceFile(
                "t.cu",
                """
                #include <nvshmemx.h>
                #include <stdio.h>
                struct All { long x; long y[3]; bool b; uint64_t s; };
                #define x all->x
                #define y all->y
                #define s all->s
                __global__ void P0(All *all) {
                  %s
                }
                #undef x
                #undef y
                #undef s
                int main() {
                  nvshmem_init();
                  All all = {5, {1, 2, 3}, true, (uint64_t)-1};
                  All *there = (All *)nvshmem_malloc(sizeof all);
                  cudaMemcpy(there, &all, sizeof all, cudaMemcpyHostToDevice);
                  void *arguments[] = {&there};
                  nvshmemx_collective_launch((const void *)P0, 1, 1, arguments, 0, 0);
                  cudaMemcpy(&all, there, sizeof all, cudaMemcpyDeviceToHost);
                  printf("%%ld %%ld %%ld %%ld ", all.x, all.y[0], all.y[1], all.y[2]);
                  nvshmem_free(there);
                  nvshmem_finalize();
                }
                """
                    .formatted(statements)));
    OutputRecorder printed = printing();
    finished(Objects.requireNonNull(program.program(), program.diagnostics().toString()), printed);
    assertThat(printed.text()).isEqualTo(values.toString());
  }

  private static Litmus.Compiled compiled(String block, String statements, String question) {
    return Litmus.compile(
        new SourceFile(
            "t.litmus",
            """
            C T
            "why."
            { long x = 5; long y[3] = {1, 2, 1 + 2}; bool b = true; uint64_t s = -1; }
            %s {
            %s}
            %s
            expect nvshmem: allowed
            """
                .formatted(block, statements, question)));
  }

  private static long result(String block, String statements) {
    String pe = block.equals("P0") ? "0" : "0.host";
    Litmus.Compiled compiled = compiled(block, statements + ";\n", "exists (" + pe + ":r = 0)");
    assertThat(compiled.diagnostics()).isEmpty();
    LitmusProgram test = Objects.requireNonNull(compiled.program());
    Machine machine = finished(test.program());
    LitmusProgram.Observed r = test.observed().get(0);
    return machine.word(0, r.observable().type(), r.address());
  }

  private static Machine finished(Program program) {
    return finished(program, printing());
  }

  private static Machine finished(Program program, OutputRecorder printed) {
    Machine machine = new Machine(program, Job.ofPes(1), new Immediate(), new RuntimeSystem());
    RunResult result = new Runner(machine, new RoundRobin(), printed).run();
    assertThat(result).isInstanceOf(RunResult.Finished.class);
    return machine;
  }

  private static OutputRecorder printing() {
    return new OutputRecorder(100_000);
  }
}
