package org.shmemlab.model.repair;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.shmemlab.model.access.StaleLoad;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Instruction.Family;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.repair.Change.Spot;

/**
 * Lists the candidates that may keep a cache from answering a load after a wait that leaves it as
 * it is: a fence of the thread after the wait, or a wait that ends with one. First where the load
 * has shown it, then after every such wait.
 */
public final class StaleRepairs {
  private final Sites sites;
  private final Family family;
  private final Predicate<SourceLine> open;

  /**
   * @param open which lines a change may be on
   */
  public StaleRepairs(Program program, Predicate<SourceLine> open) {
    this.sites = new Sites(program, false);
    this.family = CallNames.family(program);
    this.open = open;
  }

  /** Candidates of each kind, the smallest first; of each kind one is enough. */
  public ImmutableList<ImmutableList<Repair>> of(StaleLoad load) {
    List<Site> here = polls().stream().filter(site -> site.line().equals(load.waited())).toList();
    return ImmutableList.of(
        distinct(fences(here), fences(polls())), distinct(waits(here), waits(polls())));
  }

  // Statements that poll and leave the cache as it is, in code of the device.
  private List<Site> polls() {
    return sites.all().stream()
        .filter(site -> sites.isDevice(site.function()) && open.test(site.line()))
        .filter(site ->
            switch (site.kind()) {
              case Instruction.WaitUntil wait -> wait.signal();
              case Instruction.SignalFetch _ -> true;
              case Instruction.Arrive arrive -> arrive.kind() == MeetingKind.SYNC;
              default -> false;
            })
        .toList();
  }

  private ImmutableList<Change> fences(List<Site> polls) {
    return polls.stream()
        .map(site ->
            new Change.Insertion(
                RepairCall.THREAD_FENCE,
                Instruction.NO_REGISTER,
                null,
                RepairCall.THREAD_FENCE.spelling(family, Optional.empty()),
                true,
                site.line(),
                site.inside(),
                site.spots()))
        .collect(ImmutableList.toImmutableList());
  }

  private ImmutableList<Change> waits(List<Site> polls) {
    ImmutableList.Builder<Change> changes = ImmutableList.builder();
    for (Site site : polls) {
      if (!CallForm.WORD_WAIT.fits(site.kind())) {
        return ImmutableList.of(); // this one has no other form
      }
      List<Spot> calls = new ArrayList<>();
      for (int i = 0; i < site.spots().size(); i++) {
        int anchor = site.anchors().get(i);
        calls.add(new Spot(site.spots().get(i).function(), anchor, anchor + 1));
      }
      changes.add(
          new Change.Rewriting(
              CallForm.WORD_WAIT,
              CallForm.WORD_WAIT.spelling(site.kind(), family),
              site.line(),
              ImmutableList.copyOf(calls)));
    }
    return changes.build();
  }

  private static ImmutableList<Repair> distinct(
      ImmutableList<Change> few, ImmutableList<Change> many) {
    ImmutableList.Builder<Repair> repairs = ImmutableList.builder();
    if (!few.isEmpty()) {
      repairs.add(new Repair(few));
    }
    if (!many.isEmpty() && !many.equals(few)) {
      repairs.add(new Repair(many));
    }
    return repairs.build();
  }
}
