package org.shmemlab.plan.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shmemlab.plan.grid.PlanGrid;
import org.shmemlab.plan.grid.Point;
import org.shmemlab.plan.grid.Trial;
import org.shmemlab.plan.grid.TrialResult;
import org.shmemlab.plan.sample.LatinHypercube;
import org.shmemlab.plan.workload.Workloads;
import org.shmemlab.transports.platform.PlatformException;

class SweepTest {
  @TempDir private Path folder = Path.of("");

  private static List<Trial> trials() throws PlatformException {
    List<Trial> trials = new ArrayList<>();
    PlanGrid grid =
        new PlanGrid(
            Workloads.named("moe-dispatch"),
            List.of("dgx-h100", "h800"),
            List.of("ibgda"),
            Map.of("tokens", List.of("8", "16"), "experts", List.of("32")),
            List.of(8, 16),
            null,
            1);
    for (Point point : grid.points().all()) {
      trials.add(Trial.usual(point));
      trials.addAll(LatinHypercube.of(point, 3, 1));
    }
    return trials;
  }

  private Map<Trial, TrialResult> run(String file, int threads, List<Trial> trials) {
    try (Store store = Store.open(folder.resolve(file))) {
      return new Sweep(store, "r", threads, (_, _, _) -> {}).run(trials);
    }
  }

  @Test
  void itsResultsDoNotDependOnThreads() throws PlatformException {
    List<Trial> trials = trials();
    Map<Trial, TrialResult> one = run("one", 1, trials);
    assertThat(one).hasSize(32).isEqualTo(run("three", 3, trials));
    assertThat(List.copyOf(one.keySet())).isEqualTo(trials);
  }

  @Test
  void whatIsThereIsNotComputedAgain() throws PlatformException {
    List<Trial> trials = trials();
    run("store", 2, trials.subList(0, 20));
    AtomicInteger first = new AtomicInteger(-1);
    Map<Trial, TrialResult> all;
    try (Store store = Store.open(folder.resolve("store"))) {
      all =
          new Sweep(
                  store,
                  "r",
                  2,
                  (done, before, number) -> {
                    assertThat(before).isEqualTo(20);
                    assertThat(number).isEqualTo(32);
                    first.compareAndSet(-1, done);
                  })
              .run(trials);
    }
    assertThat(first).hasValue(20);
    assertThat(all).isEqualTo(run("fresh", 1, trials));
    try (Store store = Store.ask(folder.resolve("store"))) {
      assertThat(store.query("SELECT count(*), count(DISTINCT key) FROM trials").rows())
          .containsExactly(List.of("32", "32"));
    }
  }

  @Test
  void whatOtherCodeComputedIsNotTaken() throws PlatformException {
    List<Trial> trials = trials().subList(0, 2);
    run("store", 1, trials);
    try (Store store = Store.open(folder.resolve("store"))) {
      AtomicInteger before = new AtomicInteger(-1);
      new Sweep(store, "other", 1, (_, known, _) -> before.set(known)).run(trials);
      assertThat(before).hasValue(0);
    }
    assertThat(Revision.present()).hasSize(16).isEqualTo(Revision.present());
  }

  @Test
  void everythingThatATimeFollowsFromIsInItsKey() throws PlatformException {
    List<Trial> trials = trials();
    assertThat(trials.stream().map(trial -> trial.key("r")).distinct()).hasSize(trials.size());
    Point point = trials.getFirst().point();
    Point other =
        new Point(
            point.workload(),
            point.values(),
            point.machine(),
            point.transport(),
            point.pes(),
            point.perNode(),
            2);
    assertThat(Trial.usual(other).key("r")).isNotEqualTo(Trial.usual(point).key("r"));
  }

  @Test
  void queriesSeePointsWithTheirQuantiles() throws PlatformException {
    run("store", 1, trials());
    try (Store store = Store.ask(folder.resolve("store"))) {
      Store.Rows rows =
          store.query(
              "SELECT platform, pes, p5 <= p50 AND p50 <= p95 AS sorted FROM points"
                  + " WHERE parameters LIKE '%tokens=8 %' ORDER BY platform, pes");
      assertThat(rows.columns()).containsExactly("platform", "pes", "sorted");
      assertThat(rows.rows())
          .containsExactly(
              List.of("dgx-h100", "8", "true"),
              List.of("dgx-h100", "16", "true"),
              List.of("h800", "8", "true"),
              List.of("h800", "16", "true"));
    }
  }

  @Test
  void mistakesAreOneLine() throws IOException {
    Path none = folder.resolve("none");
    assertThatThrownBy(() -> Store.ask(none))
        .isInstanceOf(StoreException.class)
        .hasMessage("there is no " + none + "; a plan makes it, or --store names it");
    Path text = folder.resolve("text");
    Files.writeString(text, "not a database, but a text that is longer than a header\n".repeat(99));
    assertThatThrownBy(() -> Store.open(text))
        .isInstanceOf(StoreException.class)
        .message()
        .startsWith("cannot open " + text + ": ")
        .doesNotContain("\n");
    try (Store store = Store.open(folder.resolve("store"))) {
      assertThatThrownBy(() -> store.query("SELEC 1"))
          .isInstanceOf(StoreException.class)
          .message()
          .startsWith("the query: ")
          .doesNotContain("\n");
    }
  }
}
