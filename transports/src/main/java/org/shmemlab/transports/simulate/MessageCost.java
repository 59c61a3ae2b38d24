package org.shmemlab.transports.simulate;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ListMultimap;
import com.google.common.collect.MultimapBuilder;
import com.google.common.collect.Range;
import com.google.common.collect.RangeMap;
import com.google.common.collect.TreeRangeMap;
import java.util.EnumMap;
import java.util.Map;
import org.shmemlab.model.program.CallScope;
import org.shmemlab.transports.cost.fleet.Fleet;
import org.shmemlab.transports.cost.parameters.TransferKind;
import org.shmemlab.transports.cost.stations.Driver;
import org.shmemlab.transports.cost.stations.Pipeline;
import org.shmemlab.transports.cost.stations.Stage;

/**
 * Holds the cost of one put of 8 bytes and a quiet on an idle fleet.
 *
 * @param path between which PEs: "inside a node", "between nodes"
 * @param totalPs from the call of the put to the return of the quiet, picoseconds
 * @param stages where that time goes, picoseconds: together the total. A time at which the put and
 *     the quiet's own request are both in flight counts for the stage furthest along, and one at
 *     which nothing moves for the quiet.
 */
public record MessageCost(String path, long totalPs, ImmutableMap<Stage, Long> stages) {
  private static final int BYTES = 8;

  /** The costs of the kinds of paths that a fleet has, from PE 0. */
  public static ImmutableList<MessageCost> of(Fleet fleet) {
    ImmutableList.Builder<MessageCost> costs = ImmutableList.builder();
    if (fleet.pes() > 1 && fleet.near(0, 1)) {
      costs.add(between(fleet, 1, "inside a node"));
    }
    if (fleet.layout().domains() > 1) {
      costs.add(between(fleet, fleet.layout().pesPerDomain(), "between nodes"));
    }
    return costs.build();
  }

  /** The cost between PE 0 and another. */
  public static MessageCost between(Fleet fleet, int target, String path) {
    ListMultimap<Stage, Range<Long>> intervals =
        MultimapBuilder.enumKeys(Stage.class).arrayListValues().build();
    Pipeline pipeline = new Pipeline(fleet, new One(target));
    pipeline.listen((stage, _, _, _, from, to) -> intervals.put(stage, Range.closedOpen(from, to)));
    pipeline.place(0, 0);
    pipeline.wake(0, 0);
    long end = pipeline.run();
    RangeMap<Long, Stage> moments = TreeRangeMap.create();
    moments.put(Range.closedOpen(0L, end), Stage.QUIET);
    intervals.forEach((stage, range) -> moments.put(range, stage)); // the furthest along comes last
    Map<Stage, Long> stages = new EnumMap<>(Stage.class);
    moments
        .asMapOfRanges()
        .forEach((range, stage) ->
            stages.merge(stage, range.upperEndpoint() - range.lowerEndpoint(), Long::sum));
    return new MessageCost(path, end, ImmutableMap.copyOf(stages));
  }

  private static final class One implements Driver {
    private final int target;
    private int calls;

    One(int target) {
      this.target = target;
    }

    @Override
    public void resume(Pipeline pipeline, int agent, long now) {
      switch (calls++) {
        case 0 ->
            pipeline.issue(agent, now, TransferKind.PUT, target, BYTES, CallScope.THREAD, 0, 0);
        case 1 -> pipeline.quiet(agent, now);
        default -> {} // it has returned
      }
    }
  }
}
