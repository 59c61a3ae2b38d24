package org.shmemlab.scenarios.mutants;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.testing.Draws;

/**
 * Damaged sources give a program or diagnostics, and a program that is left runs or fails with a
 * message: no exception, no hang.
 *
 * <p>{@code -Dshmemlab.mutants=8000 -Dshmemlab.mutants.first=1000} tries 8000 from that seed on.
 */
@Tag("random")
class MutantsTest {
  private static final int MUTANTS = Integer.getInteger("shmemlab.mutants", Draws.of(120));
  private static final long FIRST = Long.getLong("shmemlab.mutants.first", Draws.seed(1));

  /** Far longer than any mutant takes: it detects those that would never end. */
  private static final int HANG_SECONDS = 300;

  @Test
  void damagedSourcesGiveDiagnosticsOnly(@TempDir Path folder)
      throws IOException, InterruptedException {
    List<SourceFile> sources = Seeds.all();
    List<String> complaints = Collections.synchronizedList(new ArrayList<>());
    ExecutorService worker =
        Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().factory());
    for (long seed = FIRST; seed < FIRST + MUTANTS; seed++) {
      Mutant mutant = Mutant.make(seed, sources, folder);
      Future<?> examination = worker.submit(() -> mutant.examine(complaints::add));
      try {
        examination.get(HANG_SECONDS, TimeUnit.SECONDS);
      } catch (ExecutionException escaped) {
        complaints.add(mutant + ": " + escaped.getCause());
      } catch (TimeoutException hang) {
        complaints.add(mutant + " does not end");
        break; // it still has the worker
      }
    }
    worker.shutdownNow();
    assertThat(complaints).isEmpty();
  }
}
