package org.shmemlab.scenarios.spacetime;

import static java.util.Comparator.comparingInt;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.job.Wait;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.spec.Conflicts;
import org.shmemlab.model.spec.Specification;
import org.shmemlab.model.step.Access;
import org.shmemlab.model.step.Step;
import org.shmemlab.scenarios.replay.Semantics;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.scenarios.spacetime.SpaceTime.Edge;
import org.shmemlab.scenarios.spacetime.SpaceTime.Flight;
import org.shmemlab.scenarios.spacetime.SpaceTime.Kind;
import org.shmemlab.scenarios.spacetime.SpaceTime.Lane;
import org.shmemlab.scenarios.spacetime.SpaceTime.Missing;
import org.shmemlab.scenarios.spacetime.SpaceTime.Moment;
import org.shmemlab.scenarios.spacetime.SpaceTime.Standing;
import org.shmemlab.scenarios.spacetime.SpaceTime.Tick;
import org.shmemlab.scenarios.spacetime.SpaceTime.Window;

/** Makes space-time diagrams of schedules of one program. */
public final class SpaceTimes {
  private final Program program;
  private final Job job;
  private final Semantics semantics;
  private final DiagramNames names;

  /**
   * Prepares diagrams.
   *
   * @param semantics by whose rules the schedules run
   */
  public SpaceTimes(SourceFile source, Program program, Job job, Semantics semantics) {
    this.program = program;
    this.job = job;
    this.semantics = semantics;
    this.names = new DiagramNames(source);
  }

  /** The diagram of the schedule that leads to a finding; empty if it is too large to be drawn. */
  public Optional<SpaceTime> of(Finding finding) {
    return of(finding.witness().choices(), Optional.of(finding));
  }

  /**
   * The diagram of a schedule.
   *
   * @param choices for each step its index among those that are possible
   * @param finding the finding in which it ends, if there is one
   * @return empty if it is too large to be drawn
   * @throws IndexOutOfBoundsException if a choice is none of those that the program has then
   */
  public Optional<SpaceTime> of(ImmutableIntArray choices, Optional<Finding> finding) {
    Machine start = semantics.start(program, job);
    @Nullable Specification rules = semantics.conflicts().map(Conflicts::rules).orElse(null);
    SpaceTimeRecorder first = new SpaceTimeRecorder(start, choices, names, rules);
    if (!first.run((_, _) -> {})) {
      return Optional.empty();
    }
    Optional<Missing> missing = finding.flatMap(found -> missing(first, found));
    int skipped = before(first.ticks());
    Set<Integer> used = used(first, skipped, missing, finding.isPresent() && missing.isEmpty());
    List<Lane> met = first.lanes();
    List<Integer> order =
        IntStream.range(0, met.size())
            .filter(used::contains)
            .boxed()
            .sorted(comparingInt(lane -> met.get(lane).pe()))
            .toList();
    int[] place = new int[met.size()];
    for (int i = 0; i < order.size(); i++) {
      place[order.get(i)] = i;
    }
    ImmutableList<Lane> lanes =
        order.stream().map(met::get).collect(ImmutableList.toImmutableList());

    TrackedWords words = new TrackedWords();
    words.touch(first.touched());
    finding.ifPresent(found -> words.touch(found.accesses()));
    ImmutableList<SpaceTime.Cell> cells = words.cells(names);
    ImmutableList.Builder<Moment> moments = ImmutableList.builder();
    Set<Lane> begun = new HashSet<>();
    first.ticks().stream() // a lane whose agent ended before the first state has begun, too
        .skip(skipped)
        .filter(tick -> tick.step() == 0)
        .forEach(tick -> tick.lanes().forEach(lane -> begun.add(met.get(lane))));
    new SpaceTimeRecorder(start, choices, names, rules)
        .run((machine, enabled) ->
            moments.add(
                new Moment(standings(machine, enabled, lanes, begun), words.changes(machine))));

    return Optional.of(
        new SpaceTime(
            semantics.name(),
            job.pes(),
            lanes,
            first.flights().stream()
                .map(flight ->
                    new Flight(
                        flight.call(),
                        place[flight.lane()],
                        flight.to(),
                        flight.line(),
                        flight.over()))
                .collect(ImmutableList.toImmutableList()),
            first.ticks().stream()
                .skip(skipped)
                .map(tick -> moved(tick, place))
                .collect(ImmutableList.toImmutableList()),
            first.edges().stream()
                .filter(edge -> edge.from() >= skipped)
                .map(edge -> new Edge(edge.by(), edge.from() - skipped, edge.to() - skipped))
                .collect(ImmutableList.toImmutableList()),
            first.touches().stream()
                .filter(touched -> touched.tick() >= skipped)
                .flatMap(touched -> words.touch(touched, skipped).stream())
                .collect(ImmutableList.toImmutableList()),
            first.windows().stream()
                .map(window -> moved(window, skipped))
                .collect(ImmutableList.toImmutableList()),
            cells,
            moments.build(),
            missing.map(
                gap -> new Missing(moved(gap.first(), place), moved(gap.second(), place)))));
  }

  // The set-up: ticks before the first step and the first issue.
  private static int before(List<Tick> ticks) {
    int skipped = 0;
    while (skipped < ticks.size()
        && ticks.get(skipped).step() == 0
        && ticks.get(skipped).kind() != Kind.ISSUE) {
      skipped++;
    }
    return skipped;
  }

  private static Tick moved(Tick tick, int[] place) {
    return new Tick(
        tick.step(),
        tick.kind(),
        tick.pe(),
        tick.lanes().stream()
            .map(lane -> place[lane])
            .sorted()
            .collect(ImmutableList.toImmutableList()),
        tick.flight(),
        tick.word(),
        tick.line());
  }

  private static Window moved(Window window, int skipped) {
    return new Window(
        window.flight(),
        window.use(),
        window.pe(),
        window.object(),
        window.first(),
        window.last(),
        window.opened() - skipped,
        window.closed() < 0 ? SpaceTime.NONE : window.closed() - skipped);
  }

  private static Missing.Side moved(Missing.Side side, int[] place) {
    return new Missing.Side(
        place[side.lane()], side.flight(), side.use(), side.pe(), side.object(), side.line());
  }

  // ---------------------------------------------------------------- conflicts

  private Optional<Missing> missing(SpaceTimeRecorder recording, Finding finding) {
    List<Access> both = finding.accesses();
    if (both.isEmpty()) {
      return Optional.empty();
    }
    Missing.@Nullable Side first = side(recording, both.get(0));
    Missing.@Nullable Side second = side(recording, both.get(1));
    return first == null || second == null
        ? Optional.empty()
        : Optional.of(new Missing(first, second));
  }

  private Missing.@Nullable Side side(SpaceTimeRecorder recording, Access access) {
    int flight = access.operation() < 0 ? SpaceTime.NONE : recording.flight(access.operation());
    int lane =
        flight < 0 ? recording.laneOf(access.agent()) : recording.flights().get(flight).lane();
    return lane < 0
        ? null
        : new Missing.Side(
            lane,
            flight,
            access.use(),
            access.place().pe(),
            names.object(access.place().name()),
            access.line());
  }

  // ---------------------------------------------------------------- agents

  // The lanes of agents with ticks, of the accesses in conflict, and of agents that wait for others
  // at the end; every PE has one.
  private static Set<Integer> used(
      SpaceTimeRecorder recording, int skipped, Optional<Missing> missing, boolean hangs) {
    Set<Integer> used = new HashSet<>();
    recording.ticks().stream().skip(skipped).forEach(tick -> used.addAll(tick.lanes()));
    missing.ifPresent(gap -> {
      used.add(gap.first().lane());
      used.add(gap.second().lane());
    });
    Machine machine = recording.machine();
    ImmutableIntArray live = machine.liveAgents();
    for (int i = 0; i < live.length(); i++) {
      boolean forOthers =
          switch (machine.waiting(live.get(i))) {
            case Wait.ForMeeting _,
                Wait.ForWords _,
                Wait.ForOperation _,
                Wait.ForQuiet _,
                Wait.ForFlush _ ->
                true;
            case null, default -> false;
          };
      if (hangs && forOthers) {
        used.add(recording.laneOf(live.get(i)));
      }
    }
    Set<Integer> shown = new HashSet<>();
    used.forEach(lane -> shown.add(recording.lanes().get(lane).pe()));
    for (int i = 0; i < live.length(); i++) {
      Agent agent = machine.agent(live.get(i));
      if (agent != null && shown.add(agent.pe())) {
        used.add(recording.laneOf(live.get(i)));
      }
    }
    for (int lane = 0; lane < recording.lanes().size(); lane++) { // PEs without a live agent
      if (shown.add(recording.lanes().get(lane).pe())) {
        used.add(lane);
      }
    }
    return used;
  }

  private static ImmutableList<Standing> standings(
      Machine machine, List<Step> enabled, List<Lane> lanes, Set<Lane> begun) {
    BitSet canGoOn = new BitSet();
    enabled.forEach(step -> goesOn(step, canGoOn));
    Map<Lane, Integer> agents = new HashMap<>();
    ImmutableIntArray live = machine.liveAgents();
    for (int i = 0; i < live.length(); i++) {
      Agent agent = machine.agent(live.get(i));
      if (agent != null) {
        Lane lane = new Lane(agent.pe(), machine.describe(agent));
        agents.put(lane, live.get(i));
        begun.add(lane);
      }
    }
    List<Standing> standings = new ArrayList<>();
    for (Lane lane : lanes) {
      Integer number = agents.get(lane);
      Agent agent = number == null ? null : machine.agent(number);
      standings.add(
          agent == null || number == null
              ? new Standing(Optional.empty(), begun.contains(lane) ? "has ended" : "has not begun")
              : new Standing(
                  Optional.of(machine.line(agent)).filter(line -> line.line() > 0),
                  canGoOn.get(number) ? "" : state(machine, number)));
    }
    return ImmutableList.copyOf(standings);
  }

  private static String state(Machine machine, int agent) {
    return switch (machine.waiting(agent)) {
      case null -> "cannot go on yet";
      case Wait.ForMeeting _ -> "waits for the others";
      case Wait.ForWords _ -> "waits for a value in memory";
      case Wait.ForOperation _ -> "waits for its call to return";
      case Wait.ForQuiet _ -> "waits for its operations to complete";
      case Wait.ForFlush _ -> "waits for its sources to be read";
      case Wait.ForFence _ -> "waits at a fence";
      case Wait.ForVisibility _ -> "waits until what was delivered is visible";
      case Wait.ForStores _, Wait.ForSystemFence _ -> "waits for its stores to peers";
      case Wait.ForDevice device -> "waits for " + device.what();
      case Wait.ForThreads threads -> "waits for " + threads.what();
      case Wait.ForGrid _ -> "waits for its kernel";
      case Wait.ForTask _ -> "has nothing to do";
    };
  }

  private static void goesOn(Step step, BitSet agents) {
    switch (step) {
      case Step.OfAgent of -> agents.set(of.agent());
      case Step.OfGlimpse of -> agents.set(of.agent());
      case Step.OfLook of -> agents.set(of.agent());
      case Step.OfCache of -> goesOn(of.step(), agents);
      case Step.OfNetwork _ -> {}
    }
  }
}
