package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.SearchOptions;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.CudaC;
import org.shmemlab.scenarios.source.SourceFile;

/** A search of a large job, where the steps of one state alone take long, can be stopped. */
class StoppedSearchTest {
  private static Exploration explored(Engine engine, int questions, AtomicInteger asked)
      throws IOException {
    SourceFile file = SourceFile.read(Path.of("../examples/ring_shift.cu"));
    ExplorationLimits limits =
        new ExplorationLimits(
            engine,
            new SearchOptions(
                engine.defaultBudget(), 1, () -> asked.incrementAndGet() > questions));
    return limits.explore(
        Objects.requireNonNull(CudaC.compile(file).program()),
        Job.ofPes(100),
        Profile.NVSHMEM,
        _ -> "");
  }

  @ParameterizedTest
  @EnumSource
  void itEndsSoonAndIsNotTakenForComplete(Engine engine) throws IOException {
    AtomicInteger asked = new AtomicInteger();
    Exploration exploration = explored(engine, 5, asked);
    assertThat(exploration.complete()).isFalse();
    assertThat(asked.get()).isLessThan(30);
  }

  @ParameterizedTest
  @EnumSource
  void itDoesNotBeginWhereItIsToStop(Engine engine) throws IOException {
    Exploration exploration = explored(engine, 0, new AtomicInteger());
    assertThat(exploration.complete()).isFalse();
    assertThat(exploration.states()).isZero();
  }
}
