package org.shmemlab.transports.simulate;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Maps;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.SourceLine;

/** Books the simulated time of every agent under what it was doing. */
final class Ledger {
  private static final int ACTIVITIES = Activity.values().length;

  private final long[] totals; // for each PE and activity
  private final long[] last; // for each PE: when something last ended
  private Activity[] doing = new Activity[0]; // of each agent
  private long[] since = new long[0];
  private String[] names = new String[0]; // of agents, for the timeline
  private @Nullable SourceLine[] lines = new SourceLine[0]; // where each agent is, for the timeline
  private @Nullable Timeline timeline;

  Ledger(int pes) {
    this.totals = new long[pes * ACTIVITIES];
    this.last = new long[pes];
  }

  void writeTo(Timeline into) {
    timeline = into;
  }

  /**
   * A new agent does something from a time on.
   *
   * @param name asked for where a timeline is written
   */
  void begin(int agent, Supplier<String> name, Activity activity, long time) {
    if (agent >= doing.length) {
      int size = Math.max(agent + 1, 2 * doing.length);
      doing = Arrays.copyOf(doing, size);
      since = Arrays.copyOf(since, size);
      names = Arrays.copyOf(names, size);
      lines = Arrays.copyOf(lines, size);
    }
    doing[agent] = activity;
    since[agent] = time;
    names[agent] = timeline == null ? "" : name.get();
    lines[agent] = null;
  }

  /** The name of an agent, where a timeline is written. */
  String name(int agent) {
    return names[agent];
  }

  /**
   * An agent of a PE begins another activity.
   *
   * @param line where in the source, if that is to be shown
   */
  void turn(int agent, int pe, Activity activity, @Nullable SourceLine line, long time) {
    if (doing[agent] == activity) {
      return;
    }
    close(agent, pe, time);
    doing[agent] = activity;
    since[agent] = time;
    lines[agent] = line;
  }

  /** An agent has ended; nothing more is booked for its number until it begins again. */
  void end(int agent, int pe, long time) {
    close(agent, pe, time);
    since[agent] = time;
  }

  private void close(int agent, int pe, long time) {
    long spent = time - since[agent];
    if (spent > 0) {
      totals[pe * ACTIVITIES + doing[agent].ordinal()] += spent;
      last[pe] = Math.max(last[pe], time);
      if (timeline != null) {
        timeline.add(pe, names[agent], doing[agent], lines[agent], since[agent], time);
      }
    }
  }

  ImmutableList<TimedResult.OfPe> perPe() {
    ImmutableList.Builder<TimedResult.OfPe> pes = ImmutableList.builder();
    for (int pe = 0; pe < last.length; pe++) {
      int from = pe * ACTIVITIES;
      ImmutableMap<Activity, Long> spent =
          Maps.toMap(EnumSet.allOf(Activity.class), a -> totals[from + a.ordinal()]);
      pes.add(new TimedResult.OfPe(last[pe], spent));
    }
    return pes.build();
  }
}
