package org.shmemlab.scenarios.judge;

import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Function;
import org.shmemlab.model.explore.Workers;

/** Cores of this computer that work on one exploration together. */
public final class Cores implements Workers {
  private static final Cores ALL = new Cores(Runtime.getRuntime().availableProcessors());

  private final int count;
  private final ForkJoinPool pool; // its threads end after a minute without work

  /**
   * So many of them, or as many threads that take turns.
   *
   * @throws IllegalArgumentException if there is none
   */
  public Cores(int count) {
    this.count = count;
    this.pool = new ForkJoinPool(count);
  }

  /** All that this process may use. */
  public static Cores all() {
    return ALL;
  }

  @Override
  public int count() {
    return count;
  }

  @Override
  public <A, B> List<B> all(List<A> arguments, Function<A, B> function) {
    if (arguments.size() == 1) {
      return ALONE.all(arguments, function);
    }
    return pool.submit(() -> arguments.parallelStream().map(function).toList()).join();
  }
}
