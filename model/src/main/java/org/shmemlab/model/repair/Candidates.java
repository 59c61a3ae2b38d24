package org.shmemlab.model.repair;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.shmemlab.model.machine.Access;
import org.shmemlab.model.program.AgentCode;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Instruction.Family;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.repair.Change.Spot;
import org.shmemlab.model.spec.Conflicts.Conflict;

/**
 * What might mend a conflict, the cheapest first: one call between the first access and what
 * follows it, nearest to the end; one call elsewhere; another form of a call; a meeting of both
 * sides.
 */
final class Candidates {
  /** Places away from both accesses that are tried. */
  private static final int ELSEWHERE = 24;

  private final Program program;
  private final int pes;
  private final Predicate<SourceLine> open;
  private final Sites sites;
  private final Family family;

  /** Before or after a statement. */
  private record Place(boolean after, Site site) {}

  /**
   * @param pes number of PEs of the job
   * @param open which lines a change may be on
   */
  Candidates(Program program, int pes, Predicate<SourceLine> open) {
    this.program = program;
    this.pes = pes;
    this.open = open;
    this.sites = new Sites(program);
    this.family = Spelling.family(program);
  }

  /** What one side does otherwise, or the threads of a PE; the other PEs stay as they are. */
  ImmutableList<Repair> ofOneSide(Conflict conflict) {
    Set<Repair> repairs = new LinkedHashSet<>();
    List<Site> first = Touching.sites(sites, conflict.first());
    List<Site> second = Touching.sites(sites, conflict.second());
    List<Place> places = places(conflict, first, second);
    if (updates(conflict.first()) || updates(conflict.second())) {
      single(repairs, Call.FENCE, places);
    }
    single(repairs, Call.QUIET, places);
    first.forEach(site -> contextQuiet(repairs, site));
    second.forEach(site -> contextQuiet(repairs, site));
    otherForms(repairs, conflict, first, second);
    single(repairs, Call.BLOCK_BARRIER, places);
    single(repairs, Call.DEVICE_SYNCHRONIZE, places);
    bothSides(repairs, Call.BLOCK_BARRIER, conflict, first, second);
    handOver(repairs, conflict, first, second);
    return allowed(repairs);
  }

  /** Barriers of all PEs. */
  ImmutableList<Repair> ofAllPes(Conflict conflict) {
    Set<Repair> repairs = new LinkedHashSet<>();
    List<Site> first = Touching.sites(sites, conflict.first());
    List<Site> second = Touching.sites(sites, conflict.second());
    single(repairs, Call.BARRIER, places(conflict, first, second));
    bothSides(repairs, Call.BARRIER, conflict, first, second);
    return allowed(repairs);
  }

  /** Whether a fence may order it: an update of a PE that is under way. */
  private static boolean updates(Access access) {
    return access.operation() >= 0
        && access.use().updates()
        && access.use() != Access.Use.DESTINATION;
  }

  private ImmutableList<Repair> allowed(Set<Repair> repairs) {
    return repairs.stream()
        .filter(repair -> repair.changes().stream().allMatch(this::mayBe))
        .collect(ImmutableList.toImmutableList());
  }

  private boolean mayBe(Change change) {
    return change instanceof Change.OnOtherPes || open.test(change.line());
  }

  // ---------------------------------------------------------------- places

  private List<Place> places(Conflict conflict, List<Site> first, List<Site> second) {
    LinkedHashSet<Place> places = new LinkedHashSet<>();
    if (conflict.first().agent() == conflict.second().agent()) {
      second.forEach(site -> places.add(new Place(false, site)));
    }
    for (Site site : first) {
      following(site).forEach(next -> places.add(new Place(false, next)));
      places.add(new Place(true, site));
    }
    second.forEach(site -> places.add(new Place(false, site)));
    for (Site site : second) {
      following(site).forEach(next -> places.add(new Place(false, next)));
      places.add(new Place(true, site));
    }
    first.forEach(site -> places.add(new Place(false, site)));
    int line = conflict.first().line().line();
    sites.all().stream()
        .filter(Touching::orders)
        .sorted(Comparator.comparingInt(site -> Math.abs(site.line().line() - line)))
        .limit(ELSEWHERE)
        .forEach(site -> places.add(new Place(false, site)));
    return new ArrayList<>(places);
  }

  /** What communicates or meets after a statement in its function, the last first. */
  private List<Site> following(Site site) {
    List<Site> following = new ArrayList<>();
    for (Site other : sites.all()) {
      if (other.function() == site.function()
          && other.first() > site.first()
          && Touching.orders(other)) {
        following.add(0, other);
      }
    }
    return following;
  }

  // ---------------------------------------------------------------- one call

  private void single(Set<Repair> repairs, Call call, List<Place> places) {
    for (Place place : places) {
      if (fits(call, place.site())) {
        repairs.add(new Repair(ImmutableList.of(insertion(call, place))));
      }
    }
  }

  private boolean fits(Call call, Site site) {
    boolean task = sites.isTask(site.function());
    boolean device = sites.isDevice(site.function());
    return switch (call) {
      case FENCE -> !task;
      case QUIET, CONTEXT_QUIET, BARRIER -> true;
      case THREAD_FENCE, BLOCK_BARRIER -> device && !task;
      case DEVICE_SYNCHRONIZE -> !device && !task;
    };
  }

  private Change insertion(Call call, Place place) {
    Site site = place.site();
    String spelling = call.spelling(family, sites.isTask(site.function()));
    return new Change.Insertion(
        call, Instruction.NO_REGISTER, spelling, place.after(), site.line(), site.spots());
  }

  /** Operations on a context of their own are completed in its name: after all of them, or each. */
  private void contextQuiet(Set<Repair> repairs, Site issue) {
    int context =
        switch (issue.kind()) {
          case Instruction.Transfer i -> i.context();
          case Instruction.PutValue i -> i.context();
          case Instruction.GetValue i -> i.context();
          case Instruction.Amo i -> i.context();
          case Instruction.AmoFetchNbi i -> i.context();
          case Instruction.SignalUpdate i -> i.context();
          default -> Instruction.NO_REGISTER;
        };
    if (context == Instruction.NO_REGISTER) {
      return;
    }
    String spelling = Call.CONTEXT_QUIET.spelling(family, false);
    List<Place> places = new ArrayList<>();
    for (Site site : sites.all()) {
      if (site.function() == issue.function() && site.first() > issue.first()) {
        places.add(0, new Place(false, site));
      }
    }
    places.add(new Place(true, issue));
    for (Place place : places) {
      repairs.add(
          new Repair(
              ImmutableList.of(
                  new Change.Insertion(
                      Call.CONTEXT_QUIET,
                      context,
                      spelling,
                      place.after(),
                      place.site().line(),
                      place.site().spots()))));
    }
  }

  // ---------------------------------------------------------------- other forms

  private void otherForms(
      Set<Repair> repairs, Conflict conflict, List<Site> first, List<Site> second) {
    List<Site> both = new ArrayList<>(first);
    both.addAll(second);
    for (Site site : both) {
      for (Form form : List.of(Form.BLOCKING, Form.ATOMIC_SET, Form.SIGNAL_WAIT)) {
        rewrite(repairs, form, site);
      }
    }
    for (Site site : sites.all()) {
      if (second.stream().anyMatch(access -> access.function() == site.function())) {
        rewrite(repairs, Form.WAIT, site);
        poll(repairs, conflict, site);
      }
    }
  }

  private void rewrite(Set<Repair> repairs, Form form, Site site) {
    if (form.fits(site.kind())) {
      List<Spot> calls = new ArrayList<>();
      for (int i = 0; i < site.spots().size(); i++) {
        int anchor = site.anchors().get(i);
        calls.add(new Spot(site.spots().get(i).function(), anchor, anchor + 1));
      }
      String spelling = form.spelling(site.kind(), family);
      repairs.add(
          new Repair(
              ImmutableList.of(
                  new Change.Rewriting(form, spelling, site.line(), ImmutableList.copyOf(calls)))));
    }
  }

  private void poll(Set<Repair> repairs, Conflict conflict, Site site) {
    Access update = conflict.first();
    int look = site.anchors().get(0);
    Polling.at(program.functions().get(site.function()), look)
        .ifPresent(loop -> {
          boolean watched = conflict.second().line().equals(site.line());
          boolean signal = loop.look().signal() || (watched && update.use() == Access.Use.SIGNAL);
          ScalarType type = watched && update.type() != null ? update.type() : loop.look().type();
          String name = signal ? "signal" : Spelling.type(type);
          repairs.add(
              new Repair(
                  ImmutableList.of(
                      new Change.WaitBefore(
                          Spelling.prefix(family) + name + "_wait_until()",
                          loop.code(type, signal),
                          site.line(),
                          new Spot(site.function(), look, look + 1)))));
        });
  }

  // ---------------------------------------------------------------- both sides

  private void bothSides(
      Set<Repair> repairs, Call call, Conflict conflict, List<Site> first, List<Site> second) {
    for (Site a : first) {
      for (Site b : second) {
        meet(repairs, call, new Place(true, a), new Place(false, b), conflict);
        meet(repairs, call, new Place(false, a), new Place(true, b), conflict);
      }
    }
  }

  private void meet(Set<Repair> repairs, Call call, Place one, Place other, Conflict conflict) {
    if (!fits(call, one.site()) || !fits(call, other.site())) {
      return;
    }
    ImmutableList<Change> both = ImmutableList.of(insertion(call, one), insertion(call, other));
    repairs.add(new Repair(both));
    ImmutableSet<Integer> taking = ImmutableSet.of(conflict.first().pe(), conflict.second().pe());
    int root = sites.root(one.site().function());
    AgentCode kernel = program.functions().get(root);
    if (call == Call.BARRIER && taking.size() < pes && kernel.kernel()) {
      Change others =
          new Change.OnOtherPes(
              call,
              call.spelling(family, false),
              kernel.lines().get(0),
              root,
              ImmutableIntArray.copyOf(taking));
      repairs.add(new Repair(ImmutableList.<Change>builder().addAll(both).add(others).build()));
    }
  }

  /** Threads of a block hand over what one of them completed or waited for. */
  private void handOver(
      Set<Repair> repairs, Conflict conflict, List<Site> first, List<Site> second) {
    for (Site other : sites.all()) {
      if (!sites.isDevice(other.function()) || !Touching.orders(other)) {
        continue;
      }
      for (Site b : second) {
        if (other.function() != b.function()) {
          meet(repairs, Call.BLOCK_BARRIER, new Place(true, other), new Place(false, b), conflict);
        }
      }
      for (Site a : first) {
        if (other.function() != a.function()) {
          meet(repairs, Call.BLOCK_BARRIER, new Place(true, a), new Place(false, other), conflict);
        }
      }
    }
  }
}
