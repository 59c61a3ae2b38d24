package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.SearchOptions;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.explore.execution.Walk;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.operation.LoadSource;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.repair.Change;
import org.shmemlab.scenarios.CudaC;
import org.shmemlab.scenarios.litmus.LitmusProgram;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.transports.rules.Hardware;
import org.shmemlab.transports.rules.Settings;
import org.shmemlab.transports.rules.Transport;

/** Plain loads that the L1 cache of an SM answers with an older value of memory. */
@Tag("random")
@net.jqwik.api.Tag("random")
class StaleLoadsTest {
  private static final Transport NVLINK = Transport.of("nvlink", Settings.DEFAULT);
  private static final Transport COHERENT = NVLINK.over(Hardware.ORDERLY);
  private static final Transport WARM = NVLINK.over(Hardware.ORDERLY.with(LoadSource.WARM));

  private static final String ASK = "nvshmemx_signal_op(s + 1, 1, NVSHMEM_SIGNAL_SET, 0);";
  private static final String WAIT = "nvshmem_signal_wait_until(s, NVSHMEM_CMP_EQ, 1);";
  private static final String SLOT = "out[0] = x[0]; " + ASK + WAIT + " out[1] = x[0];";

  @ParameterizedTest
  @EnumSource(names = {"STATES", "RANDOM"})
  void aWaitForASignalLeavesTheCacheAsItIs(Engine engine) {
    TransportJudgement found = judge(engine, NVLINK, source("1, 1", SLOT, ""));
    Exploration exploration = found.answer().exploration();
    assertThat(exploration.outcomes().keySet())
        .anySatisfy(text -> assertThat(text).contains("0 7"))
        .anySatisfy(text -> assertThat(text).contains("0 0"));
    assertThat(exploration.findings())
        .singleElement()
        .isInstanceOfSatisfying(
            Finding.Stale.class,
            stale -> {
              assertThat(stale.load().load().line()).isEqualTo(15);
              assertThat(stale.load().waited().line()).isEqualTo(15);
              assertThat(stale.load().written().line()).isEqualTo(10);
              assertThat(stale.load().writer()).isZero();
            });
    assertThat(found.good()).isFalse();
  }

  /** The schedule that shows the load ends with it, and still no order of steps ends. */
  @Test
  void aRelayWithoutEndIsReportedNextToSuchALoadInIt() {
    SourceFile relay =
        new SourceFile(
            "relay.cu",
            """
            #include <nvshmem.h>
            #include <nvshmemx.h>
            __global__ void relay(int *x, uint64_t *s) {
              for (int message = 1;; message = 3 - message) {
                if (nvshmem_my_pe() == 0) {
                  nvshmem_int_p(x, message, 1);
                  nvshmem_fence();
                  nvshmemx_signal_op(s, message, NVSHMEM_SIGNAL_SET, 1);
                  nvshmem_signal_wait_until(s + 1, NVSHMEM_CMP_EQ, message);
                } else {
                  nvshmem_signal_wait_until(s, NVSHMEM_CMP_EQ, message);
                  volatile int got = *x;
                  nvshmemx_signal_op(s + 1, message, NVSHMEM_SIGNAL_SET, 0);
                }
              }
            }
            int main() {
              nvshmem_init();
              int *x = (int *)nvshmem_calloc(1, sizeof(int));
              uint64_t *s = (uint64_t *)nvshmem_calloc(2, sizeof(uint64_t));
              relay<<<1, 1>>>(x, s);
              cudaDeviceSynchronize();
              nvshmem_finalize();
            }
            """);
    assertThat(explore(NVLINK, relay).findings())
        .hasExactlyElementsOfTypes(Finding.Stale.class, Finding.Livelock.class);
  }

  @Test
  void theScheduleOfSuchALoadShowsItAgain() {
    SourceFile source = source("1, 1", SLOT, "");
    Finding found = explore(NVLINK, source).findings().get(0);
    Walk walk =
        new Walk(FirstState.of(compiled(source), Job.ofPes(2), NVLINK, 2), Optional.empty());
    found.witness().choices().forEach(walk::take);
    assertThat(walk.findings().stream().map(Finding::identity)).contains(found.identity());
    assertThat(found.witness().steps().getLast().what()).contains("old value");
  }

  @Test
  void bothRepairsAreVerified() {
    SourceFile source = source("1, 1", SLOT.replace(WAIT, "\n" + WAIT + "\n"), "");
    ExplorationLimits limits = limits(Engine.STATES);
    TransportJudgement judgement =
        judge(Engine.STATES, NVLINK, source).withRepairs(compiled(source), limits);
    Finding found = judgement.answer().exploration().findings().get(0);
    assertThat(judgement.repairs().of(found))
        .extracting(result -> result.repair().orElseThrow().changes().get(0))
        .extracting(Change::call, change -> change.where() + " " + change.line().line())
        .containsExactly(
            tuple("__threadfence()", "after 16"),
            tuple("nvshmem_uint64_wait_until()", "in place of that of 16"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "struct pair p = *(struct pair *)x; ASK WAIT p = *(struct pair *)x; out[1] = p.a;",
        "out[0] = x[0]; ASK WAIT memcpy(out + 1, x, sizeof(long));",
        "out[0] = x[1]; ASK WAIT out[1] = x[0];",
        "out[0] = x[0]; ASK WAIT __threadfence_block(); out[1] = x[0];",
        "out[0] = x[0]; ASK while (nvshmem_signal_fetch(s) != 1); out[1] = x[0];",
        "out[0] = x[0]; ASK WAIT nvshmem_long_p(x + 4, 1, 0); out[1] = x[0];",
        "out[0] = x[0]; ASK WAIT nvshmem_long_put(x + 4, x, 1, 0); nvshmem_quiet();"
      })
  void someLoadIsOld(String body) {
    assertThat(stale("1, 1", body, "")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ASK WAIT out[1] = x[0];", // not in the cache before
        "out[0] = x[4]; ASK WAIT out[1] = x[0];", // another sector
        "out[0] = x[0]; ASK WAIT __threadfence(); out[1] = x[0];",
        "out[0] = x[0]; ASK WAIT __threadfence_system(); out[1] = x[0];",
        "out[0] = x[0]; ASK WAIT nvshmem_fence(); out[1] = x[0];",
        "out[0] = x[0]; ASK WAIT nvshmem_quiet(); out[1] = x[0];",
        "out[0] = x[0]; __threadfence(); ASK WAIT out[1] = x[0];",
        "out[0] = x[0]; ASK WAIT printf(\"%d\", 1); out[1] = x[0];",
        "out[0] = x[0]; ASK nvshmem_uint64_wait_until(s, NVSHMEM_CMP_EQ, 1); out[1] = x[0];",
        "out[0] = x[0]; ASK while (!nvshmem_uint64_test(s, NVSHMEM_CMP_EQ, 1)); out[1] = x[0];",
        "out[0] = x[0]; ASK WAIT out[1] = *(volatile long *)x;",
        "out[0] = *(volatile long *)x; ASK WAIT out[1] = x[0];",
        "out[0] = x[0]; ASK WAIT out[1] = nvshmem_long_g(x, 1);",
        "out[0] = x[0]; ASK WAIT out[1] = nvshmem_long_atomic_fetch(x, 1);",
        "out[0] = x[0]; ASK WAIT out[1] = atomicAdd((unsigned long long *)x, 0ull);",
        "out[0] = x[0]; ASK WAIT x[0] = 9; out[1] = x[0];"
      })
  void noLoadIsOld(String body) {
    assertThat(stale("1, 1", body, "")).isFalse();
  }

  @Test
  void aKernelBeginsWithAnEmptyCache() {
    assertThat(stale("1, 1", "out[0] = x[0]; ASK", "WAIT out[1] = x[0];")).isFalse();
    assertThat(stale("1, 1", "out[0] = x[0]; ASK WAIT", "out[1] = x[0];")).isFalse();
  }

  @Test
  void whatOneThreadHasLoadedAnotherOfItsSmMayFind() {
    String read =
        "if (threadIdx.x == 1) out[0] = x[0]; __syncthreads(); "
            + "if (threadIdx.x == 0) { ASK WAIT %s } __syncthreads(); "
            + "if (threadIdx.x == 1) out[1] = x[0];";
    assertThat(stale("1, 2", read.formatted(""), "")).isTrue();
    assertThat(stale("1, 2", read.formatted("__threadfence();"), "")).isFalse();
    String blocks = "if (blockIdx.x == 0) { out[0] = x[0]; ASK } else { WAIT out[1] = x[0]; }";
    assertThat(stale("2, 1", blocks, "")).isTrue();
  }

  @Test
  void aStoreOfThePeItselfReachesWhatItsCachesHold() {
    Exploration found =
        explore(
            NVLINK,
            source("1, 1", "out[0] = x[1]; ASK WAIT x[1] = 5; out[0] = x[1]; out[1] = x[0];", ""));
    assertThat(found.outcomes().keySet())
        .allMatch(text -> text.contains("5 0") || text.contains("5 7"));
    assertThat(found.outcomes().keySet()).hasSize(2);
  }

  @Test
  void aLoadThatNothingOrdersIsNoFinding() {
    Exploration found =
        explore(NVLINK, source("1, 1", "out[0] = x[0]; ASK out[1] = x[0]; out[1] += x[0];", ""));
    assertThat(found.findings()).isEmpty();
    assertThat(found.complete()).isTrue();
  }

  /** Loads that find memory are among those that caches may answer, and these among warm caches. */
  @Property(tries = 150)
  void emptierCachesShowNothingMore(@ForAll("programs") RandomLitmus random) {
    LitmusProgram program = random.compile();
    Set<String> coherent = outcomes(program, COHERENT);
    Set<String> cached = outcomes(program, NVLINK);
    assertThat(cached).containsAll(coherent);
    assertThat(outcomes(program, WARM)).containsAll(cached);
  }

  /** A fence after every call that leaves the cache as it is makes every load fresh. */
  @Property(tries = 150)
  void aFenceAfterEachWaitForASignalIsEnough(@ForAll("programs") RandomLitmus random) {
    LitmusProgram program = fenced(random).compile();
    TransportAnswer answer = TransportAnswer.of(program, WARM, 3, limits(Engine.STATES));
    assertThat(answer.exploration().findings()).noneMatch(Finding.Stale.class::isInstance);
  }

  private static RandomLitmus fenced(RandomLitmus random) {
    List<ImmutableList<String>> bodies = new ArrayList<>();
    for (List<String> body : random.bodies()) {
      List<String> fenced = new ArrayList<>();
      for (String call : body) {
        fenced.add(call);
        boolean signal = call.contains("signal_") && !call.matches(".*(signal_op|put_).*");
        if (signal || call.contains("sync")) {
          fenced.add("__threadfence();");
        }
      }
      bodies.add(ImmutableList.copyOf(fenced));
    }
    return new RandomLitmus(ImmutableList.copyOf(bodies));
  }

  private static Set<String> outcomes(LitmusProgram program, Transport transport) {
    return TransportAnswer.of(program, transport, 3, limits(Engine.STATES))
        .exploration()
        .outcomes()
        .keySet();
  }

  @Provide
  Arbitrary<RandomLitmus> programs() {
    return RandomLitmus.upTo(4);
  }

  private static boolean stale(String launch, String body, String after) {
    SourceFile source = source(launch, body, after);
    assertThat(explore(COHERENT, source).findings()).isEmpty();
    Exploration found = explore(NVLINK, source);
    assertThat(found.complete()).isTrue();
    assertThat(found.findings()).allMatch(Finding.Stale.class::isInstance);
    return !found.findings().isEmpty();
  }

  // PE 0 fills x[0] once PE 1 has allowed it by s[1]; PE 1 executes the code under test.
  private static SourceFile source(String launch, String body, String after) {
    return new SourceFile(
        "slot.cu",
        """
        #include <nvshmem.h>
        #include <nvshmemx.h>
        #include <stdio.h>
        #include <string.h>
        struct pair { long a, b; };
        __global__ void k(long *x, uint64_t *s, long *out) {
          if (nvshmem_my_pe() == 0) {
            if (threadIdx.x == 0 && blockIdx.x == 0) {
              nvshmem_uint64_wait_until(s + 1, NVSHMEM_CMP_EQ, 1);
              nvshmem_long_p(x, 7, 1);
              nvshmem_fence();
              nvshmemx_signal_op(s, 1, NVSHMEM_SIGNAL_SET, 1);
            }
          } else {
            %s
          }
        }
        __global__ void after(long *x, uint64_t *s, long *out) {
          if (nvshmem_my_pe() == 1) {
            %s
          }
        }
        int main() {
          nvshmem_init();
          long *x = (long *)nvshmem_calloc(8, sizeof(long));
          uint64_t *s = (uint64_t *)nvshmem_calloc(2, sizeof(uint64_t));
          long *out;
          cudaMalloc((void **)&out, 8 * sizeof(long));
          cudaMemset(out, 0, 8 * sizeof(long));
          k<<<%s>>>(x, s, out);
          after<<<1, 1>>>(x, s, out);
          long host[2];
          cudaMemcpy(host, out, sizeof(host), cudaMemcpyDeviceToHost);
          if (nvshmem_my_pe() == 1) printf("%%ld %%ld", host[0], host[1]);
          nvshmem_barrier_all();
          nvshmem_free(s);
          nvshmem_free(x);
          cudaFree(out);
          nvshmem_finalize();
        }
        """
            .formatted(
                body.replace("ASK", ASK).replace("WAIT", WAIT),
                after.replace("ASK", ASK).replace("WAIT", WAIT),
                launch));
  }

  private static Exploration explore(Transport transport, SourceFile source) {
    return judge(Engine.STATES, transport, source).answer().exploration();
  }

  private static TransportJudgement judge(Engine engine, Transport transport, SourceFile source) {
    return TransportJudgement.of(
        source, compiled(source), Job.ofPes(2), transport, 2, limits(engine));
  }

  private static ExplorationLimits limits(Engine engine) {
    return new ExplorationLimits(
        engine, new SearchOptions(engine == Engine.RANDOM ? 400 : 300_000, 0, () -> false));
  }

  private static Program compiled(SourceFile source) {
    CudaC.Compiled compiled = CudaC.compile(source);
    Program program = compiled.program();
    if (program == null) {
      throw new AssertionError(compiled.diagnostics().toString());
    }
    return program;
  }
}
