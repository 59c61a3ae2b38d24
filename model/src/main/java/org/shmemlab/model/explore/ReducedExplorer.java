package org.shmemlab.model.explore;

import com.google.common.base.Suppliers;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedMap;
import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import org.shmemlab.model.explore.Exploration.Bound;
import org.shmemlab.model.job.ProgramFailure;
import org.shmemlab.model.machine.Cancelled;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.machine.Steps;
import org.shmemlab.model.spec.Conflicts;
import org.shmemlab.model.step.Access;
import org.shmemlab.model.step.Step;

/**
 * Runs one execution of each class of equivalent ones: executions that differ only in the order of
 * independent steps. Source sets with sleep sets (Abdulla, Aronis, Jonsson, Sagonas, "Optimal
 * Dynamic Partial Order Reduction", POPL 2014, algorithm 1).
 *
 * <p>Two accesses that must not overlap need no second order: that nothing orders them is a finding
 * already, which {@link HappensBefore} sees in any order. So only signals, atomics, waits and tests
 * multiply executions, and a program that synchronises by barriers has one.
 */
final class ReducedExplorer {
  static final String UNIT = "executions"; // of its budget

  /** An execution of so many visible steps may have no end. */
  private static final int MAX_STEPS = 5_000;

  /** Choices between steps that one execution remembers; thousands of agents have many at each. */
  private static final long MAX_CHOICES = 1L << 23;

  private static final ImmutableIntArray NONE = ImmutableIntArray.of();

  private final Machine start;
  private final Conflicts conflicts;
  private final Function<Machine, String> observe;
  private final SearchOptions options;

  private final List<Node> stack = new ArrayList<>();
  private final TreeMap<String, Integer> outcomes = new TreeMap<>();
  private final Map<Object, Finding> findings = new LinkedHashMap<>();
  private long choices; // of all states of the stack
  private long executions;
  private long states;
  private boolean stopped;
  private final TerminationSearch termination;
  private boolean bounded; // an agent had looked in vain as often as it may

  /** A wait that was looked at, and how many accesses to its object there were then. */
  private record Looked(Access at, int accesses) {}

  /** A state of the present execution, and which of its steps have been and have to be taken. */
  private static final class Node {
    final long state;
    final Map<Transition, ImmutableList<Access>> enabled; // in the order of the steps
    final Map<Transition, ImmutableList<Access>> asleep;
    final Set<Transition> wanted = new LinkedHashSet<>();
    final Set<Transition> done = new HashSet<>();
    Transition taken;
    boolean closesCycle; // the subtree below this step was cut at a cycle

    Node(
        long state,
        Map<Transition, ImmutableList<Access>> enabled,
        Map<Transition, ImmutableList<Access>> asleep,
        Transition taken) {
      this.state = state;
      this.enabled = enabled;
      this.asleep = asleep;
      this.taken = taken;
    }

    Optional<Transition> next() {
      return wanted.stream()
          .filter(move -> !asleep.containsKey(move) && !done.contains(move))
          .findFirst();
    }

    // All enabled steps of an actor are taken together; false if it has none.
    boolean want(Actor actor) {
      return wanted.addAll(
          enabled.keySet().stream().filter(move -> move.actor().equals(actor)).toList());
    }
  }

  /**
   * Prepares an exploration.
   *
   * @param start the state to start from; it is not changed
   * @param conflicts how conflicts are found
   * @param observe the outcome of a final state
   * @param options its budget counts executions
   */
  ReducedExplorer(
      Machine start,
      Conflicts conflicts,
      Function<Machine, String> observe,
      SearchOptions options) {
    this.start = start;
    this.conflicts = conflicts;
    this.observe = observe;
    this.options = options;
    this.termination = new TerminationSearch(options.stop());
  }

  /** Explores. */
  Exploration run() {
    Bound bound = new Bound.Complete();
    do {
      if (executions == options.budget()) {
        bound = new Bound.Budget(executions, UNIT);
        break;
      }
      executions++;
      new Replayed().run();
      if (isTooLong()) {
        bound = new Bound.Budget(stack.size(), "steps of one execution");
        break;
      }
    } while (!stopped && backtrack());
    if (termination.unknown() && bound instanceof Bound.Complete) {
      bound = new Bound.Budget(executions, UNIT);
    }
    return new Exploration(
        ImmutableSortedMap.copyOf(outcomes),
        new ShortestWitnesses(start, Optional.of(conflicts), options.stop())
            .of(findings.values(), Function.identity()),
        states,
        stopped ? new Bound.Stopped() : bounded ? bound.upTo(start.pollBudget()) : bound);
  }

  private boolean isTooLong() {
    return stack.size() >= MAX_STEPS || choices >= MAX_CHOICES;
  }

  // Goes back to the last state that still has a step to take instead.
  private boolean backtrack() {
    while (!stack.isEmpty()) {
      Node last = stack.get(stack.size() - 1);
      last.done.add(last.taken);
      if (!last.closesCycle) {
        last.asleep.put(last.taken, last.enabled.getOrDefault(last.taken, ImmutableList.of()));
      }
      last.closesCycle = false;
      Optional<Transition> next = last.next();
      if (next.isPresent()) {
        last.taken = next.get();
        return true;
      }
      stack.remove(stack.size() - 1);
      choices -= last.enabled.size();
    }
    return false;
  }

  private boolean independent(
      Transition a, ImmutableList<Access> ofA, Transition b, ImmutableList<Access> ofB) {
    if (a.actor().equals(b.actor())) {
      return false;
    }
    for (Access one : ofA) {
      for (Access other : ofB) {
        if (conflicts.depend(one, other)) {
          return false;
        }
      }
    }
    return true;
  }

  /** One execution: the steps that the stack prescribes, and then the first enabled ones. */
  private final class Replayed {
    private final Machine machine = start.fork();
    private final HappensBefore happensBefore = new HappensBefore(machine, conflicts);
    private final Steps steps =
        new Steps(machine, happensBefore::isWatched).telling(this::failed).unless(options.stop());

    private final Map<Actor, Looked> looked = new HashMap<>();
    private final Map<Long, Integer> seen = new HashMap<>(); // depth of each state
    private boolean atEnd; // no step is enabled

    void run() {
      states++;
      try {
        steps.settle();
        for (int depth = 0; depth < stack.size(); depth++) {
          seen.put(stack.get(depth).state, depth);
        }
        for (int depth = 0;
            (depth < stack.size() || !isTooLong())
                && takePlain()
                && (depth < stack.size() || extend());
            depth++) {
          take(depth);
        }
        happensBefore.recordBlockedAccesses(steps);
        if (atEnd && happensBefore.conflict().isEmpty()) {
          end();
        }
      } catch (ProgramFailure failure) {
        happensBefore.recordBlockedAccesses(steps);
        failed(failure);
      } catch (Cancelled now) {
        stopped = true;
      }
      happensBefore.conflict().ifPresent(this::undefined);
    }

    private void failed(ProgramFailure failure) {
      if (happensBefore.conflict().isEmpty()) {
        find(new Finding.Failure(failure, Witness.NONE), happensBefore.happenings());
      }
    }

    // Takes all steps that access nothing but plain memory: every dependent access without order is
    // a data race, in both orders. False if the execution is over.
    private boolean takePlain() {
      long mark = 0;
      for (long round = 1; happensBefore.conflict().isEmpty(); round++) {
        if (options.stop().getAsBoolean()) {
          stopped = true;
          return false;
        }
        boolean any = false;
        for (Step step : steps.enabled()) {
          List<Access> touched = steps.touched(step);
          if (isPlain(touched)) {
            happensBefore.stepping(-1, step, touched);
            steps.perform(step);
            states++;
            any = true;
          }
        }
        if (!any) {
          return true;
        }
        steps.settle();
        long state = machine.fingerprint().value();
        if (state == mark) { // these only go round
          if (alternatives().isEmpty()) {
            goesRound();
            return false;
          }
          return true;
        }
        if (Long.bitCount(round) == 1) {
          mark = state;
        }
      }
      return false;
    }

    private boolean isPlain(List<Access> touched) {
      return touched.stream().allMatch(conflicts::isPlain);
    }

    // Adds a node for the present state; false if the execution is over.
    private boolean extend() {
      lookAtWaits(); // plain steps may have enabled one
      Map<Transition, ImmutableList<Access>> enabled = alternatives();
      if (enabled.isEmpty()) {
        atEnd = true;
        return false;
      }
      long state = machine.fingerprint().value();
      Integer same = seen.putIfAbsent(state, stack.size());
      if (same != null) {
        leaveLoop(same);
        return false;
      }
      Map<Transition, ImmutableList<Access>> asleep = asleep();
      Optional<Transition> first =
          enabled.keySet().stream().filter(move -> !asleep.containsKey(move)).findFirst();
      if (first.isEmpty()) {
        return false; // the other steps here were explored in another order
      }
      Node node = new Node(state, enabled, asleep, first.get());
      node.want(first.get().actor());
      stack.add(node);
      choices += enabled.size();
      return true;
    }

    // The steps that may be dependent, and the accesses of each.
    private Map<Transition, ImmutableList<Access>> alternatives() {
      Map<Transition, ImmutableList<Access>> alternatives = new LinkedHashMap<>();
      Map<Transition, ImmutableList<Access>> before =
          stack.isEmpty() ? Map.of() : stack.getLast().enabled;
      List<Step> enabled = steps.enabled();
      bounded |= steps.bounded();
      for (Step step : enabled) {
        List<Access> touched = steps.touched(step);
        if (!isPlain(touched)) {
          Transition move = happensBefore.name(step);
          ImmutableList<Access> same = before.get(move); // most stay as they are: one copy will do
          alternatives.put(move, touched.equals(same) ? same : ImmutableList.copyOf(touched));
        }
      }
      return alternatives;
    }

    // Another round of a loop shows nothing new, but another agent may step during the round, or
    // next: no other execution need have both that step and those of this round.
    private void leaveLoop(int from) {
      goesRound();
      for (Step next : steps.enabled()) {
        happensBefore.possible(next, steps.touched(next));
      }
      for (Node node : stack.subList(from, stack.size())) {
        node.wanted.addAll(node.enabled.keySet());
        node.closesCycle = true;
      }
    }

    private void goesRound() {
      termination
          .livelock(machine)
          .ifPresent(found -> findInLoop(found, happensBefore.happenings()));
    }

    // The steps that need not be taken here, because they were taken before the last one.
    private Map<Transition, ImmutableList<Access>> asleep() {
      Map<Transition, ImmutableList<Access>> asleep = new LinkedHashMap<>();
      if (!stack.isEmpty()) {
        Node before = stack.get(stack.size() - 1);
        ImmutableList<Access> taken = before.enabled.getOrDefault(before.taken, ImmutableList.of());
        before.asleep.forEach((move, touched) -> {
          ImmutableList<Access> now = before.enabled.getOrDefault(move, touched);
          if (independent(move, now, before.taken, taken)) {
            asleep.put(move, now);
          }
        });
      }
      return asleep;
    }

    private void take(int depth) {
      Node node = stack.get(depth);
      Step step =
          steps.enabled().stream()
              .filter(possible -> happensBefore.name(possible).equals(node.taken))
              .findFirst()
              .orElseThrow(() -> new IllegalStateException("a step is gone: " + node.taken));
      int index = happensBefore.happenings().size();
      List<Access> touched = steps.touched(step);
      if (touched.stream().anyMatch(access -> access.use() == Access.Use.EXIT)) {
        node.wanted.addAll(node.enabled.keySet()); // no later step could show a race
        happensBefore.recordBlockedAccesses(steps); // or stands where it stood
      }
      Clock known = step instanceof Step.OfAgent of ? happensBefore.known(of.agent()) : Clock.START;
      happensBefore.stepping(depth, step, touched);
      boolean isNew = depth == stack.size() - 1; // others were looked at when they were new
      ImmutableIntArray fixed =
          step instanceof Step.OfAgent of
              ? fixed(index, turning(of.agent(), touched, known))
              : NONE;
      try {
        steps.take(step);
      } finally { // a step that fails may come first as well
        if (isNew && index < happensBefore.happenings().size()) {
          Clock after = happensBefore.happenings().get(index).after();
          happensBefore.races(index).stream()
              .filter(race -> !fixed.contains(race))
              .forEach(race -> reverse(race, node.taken.actor(), after));
        }
      }
      states++;
      if (isNew) {
        lookAtWaits();
      }
    }

    // The races of an agent's reported step, before it is taken, that are not reversible: only
    // reversible ones need the other order ("Optimal DPOR", section 3, "reversible").
    private ImmutableIntArray fixed(int index, IntPredicate canTurn) {
      return ImmutableIntArray.copyOf(
          happensBefore.races(index).stream().filter(race -> !canTurn.test(race)));
    }

    // Which updates an agent could have gone on without. Others may have to come later, too: a wait
    // for 1 sees it before both of two others. Updates by the same amount have the same answer.
    // Without one that replaced the value, there may have been any value.
    private IntPredicate turning(int agent, List<Access> looks, Clock known) {
      CommutingUpdates commutingUpdates = happensBefore.commutingUpdates();
      Supplier<Boolean> replaced =
          Suppliers.memoize(
              () -> looks.stream().anyMatch(look -> commutingUpdates.isReplaced(look, known)));
      Map<Long, Boolean> byAmount = new HashMap<>();
      return race ->
          commutingUpdates.of(race) == 0
              || replaced.get()
              || byAmount.computeIfAbsent(
                  commutingUpdates.of(race),
                  amount ->
                      commutingUpdates
                          .sumsWith(amount)
                          .map(sums ->
                              sums.stream().anyMatch(sum -> steps.mayGoOnWithout(agent, sum)))
                          .orElse(true));
    }

    // A wait that cannot end now could have, had an update that it depends on come later.
    private void lookAtWaits() {
      for (Access wait : steps.blockedWaits()) {
        Actor actor = happensBefore.actor(wait.agent());
        Looked now = new Looked(wait, happensBefore.accesses(wait.place()));
        if (!now.equals(looked.put(actor, now))) {
          RaceDetector.Dependence met = happensBefore.waiting(wait);
          met.races().stream()
              .filter(turning(wait.agent(), List.of(wait), happensBefore.known(wait.agent())))
              .forEach(race -> reverse(race, actor, met.all()));
        }
      }
    }

    // Asks for the other order of a step and a later one of this actor.
    private void reverse(int race, Actor latest, Clock after) {
      List<ExecutionStep> all = happensBefore.happenings();
      ExecutionStep earlier = all.get(race);
      if (earlier.depth() < 0) {
        return; // no step accesses plain memory at the same time without a race
      }
      Node node = stack.get(earlier.depth());
      Set<Actor> initials = new LinkedHashSet<>();
      List<ExecutionStep> others = new ArrayList<>();
      for (ExecutionStep later : all.subList(race + 1, all.size())) {
        if (!earlier.isBefore(later.after())) {
          if (others.stream().noneMatch(other -> other.isBefore(later.after()))) {
            initials.add(later.move().actor());
          }
          others.add(later);
        }
      }
      if (others.stream().noneMatch(other -> other.isBefore(after))) {
        initials.add(latest);
      }
      boolean asked = node.wanted.stream().anyMatch(move -> initials.contains(move.actor()));
      for (Actor initial : initials) {
        asked = asked || node.want(initial); // the first one that can step there
      }
    }

    private void end() {
      if (steps.bounded()) {
        return;
      }
      Optional<Finding> wrong = Walk.wrongAtEnd(machine);
      if (wrong.isPresent()) {
        find(wrong.get(), happensBefore.happenings());
      } else if (!machine.hasFailed()) {
        outcomes.merge(observe.apply(machine), 1, Integer::sum);
      }
    }

    private void undefined(Race race) {
      Finding finding = new Finding.Undefined(race.conflict(), Witness.NONE);
      if (!findings.containsKey(finding.identity())) {
        keep(finding, Walk.to(race, happensBefore.happenings(), start, conflicts));
      }
    }
  }

  private void find(Finding finding, List<ExecutionStep> happenings) {
    if (!findings.containsKey(finding.identity())) {
      keep(finding, Walk.to(finding, happenings, start, conflicts, false));
    }
  }

  // A poll that never ends may access memory that another agent is about to: the race is the
  // finding then.
  private void findInLoop(Finding finding, List<ExecutionStep> happenings) {
    if (!findings.containsKey(finding.identity())) {
      Walk walk = Walk.along(happenings, start, conflicts);
      if (walk.findings().isEmpty()) { // a walk may have come less far, or farther
        termination
            .livelock(walk.machine())
            .ifPresent(loop -> walk.takeWhilePossible(loop.witness().choices()));
      }
      keep(walk.findings().isEmpty() ? finding : walk.findings().getFirst(), walk);
    }
  }

  private void keep(Finding found, Walk walk) {
    findings.putIfAbsent(found.identity(), found.with(walk.witness()));
  }
}
