package org.shmemlab.plan.store;

import com.google.common.collect.ImmutableMap;
import java.util.ArrayList;
import java.util.List;
import org.shmemlab.plan.grid.Trial;
import org.shmemlab.plan.grid.TrialResult;

/**
 * Computes one of several equal shares of the simulations that are not computed yet. Where all are
 * known, it answers; else it computes its share, and is {@link Done}. All shares that are given the
 * same known results divide the same simulations, and each of them belongs to one share.
 */
public final class Share implements Simulations {
  private final int number;
  private final int of;
  private final Store known;
  private final Sweep own;
  private final String revision;

  /** Is thrown when a share is computed: what follows needs the others' results. */
  public static final class Done extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Done() {
      super("a share is computed", null, false, false);
    }
  }

  /**
   * A share.
   *
   * @param number from 0
   * @param known the results so far; not to be written to meanwhile
   * @param own computes the share
   */
  public Share(int number, int of, Store known, Sweep own, String revision) {
    this.number = number;
    this.of = of;
    this.known = known;
    this.own = own;
    this.revision = revision;
  }

  @Override
  public ImmutableMap<Trial, TrialResult> run(List<Trial> trials) {
    Wanted wanted = Wanted.of(trials, revision, known);
    ImmutableMap<String, Trial> missing = wanted.missing();
    if (missing.isEmpty()) {
      return wanted.outcomes();
    }
    List<Trial> mine = new ArrayList<>();
    int place = 0;
    for (Trial trial : missing.values()) {
      if (place++ % of == number) {
        mine.add(trial);
      }
    }
    own.run(mine);
    throw new Done();
  }
}
