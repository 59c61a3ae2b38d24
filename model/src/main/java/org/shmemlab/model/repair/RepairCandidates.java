package org.shmemlab.model.repair;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.shmemlab.model.program.AgentCode;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Instruction.Family;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.repair.Change.Spot;
import org.shmemlab.model.spec.Conflicts.Conflict;
import org.shmemlab.model.step.Access;

/**
 * Lists the candidates that may repair a conflict, the cheapest first: one call between the first
 * access and its successors, nearest to the end; one call elsewhere; another form of a call; a
 * meeting of both sides.
 */
final class RepairCandidates {
  private final Program program;
  private final int pes;
  private final ExternalRepairs calls;
  private final Predicate<SourceLine> open;
  private final Sites sites;
  private final InsertionPoints places;
  private final Family family;

  /**
   * @param pes number of PEs of the job
   * @param calls the external calls that a repair may insert
   * @param family whose calls the program makes
   * @param open which lines a change may be on
   */
  RepairCandidates(
      Program program, int pes, ExternalRepairs calls, Family family, Predicate<SourceLine> open) {
    this.program = program;
    this.pes = pes;
    this.calls = calls;
    this.open = open;
    this.sites = new Sites(program, family == Family.NCCL);
    this.places = new InsertionPoints(program, sites);
    this.family = family;
  }

  /** Changes of one side, or of the threads of a PE; the other PEs stay as they are. */
  ImmutableList<Repair> ofOneSide(Conflict conflict, boolean certain) {
    Set<Repair> repairs = new LinkedHashSet<>();
    List<Site> first = AccessStatements.sites(sites, conflict.first());
    List<Site> second = AccessStatements.sites(sites, conflict.second());
    if (family == Family.NCCL) {
      ofNccl(repairs, conflict, first, second, certain);
      return allowed(repairs);
    }
    List<InsertionPoint> completing = completing(conflict, first, second, certain);
    if (mayBeFenced(conflict)) {
      single(repairs, RepairCall.FENCE, completing);
    }
    single(repairs, RepairCall.QUIET, completing);
    if (certain) {
      first.forEach(site -> onContext(repairs, RepairCall.CONTEXT_QUIET, site));
      second.forEach(site -> onContext(repairs, RepairCall.CONTEXT_QUIET, site));
      otherForms(repairs, conflict, first, second);
      for (InsertionPoint place : places.waiting(second, first)) {
        new JoinInsertions(program, calls).at(place).forEach(join -> add(repairs, join));
        new WaitInsertions(program, pes).at(place, sites).forEach(wait -> add(repairs, wait));
      }
    }
    if (conflict.first().use().isOfBulkCopy() != conflict.second().use().isOfBulkCopy()) {
      List<InsertionPoint> between = new ArrayList<>(places.meeting(first, second, certain));
      first.forEach(site -> between.add(new InsertionPoint(true, site)));
      second.forEach(site -> between.add(new InsertionPoint(false, site)));
      single(repairs, RepairCall.PROXY_FENCE, between);
    }
    if (conflict.first().agent() != conflict.second().agent()) {
      threadsOfAPe(repairs, conflict, first, second, certain);
    }
    return allowed(repairs);
  }

  /** Calls of NCCL's device interface, and those of CUDA. */
  private void ofNccl(
      Set<Repair> repairs,
      Conflict conflict,
      List<Site> first,
      List<Site> second,
      boolean certain) {
    if (certain) {
      Set<Integer> functions = new HashSet<>();
      first.forEach(site -> functions.add(site.function()));
      second.forEach(site -> functions.add(site.function()));
      for (Site site : sites.all()) {
        if (functions.contains(site.function()) && StrongSignals.isWeak(program, site)) {
          rewrite(repairs, CallForm.STRONG, site);
        }
      }
      second.forEach(access -> counted(repairs, access));
      first.forEach(access -> counted(repairs, access));
      first.forEach(site -> onContext(repairs, RepairCall.CONTEXT_FLUSH, site));
      second.forEach(site -> onContext(repairs, RepairCall.CONTEXT_FLUSH, site));
    }
    if (conflict.first().agent() != conflict.second().agent()) {
      threadsOfAPe(repairs, conflict, first, second, certain);
    }
  }

  /** Changes that order agents of a PE among themselves. */
  private void threadsOfAPe(
      Set<Repair> repairs,
      Conflict conflict,
      List<Site> first,
      List<Site> second,
      boolean certain) {
    List<InsertionPoint> meeting = places.meeting(first, second, certain);
    if (isOfKernel(first) && isOfKernel(second)) {
      if (conflict.first().pe() != conflict.second().pe()) {
        single(repairs, RepairCall.SYSTEM_FENCE, meeting);
      }
      single(repairs, RepairCall.BLOCK_BARRIER, meeting);
      if (certain) {
        bothSides(repairs, RepairCall.BLOCK_BARRIER, conflict, first, second);
        if (family != Family.NCCL) { // its header is a part of each kernel
          handOver(repairs, conflict, first, second);
        }
      }
    }
    if (isOfStream(first) || isOfStream(second)) {
      boolean ofOnePe = conflict.first().pe() == conflict.second().pe();
      single(
          repairs,
          RepairCall.DEVICE_SYNCHRONIZE,
          ofOnePe ? meeting : places.telling(first, second, certain));
    }
  }

  /** Meetings of all PEs. */
  ImmutableList<Repair> ofAllPes(Conflict conflict, boolean certain) {
    Set<Repair> repairs = new LinkedHashSet<>();
    List<Site> first = AccessStatements.sites(sites, conflict.first());
    List<Site> second = AccessStatements.sites(sites, conflict.second());
    if (family == Family.NCCL) {
      if (certain) {
        repairs.addAll(new Notices(sites, places, pes).of(conflict, first, second));
        repairs.addAll(new GinBarriers(sites, places, pes).of(first, second));
      }
      return allowed(repairs);
    }
    List<InsertionPoint> meeting = places.meeting(first, second, certain);
    Set<Integer> functions = new HashSet<>();
    first.forEach(site -> functions.add(site.function()));
    second.forEach(site -> functions.add(site.function()));
    boolean ordered = conflict.first().agent() == conflict.second().agent();
    for (boolean near : new boolean[] {true, false}) {
      List<InsertionPoint> some =
          meeting.stream().filter(place -> functions.contains(place.function()) == near).toList();
      for (RepairCall call :
          List.of(RepairCall.SYNC, RepairCall.BARRIER, RepairCall.BARRIER_OF_BLOCK)) {
        if (call != RepairCall.SYNC || !ordered) {
          single(repairs, call, some);
        }
      }
    }
    if (certain) {
      bothSides(repairs, RepairCall.BARRIER, conflict, first, second);
    }
    return allowed(repairs);
  }

  private List<InsertionPoint> completing(
      Conflict conflict, List<Site> first, List<Site> second, boolean certain) {
    List<InsertionPoint> completing = new ArrayList<>();
    if (certain && conflict.first().agent() == conflict.second().agent()) {
      List<Site> tasks = second.stream().filter(site -> sites.isTask(site.function())).toList();
      (tasks.isEmpty() ? second : tasks)
          .forEach(site -> completing.add(new InsertionPoint(false, site)));
    }
    List<Site> issues = new ArrayList<>();
    if (isUnderWay(conflict.first())) {
      issues.addAll(first);
    }
    if (isUnderWay(conflict.second())) {
      issues.addAll(second);
    }
    completing.addAll(places.completing(issues, certain));
    return completing;
  }

  /** Whether it is a part of an operation, or a store to a peer, that its issuer can complete. */
  private static boolean isUnderWay(Access access) {
    return access.operation() >= 0 || (access.use().stores() && access.place().pe() != access.pe());
  }

  /** Whether a fence may order them: an update of a PE is in flight, and no load of its issuer. */
  private static boolean mayBeFenced(Conflict conflict) {
    boolean first = isUpdateUnderWay(conflict.first());
    boolean second = isUpdateUnderWay(conflict.second());
    return conflict.first().agent() == conflict.second().agent()
        ? first && second
        : first || second;
  }

  private static boolean isUpdateUnderWay(Access access) {
    return isUnderWay(access) && access.use().updates() && access.use() != Access.Use.DESTINATION;
  }

  private boolean isOfKernel(List<Site> access) {
    return access.stream().anyMatch(site -> sites.isDevice(site.function()));
  }

  /** Whether a stream does it, by a kernel or by itself. */
  private boolean isOfStream(List<Site> access) {
    return isOfKernel(access)
        || access.stream()
            .anyMatch(site ->
                sites.isTask(site.function()) || site.kind() instanceof Instruction.Enqueue);
  }

  private ImmutableList<Repair> allowed(Set<Repair> repairs) {
    return repairs.stream()
        .filter(repair -> repair.changes().stream().allMatch(this::mayBe))
        .collect(ImmutableList.toImmutableList());
  }

  private boolean mayBe(Change change) {
    return change instanceof Change.OnOtherPes || open.test(change.line());
  }

  // ---------------------------------------------------------------- one call

  private static void add(Set<Repair> repairs, Change change) {
    repairs.add(new Repair(ImmutableList.of(change)));
  }

  private void single(Set<Repair> repairs, RepairCall call, List<InsertionPoint> places) {
    for (InsertionPoint place : places) {
      if (fits(call, place.site())) {
        add(repairs, insertion(call, place));
      }
    }
  }

  private boolean fits(RepairCall call, Site site) {
    boolean task = sites.isTask(site.function());
    boolean device = sites.isDevice(site.function());
    return switch (call) {
      case FENCE -> !task;
      case QUIET, CONTEXT_QUIET, SYNC, BARRIER -> true;
      case CONTEXT_FLUSH, THREAD_FENCE, SYSTEM_FENCE, PROXY_FENCE -> device && !task;
      case BLOCK_BARRIER -> device;
      case BARRIER_OF_BLOCK -> device && family == Family.NVSHMEM;
      case DEVICE_SYNCHRONIZE -> !device && !task;
    };
  }

  private Change insertion(RepairCall call, InsertionPoint place) {
    Site site = place.site();
    String spelling = call.spelling(family, sites.stream(site.function()));
    return new Change.Insertion(
        call,
        Instruction.NO_REGISTER,
        calls.of(call),
        spelling,
        place.after(),
        site.line(),
        site.inside(),
        site.spots());
  }

  /** Operations on a context of their own are completed in its name: after all of them, or each. */
  private void onContext(Set<Repair> repairs, RepairCall call, Site issue) {
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
    String spelling = call.spelling(family, Optional.empty());
    List<InsertionPoint> places = new ArrayList<>();
    for (Site site : sites.all()) {
      if (site.function() == issue.function() && site.first() > issue.first()) {
        places.add(0, new InsertionPoint(false, site));
      }
    }
    places.add(new InsertionPoint(true, issue));
    for (InsertionPoint place : places) {
      repairs.add(
          new Repair(
              ImmutableList.of(
                  new Change.Insertion(
                      call,
                      context,
                      null,
                      spelling,
                      place.after(),
                      place.site().line(),
                      place.site().inside(),
                      place.site().spots()))));
    }
  }

  // ---------------------------------------------------------------- other forms

  private void otherForms(
      Set<Repair> repairs, Conflict conflict, List<Site> first, List<Site> second) {
    List<Site> both = new ArrayList<>(first);
    both.addAll(second);
    for (Site site : both) {
      for (CallForm form : List.of(CallForm.BLOCKING, CallForm.ATOMIC_SET, CallForm.SIGNAL_WAIT)) {
        rewrite(repairs, form, site);
      }
    }
    for (Site site : sites.all()) {
      if (second.stream().anyMatch(access -> access.function() == site.function())) {
        rewrite(repairs, CallForm.WAIT, site);
        poll(repairs, conflict, site);
      }
    }
  }

  private void counted(Set<Repair> repairs, Site access) {
    for (Site site : sites.all()) {
      if (site.function() == access.function()) {
        rewrite(repairs, CallForm.COUNTED, site);
      }
    }
  }

  private void rewrite(Set<Repair> repairs, CallForm form, Site site) {
    if (form.fits(site.kind())) {
      List<Spot> calls = new ArrayList<>();
      for (int i = 0; i < site.spots().size(); i++) {
        int anchor = site.anchors().get(i);
        calls.add(new Spot(site.spots().get(i).function(), anchor, anchor + 1));
      }
      String spelling =
          switch (form) {
            case STRONG -> StrongSignals.spelling(sites, site);
            case COUNTED -> CountedWaits.SPELLING;
            default -> form.spelling(site.kind(), family);
          };
      repairs.add(
          new Repair(
              ImmutableList.of(
                  new Change.Rewriting(form, spelling, site.line(), ImmutableList.copyOf(calls)))));
    }
  }

  private void poll(Set<Repair> repairs, Conflict conflict, Site site) {
    Access update = conflict.first();
    int look = site.anchors().get(0);
    PollingLoop.at(program.functions().get(site.function()), look)
        .ifPresent(loop -> {
          boolean watched = conflict.second().line().equals(site.line());
          boolean signal = loop.look().signal() || (watched && update.use() == Access.Use.SIGNAL);
          ScalarType type = watched && update.type() != null ? update.type() : loop.look().type();
          String name = signal ? "signal" : CallNames.type(type);
          repairs.add(
              new Repair(
                  ImmutableList.of(
                      new Change.WaitBefore(
                          CallNames.prefix(family) + name + "_wait_until()",
                          loop.code(type, signal),
                          site.line(),
                          new Spot(site.function(), look, look + 1)))));
        });
  }

  // ---------------------------------------------------------------- both sides

  private void bothSides(
      Set<Repair> repairs,
      RepairCall call,
      Conflict conflict,
      List<Site> first,
      List<Site> second) {
    for (Site a : first) {
      for (Site b : second) {
        meet(repairs, call, new InsertionPoint(true, a), new InsertionPoint(false, b), conflict);
        meet(repairs, call, new InsertionPoint(false, a), new InsertionPoint(true, b), conflict);
      }
    }
  }

  private void meet(
      Set<Repair> repairs,
      RepairCall call,
      InsertionPoint one,
      InsertionPoint other,
      Conflict conflict) {
    if (!fits(call, one.site()) || !fits(call, other.site())) {
      return;
    }
    ImmutableList<Change> both = ImmutableList.of(insertion(call, one), insertion(call, other));
    repairs.add(new Repair(both));
    ImmutableSet<Integer> taking = ImmutableSet.of(conflict.first().pe(), conflict.second().pe());
    int root = sites.root(one.site().function());
    AgentCode kernel = program.functions().get(root);
    if (call == RepairCall.BARRIER && taking.size() < pes && kernel.kernel()) {
      Change others =
          new Change.OnOtherPes(
              call,
              call.spelling(family, Optional.empty()),
              kernel.lines().get(0),
              root,
              ImmutableIntArray.copyOf(taking));
      repairs.add(new Repair(ImmutableList.<Change>builder().addAll(both).add(others).build()));
    }
  }

  /** Threads of a block synchronize with one that completed operations or waited. */
  private void handOver(
      Set<Repair> repairs, Conflict conflict, List<Site> first, List<Site> second) {
    for (Site other : sites.all()) {
      if (!sites.isDevice(other.function()) || !AccessStatements.orders(other)) {
        continue;
      }
      for (Site b : second) {
        if (other.function() != b.function()) {
          meet(
              repairs,
              RepairCall.BLOCK_BARRIER,
              new InsertionPoint(true, other),
              new InsertionPoint(false, b),
              conflict);
        }
      }
      for (Site a : first) {
        if (other.function() != a.function()) {
          meet(
              repairs,
              RepairCall.BLOCK_BARRIER,
              new InsertionPoint(true, a),
              new InsertionPoint(false, other),
              conflict);
        }
      }
    }
  }
}
