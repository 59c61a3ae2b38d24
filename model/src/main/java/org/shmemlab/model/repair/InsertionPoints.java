package org.shmemlab.model.repair;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.shmemlab.model.program.AgentCode;
import org.shmemlab.model.program.CallTrait;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Program;

/**
 * Finds the places where a call may repair an access: on a path that leads from the access or to
 * it. A place is certain if every agent that makes the access passes it; a call at any other place
 * may repair the program for this number of threads or PEs alone, so those come later.
 */
final class InsertionPoints {
  /** Places away from an access that are tried. */
  private static final int NEAREST = 24;

  /** Places before an access at which waits are tried. */
  private static final int WAITS = 3;

  private final Sites sites;
  private final ImmutableList<ControlFlow> flows;
  private final List<List<Position>> callers;

  /** An instruction of a function. */
  private record Position(int function, int index) {}

  /** How a place lies to an access. */
  private enum Way {
    NONE,
    SOME,
    EVERY
  }

  InsertionPoints(Program program, Sites sites) {
    this.sites = sites;
    this.flows =
        program.functions().stream().map(ControlFlow::new).collect(ImmutableList.toImmutableList());
    this.callers = callers(program);
  }

  /**
   * Places where the issuer of operations can complete them: before the statements that can first
   * notify others.
   */
  List<InsertionPoint> completing(List<Site> issues, boolean certain) {
    List<InsertionPoint> places = new ArrayList<>();
    boolean onStream = issues.stream().anyMatch(site -> sites.isTask(site.function()));
    for (Site issue : issues) {
      if (onStream && !sites.isTask(issue.function())) {
        continue; // the statement that queues it
      }
      sites.all().stream()
          .filter(site -> AccessStatements.orders(site) && isAlike(site, issue))
          .map(site -> new InsertionPoint(false, site))
          .filter(place -> after(issue, place) == (certain ? Way.EVERY : Way.SOME))
          .sorted(
              Comparator.<InsertionPoint, Boolean>comparing(
                      place -> !AccessStatements.announces(place.site()))
                  .thenComparingInt(place -> Math.abs(place.index() - issue.first())))
          .forEach(places::add);
      if (certain) {
        places.add(new InsertionPoint(true, issue));
      }
    }
    return distinct(places);
  }

  /** Places where the agents that make one of the accesses can meet others, the nearest first. */
  List<InsertionPoint> meeting(List<Site> first, List<Site> second, boolean certain) {
    List<InsertionPoint> places = new ArrayList<>();
    if (certain) {
      second.forEach(site -> places.add(new InsertionPoint(false, site)));
      first.forEach(site -> places.add(new InsertionPoint(true, site)));
      second.forEach(site -> places.add(new InsertionPoint(true, site)));
      first.forEach(site -> places.add(new InsertionPoint(false, site)));
    }
    List<Site> both = new ArrayList<>(second);
    both.addAll(first);
    for (Site access : both) {
      sites.all().stream()
          .filter(AccessStatements::orders)
          .map(site -> new InsertionPoint(false, site))
          .filter(place -> around(access, place) == (certain ? Way.EVERY : Way.SOME))
          .sorted(Comparator.comparingInt(place -> distance(access, place)))
          .limit(NEAREST)
          .forEach(places::add);
    }
    return distinct(places);
  }

  /** Places before the host notifies others. */
  List<InsertionPoint> telling(List<Site> first, List<Site> second, boolean certain) {
    List<InsertionPoint> places = new ArrayList<>();
    List<Site> both = new ArrayList<>(first);
    both.addAll(second);
    for (Site access : both) {
      sites.all().stream()
          .filter(site -> AccessStatements.announces(site) && !sites.isDevice(site.function()))
          .map(site -> new InsertionPoint(false, site))
          .filter(place -> after(access, place) == (certain ? Way.EVERY : Way.SOME))
          .sorted(Comparator.comparingInt(place -> distance(access, place)))
          .forEach(places::add);
    }
    return distinct(places);
  }

  /**
   * Places where an agent can wait before an access: those that every agent that makes it passes.
   */
  List<InsertionPoint> waiting(List<Site> second, List<Site> first) {
    List<InsertionPoint> places = new ArrayList<>();
    List<Site> accesses = new ArrayList<>(second);
    accesses.addAll(first);
    accesses.removeIf(site -> site.kind() instanceof Instruction.Enqueue);
    accesses.forEach(access -> places.add(new InsertionPoint(false, access)));
    for (Site access : accesses) {
      sites.all().stream()
          .map(site -> new InsertionPoint(false, site))
          .filter(place -> place.function() == access.function())
          .filter(place -> before(place, access) == Way.EVERY)
          .sorted(Comparator.comparingInt(place -> distance(access, place)))
          .limit(WAITS)
          .forEach(places::add);
    }
    return distinct(places);
  }

  // Nothing but computing lies between two places that are the same; the fewer loops a place is in,
  // the fewer calls it takes.
  private List<InsertionPoint> distinct(List<InsertionPoint> places) {
    Set<Position> seen = new HashSet<>();
    List<InsertionPoint> distinct = new ArrayList<>();
    List<InsertionPoint> outermost = new ArrayList<>(places);
    outermost.sort(
        Comparator.comparingInt(place -> flows.get(place.function()).depth(place.index())));
    for (InsertionPoint place : outermost) {
      ControlFlow flow = flows.get(place.function());
      int at = place.after() ? place.index() + 1 : place.index();
      boolean alone = place.after() && flow.leads(at);
      int settled = alone ? -at : flow.settled(at); // only a path that falls through passes it
      if (seen.add(new Position(place.function(), settled))) {
        distinct.add(place);
      }
    }
    return distinct;
  }

  private static int distance(Site access, InsertionPoint place) {
    return access.function() == place.function()
        ? Math.abs(access.first() - place.index())
        : Integer.MAX_VALUE / 2 + Math.abs(access.line().line() - place.site().line().line());
  }

  // Only the side of a PE that issued an operation completes it.
  private boolean isAlike(Site site, Site issue) {
    return sites.isDevice(site.function()) == sites.isDevice(issue.function())
        && sites.isTask(site.function()) == sites.isTask(issue.function());
  }

  private Way around(Site access, InsertionPoint place) {
    Way after = after(access, place);
    Way before = before(place, access);
    return after.compareTo(before) < 0 ? before : after;
  }

  private Way after(Site access, InsertionPoint place) {
    if (place.site().equals(access)) {
      return place.after() ? Way.EVERY : Way.SOME;
    }
    return along(
        new Position(access.function(), access.anchors().get(0)),
        new Position(place.function(), place.index()),
        (flow, from, by) -> flow.alwaysAfter(from, by));
  }

  private Way before(InsertionPoint place, Site access) {
    if (place.site().equals(access)) {
      return place.after() ? Way.NONE : Way.EVERY;
    }
    return along(
        new Position(place.function(), place.index()),
        new Position(access.function(), access.anchors().get(0)),
        (flow, by, to) -> flow.alwaysBefore(by, to));
  }

  private interface Always {
    boolean test(ControlFlow flow, int from, int to);
  }

  private Way along(Position from, Position to, Always always) {
    Way best = Way.NONE;
    for (Position a : lifted(from)) {
      for (Position b : lifted(to)) {
        if (a.function() == b.function() && a.index() != b.index()) {
          ControlFlow flow = flows.get(a.function());
          if (flow.reaches(a.index(), b.index())) {
            if (always.test(flow, a.index(), b.index())) {
              return Way.EVERY;
            }
            best = Way.SOME;
          }
        }
      }
    }
    return best;
  }

  /** The instruction and those that call, queue or launch its function, and so on. */
  private List<Position> lifted(Position position) {
    List<Position> lifted = new ArrayList<>(List.of(position));
    BitSet seen = new BitSet();
    for (int i = 0; i < lifted.size(); i++) {
      int function = lifted.get(i).function();
      if (!seen.get(function)) {
        seen.set(function);
        lifted.addAll(callers.get(function));
      }
    }
    return lifted;
  }

  private static List<List<Position>> callers(Program program) {
    List<List<Position>> callers = new ArrayList<>();
    for (int f = 0; f < program.functions().size(); f++) {
      callers.add(new ArrayList<>());
    }
    for (int f = 0; f < program.functions().size(); f++) {
      AgentCode code = program.functions().get(f);
      for (int i = 0; i < code.body().size(); i++) {
        Position here = new Position(f, i);
        switch (code.body().get(i)) {
          case Instruction.Call call -> callers.get(call.function()).add(here);
          case Instruction.Enqueue enqueue -> callers.get(enqueue.function()).add(here);
          case Instruction.Invoke invoke when invoke.call().has(CallTrait.LAUNCHES_KERNEL) -> {
            for (int kernel = 0; kernel < callers.size(); kernel++) {
              if (program.functions().get(kernel).kernel()) {
                callers.get(kernel).add(here); // which one it is, a register says
              }
            }
          }
          default -> {}
        }
      }
    }
    threads(program, callers);
    return callers;
  }

  // Functions without a caller are the entries of the host's threads; a register says which one.
  private static void threads(Program program, List<List<Position>> callers) {
    List<Position> made = new ArrayList<>();
    for (int f = 0; f < program.functions().size(); f++) {
      AgentCode code = program.functions().get(f);
      for (int i = 0; i < code.body().size(); i++) {
        if (code.body().get(i) instanceof Instruction.Invoke invoke
            && invoke.call().has(CallTrait.STARTS_THREAD)) {
          made.add(new Position(f, i));
        }
      }
    }
    for (int f = 0; f < callers.size(); f++) {
      boolean begins = f == program.main() || program.functions().get(f).kernel();
      if (callers.get(f).isEmpty() && !begins) {
        callers.get(f).addAll(made);
      }
    }
  }
}
