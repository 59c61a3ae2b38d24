package org.shmemlab.conformance.programs;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Iterables;
import com.google.common.collect.Streams;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.choices.SeededChoices;
import org.shmemlab.model.explore.SearchOptions;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.CudaC;
import org.shmemlab.scenarios.judge.FirstState;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.testing.Draws;
import org.shmemlab.transports.rules.Settings;
import org.shmemlab.transports.rules.Transport;

/**
 * Checks that every transport keeps the promises of the specification: of a whole program that has
 * no finding, it shows no outcome that the specification does not allow, and nothing goes wrong.
 */
@Tag("random")
class TransportsTest {
  /**
   * How many programs are drawn; as many as the engines are compared on take five times as long.
   */
  private static final int PROGRAMS =
      Integer.getInteger("shmemlab.programs", Draws.of(1_000, 200)) / 5;

  private static final int TOGETHER = 40;
  private static final int MOST_SHOWN = 3;
  private static final long LOOKS = 4_000;

  private static final ImmutableList<String> NETWORKS =
      ImmutableList.of("ibrc", "ibgda", "ibdevx", "ucx", "cxi", "efa");
  private static final ImmutableList<String> MAPPED = ImmutableList.of("nvlink", "pcie");

  /** Promises that NVSHMEM itself does not keep on mapped memory: see {@code inclusion.Known}. */
  private static final Pattern WITHOUT_FENCE = Pattern.compile("signal_wait_until|_sync");

  /**
   * A PE across a network has no address here, and a thread can move no strided data there
   * (docs/reference/transports.md); the programs ask for neither.
   */
  private static final Pattern ONLY_MAPPED = Pattern.compile("nvshmem_ptr|_iput|_iget");

  private final Map<String, Integer> compared = new TreeMap<>();
  private final List<String> different = new ArrayList<>();

  @Test
  void everyTransportShowsOnlyWhatIsPromised() {
    long seed = Draws.seed(1);
    for (long first = seed; first < seed + PROGRAMS; first += TOGETHER) {
      ImmutableList<WholeProgram> drawn =
          LongStream.range(first, first + TOGETHER)
              .mapToObj(number -> WholePrograms.draw(new SeededChoices(number)))
              .filter(program -> program.language() == Language.CUDA)
              .collect(ImmutableList.toImmutableList());
      Streams.forEachPair(
          drawn.stream(),
          new ProgramsInOne(Language.CUDA, drawn).compiled().stream(),
          this::compare);
    }
    assertThat(different).isEmpty();
    assertThat(compared).hasSize(NETWORKS.size() + MAPPED.size());
    assertThat(compared.values()).allMatch(count -> count > (Draws.areWhole() ? PROGRAMS / 20 : 0));
  }

  @Test
  void whatAStreamHasGotHasLandedWhenItsNextTaskBegins() {
    String text =
        """
        #include <stdio.h>
        #include <nvshmem.h>
        #include <nvshmemx.h>
        int main(void) {
          nvshmem_init();
          long *x = (long *)nvshmem_calloc(1, sizeof(long)), *y = (long *)nvshmem_malloc(sizeof(long));
          long r;
          cudaStream_t a;
          cudaStreamCreate(&a);
          if (nvshmem_my_pe() == 0) {
            nvshmemx_long_get_on_stream(y, x, 1, 1, a);
            cudaMemcpyAsync(&r, y, sizeof(long), cudaMemcpyDeviceToHost, a);
            cudaStreamSynchronize(a);
            printf("%ld\\n", r);
          }
          nvshmem_finalize();
        }
        """;
    CudaC.Compiled compiled = CudaC.compile(new SourceFile("stream.cu", text));
    assertThat(compiled.diagnostics()).isEmpty();
    Program code = Objects.requireNonNull(compiled.program());
    EngineAnswer promised = new EngineQueries(code, 2, Profile.NVSHMEM, LOOKS).all(Engine.STATES);
    assertThat(promised.outcomes()).hasSize(1);
    assertThat(promised.endsWell()).isTrue();
    for (String name : Iterables.concat(NETWORKS, MAPPED)) {
      assertThat(more(code, 2, Transport.of(name, Settings.DEFAULT), promised)).as(name).isEmpty();
    }
  }

  private void compare(WholeProgram program, Program code) {
    EngineAnswer promised =
        new EngineQueries(code, program.pes(), program.profile(), LOOKS).all(Engine.STATES);
    if (!promised.complete() || promised.undefined() || !promised.endsWell()) {
      return;
    }
    String text = program.text(Spelling.LIBRARY);
    List<String> names = new ArrayList<>();
    names.addAll(ONLY_MAPPED.matcher(text).find() ? List.of() : NETWORKS);
    names.addAll(WITHOUT_FENCE.matcher(text).find() ? List.of() : MAPPED);
    for (String name : names) {
      compared.merge(name, 1, Integer::sum);
      Transport transport = Transport.of(name, Settings.DEFAULT);
      more(code, program.pes(), transport, promised)
          .filter(_ -> different.size() < MOST_SHOWN)
          .ifPresent(more -> different.add(transport.title() + " shows " + more + "\n" + text));
    }
  }

  private static Optional<String> more(
      Program code, int pes, Transport transport, EngineAnswer promised) {
    long[] left = {LOOKS};
    BooleanSupplier spent = () -> left[0]-- <= 0;
    EngineAnswer shown =
        EngineAnswer.of(
            Engine.STATES.explore(
                FirstState.of(code, Job.ofPes(pes), transport, pes),
                Optional.empty(),
                machine -> EngineQueries.shown(machine.takeOutput()),
                new SearchOptions(Long.MAX_VALUE / 2, 0, spent)));
    TreeSet<String> others = new TreeSet<>(shown.outcomes());
    others.removeAll(promised.outcomes());
    return others.isEmpty() && shown.endsWell()
        ? Optional.empty()
        : Optional.of(others + " " + shown);
  }
}
