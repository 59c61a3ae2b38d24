package org.shmemlab.plan.store;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.shmemlab.plan.grid.Point;
import org.shmemlab.plan.grid.Trial;
import org.shmemlab.plan.grid.TrialResult;
import org.shmemlab.transports.traffic.TrafficScript;

/**
 * Computes simulations that a store does not have yet, several at a time. The results depend
 * neither on the number of threads nor on the store's earlier contents.
 */
public final class Sweep implements Simulations {
  private static final Duration LOOK = Duration.ofMillis(50);

  private final Store store;
  private final String revision;
  private final int threads;
  private final Listener listener;
  private final BooleanSupplier over;

  /** Receives the progress, on the thread that waits for it. */
  @FunctionalInterface
  public interface Listener {
    /**
     * So many simulations are done.
     *
     * @param before of those that were there at the beginning
     */
    void done(int done, int before, int all);
  }

  /** The result of a thread, or the reason why there is none. */
  private record Handed(Store.@Nullable Result result, @Nullable Throwable problem) {}

  /** Computes all. */
  public Sweep(Store store, String revision, int threads, Listener listener) {
    this(store, revision, threads, listener, () -> false);
  }

  /**
   * Computes as many as there is time for.
   *
   * @param over whether no more are to be begun
   */
  public Sweep(Store store, String revision, int threads, Listener listener, BooleanSupplier over) {
    this.over = over;
    this.store = store;
    this.revision = revision;
    this.threads = threads;
    this.listener = listener;
  }

  @Override
  public ImmutableMap<Trial, TrialResult> run(List<Trial> trials) {
    Wanted wanted = Wanted.of(trials, revision, store);
    compute(wanted.missing(), wanted.known(), wanted.done(), wanted.keys().size());
    return wanted.outcomes();
  }

  // Simulations of one point follow each other, so that what its workload does is made once.
  private void compute(
      Map<String, Trial> missing, Map<String, TrialResult> known, int before, int all) {
    Map<Point, List<Map.Entry<String, Trial>>> byPoint = new LinkedHashMap<>();
    missing
        .entrySet()
        .forEach(one ->
            byPoint.computeIfAbsent(one.getValue().point(), _ -> new ArrayList<>()).add(one));
    BlockingQueue<Handed> handed = new LinkedBlockingQueue<>();
    ThreadFactory daemons = Thread.ofPlatform().daemon().name("plan-", 0).factory();
    int done = before;
    listener.done(done, before, all);
    try (Shared scripts = new Shared();
        Workers workers = new Workers(Executors.newFixedThreadPool(threads, daemons))) {
      byPoint.forEach((point, entries) -> {
        scripts.expect(point, entries.size());
        for (Map.Entry<String, Trial> entry : entries) {
          workers.pool.execute(
              () -> handed.add(simulate(entry.getKey(), entry.getValue(), scripts)));
        }
      });
      for (int left = missing.size(); left > 0; ) {
        if (over.getAsBoolean()) {
          return; // what the threads still compute is not kept
        }
        List<Handed> some = new ArrayList<>();
        Handed next = next(handed);
        if (next == null) {
          continue;
        }
        some.add(next);
        handed.drainTo(some);
        ImmutableList.Builder<Store.Result> results = ImmutableList.builder();
        for (Handed one : some) {
          if (one.result == null) {
            throw rethrown(one.problem);
          }
          results.add(one.result);
          known.put(one.result.key(), one.result.outcome());
        }
        store.keep(results.build());
        left -= some.size();
        done += some.size();
        listener.done(done, before, all);
      }
    }
  }

  private static @Nullable Handed next(BlockingQueue<Handed> handed) {
    try {
      return handed.poll(LOOK.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(interrupted);
    }
  }

  private static Handed simulate(String key, Trial trial, Shared scripts) {
    try {
      TrafficScript script = scripts.take(trial.point());
      return new Handed(new Store.Result(key, trial, trial.run(script)), null);
    } catch (Throwable problem) { // handed to the thread that waits
      return new Handed(null, problem);
    }
  }

  private static RuntimeException rethrown(@Nullable Throwable problem) {
    return switch (problem) {
      case Error error -> throw error;
      case RuntimeException runtime -> runtime;
      case null, default -> new IllegalStateException(problem);
    };
  }

  /** Threads that end if another fails. */
  private record Workers(ExecutorService pool) implements AutoCloseable {
    @Override
    public void close() {
      pool.shutdownNow();
    }
  }

  /** Scripts of points as long as simulations of them are left. */
  private static final class Shared implements AutoCloseable {
    private final Map<Point, TrafficScript> scripts = new HashMap<>();
    private final Map<Point, Integer> left = new HashMap<>();

    synchronized void expect(Point point, int simulations) {
      left.put(point, simulations);
    }

    synchronized TrafficScript take(Point point) {
      TrafficScript script = scripts.computeIfAbsent(point, Trial::script);
      if (left.merge(point, -1, Integer::sum) == 0) {
        scripts.remove(point);
      }
      return script;
    }

    @Override
    public synchronized void close() {
      scripts.clear();
    }
  }
}
