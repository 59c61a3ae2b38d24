package org.shmemlab.conformance.mutants;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Sets;
import java.util.EnumSet;
import java.util.List;
import java.util.function.BiPredicate;
import org.shmemlab.model.operation.EventGranularity;
import org.shmemlab.model.operation.ForwardingRules;
import org.shmemlab.model.operation.IssueTraits;
import org.shmemlab.model.operation.Operation;
import org.shmemlab.model.operation.OperationKind;
import org.shmemlab.model.operation.Pending;
import org.shmemlab.model.order.Moment;
import org.shmemlab.model.order.RuleCondition;
import org.shmemlab.model.spec.Exemptions;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.model.spec.Switch;
import org.shmemlab.model.step.Access;
import org.shmemlab.model.step.Access.Use;

/** Lists all mutants. */
public final class Mutants {
  private Mutants() {}

  /** The mutants, in the order of the page. */
  public static ImmutableList<Mutant> all() {
    return ImmutableList.<Mutant>builder()
        .addAll(fences())
        .addAll(quiets())
        .addAll(flushes())
        .addAll(returns())
        .addAll(parts())
        .addAll(exemptions())
        .addAll(accesses())
        .addAll(switches())
        .build();
  }

  // ---------------------------------------------------------------- edges

  private static List<Mutant> fences() {
    ImmutableList.Builder<Mutant> mutants = ImmutableList.builder();
    for (OperationGroup kind : OperationGroup.UPDATES) {
      mutants.add(
          Mutant.ofTable("fence does not order " + kind.name(), TableChange.unfenced(kind)));
    }
    mutants.add(
        Mutant.ofTable(
            "fence orders operations to different PEs",
            TableChange.fencesWithout(RuleCondition.SAME_TARGET)));
    mutants.add(
        Mutant.ofTable(
            "fence orders only what its own agent issued",
            TableChange.fencesOnlyWhere(RuleCondition.SAME_AGENT)));
    return mutants.build();
  }

  private static List<Mutant> quiets() {
    ImmutableList.Builder<Mutant> mutants = ImmutableList.builder();
    ImmutableList<OperationGroup> kinds =
        ImmutableList.<OperationGroup>builder()
            .addAll(OperationGroup.UPDATES)
            .add(OperationGroup.of("get_nbi", OperationKind.GET, OperationKind.GET_NBI))
            .build();
    for (OperationGroup kind : kinds) {
      mutants.add(
          Mutant.ofTable(
              "quiet does not wait for " + kind.name(), TableChange.free(Moment.QUIET, kind)));
    }
    mutants.add(
        Mutant.ofTable(
            "quiet waits only for what its own agent issued",
            TableChange.ofItsAgent(Moment.QUIET)));
    mutants.add(
        Mutant.ofTable(
            "sync does not publish stores through mapped pointers", TableChange.free(Moment.SYNC)));
    return mutants.build();
  }

  private static List<Mutant> flushes() {
    String covered = " | flush | issued before, same context";
    return List.of(
        Mutant.ofTable("flush does not wait for put_nbi", TableChange.free(Moment.FLUSH)),
        Mutant.ofTable(
            "flush waits only for puts of its own agent", TableChange.ofItsAgent(Moment.FLUSH)),
        Mutant.ofTable(
            "flush completes put_nbi", TableChange.plus("acknowledged of put_nbi" + covered)),
        Mutant.ofTable("flush completes put", TableChange.plus("acknowledged of put" + covered)),
        Mutant.ofTable("flush completes p", TableChange.plus("acknowledged of p" + covered)),
        Mutant.ofTable("flush completes an AMO", TableChange.plus("acknowledged of amo" + covered)),
        Mutant.ofTable("flush waits for get_nbi", TableChange.plus("landed of get_nbi" + covered)),
        Mutant.ofTable(
            "flush publishes stores through mapped pointers",
            TableChange.plus("visible of store" + covered)));
  }

  private static List<Mutant> returns() {
    ImmutableList.Builder<Mutant> mutants = ImmutableList.builder();
    ImmutableList<OperationGroup> blocking =
        ImmutableList.of(
            OperationGroup.PUT, OperationGroup.GET, OperationGroup.G, OperationGroup.AMO);
    for (OperationGroup kind : blocking) {
      mutants.add(
          Mutant.ofTable(
              kind.name() + " returns before it is locally complete",
              TableChange.returnsAtOnce(kind)));
    }
    mutants.add(
        Mutant.ofTable(
            "put_nbi returns when it is locally complete",
            TableChange.plus("source-read of put_nbi | return | own")),
        Mutant.ofTable(
            "get_nbi returns when it is locally complete",
            TableChange.plus("landed of get_nbi | return | own")));
    for (OperationGroup kind : OperationGroup.UPDATES) {
      mutants.add(
          Mutant.ofRules(
              kind.name() + " is complete when it is issued",
              rules ->
                  new ForwardingRules(rules) {
                    @Override
                    public IssueTraits issueTraits(Operation operation) {
                      return super.issueTraits(operation).atIssue(kind.is(operation));
                    }
                  }));
    }
    return mutants.build();
  }

  private static List<Mutant> parts() {
    return List.of(
        Mutant.ofTable(
            "a signal does not wait for the data of its put", TableChange.signalsBeforeData()),
        Mutant.ofRules(
            "an update reads and writes in two steps",
            rules ->
                new ForwardingRules(rules) {
                  @Override
                  public IssueTraits issueTraits(Operation operation) {
                    return super.issueTraits(operation)
                        .with(new EventGranularity(false, true, false));
                  }
                }));
  }

  // ---------------------------------------------------------------- conflicts

  /** Which of the exemptions a mutant takes away, or adds. */
  private record Changed(Exemptions exemptions, BiPredicate<Access, Access> pairs, boolean exempt)
      implements Exemptions {
    @Override
    public boolean exempt(Access a, Access b) {
      return (pairs.test(a, b) || pairs.test(b, a)) ? exempt : exemptions.exempt(a, b);
    }

    @Override
    public boolean fenced(Pending earlier, Pending later) {
      return exemptions.fenced(earlier, later);
    }
  }

  private record NotFenced(Exemptions exemptions) implements Exemptions {
    @Override
    public boolean exempt(Access a, Access b) {
      return exemptions.exempt(a, b);
    }

    @Override
    public boolean fenced(Pending earlier, Pending later) {
      return false;
    }
  }

  private static List<Mutant> exemptions() {
    return List.of(
        taken("AMO and AMO", (a, b) -> amo(a) && amo(b)),
        taken("AMO and wait or test", (a, b) -> amo(a) && b.use() == Use.WAIT),
        taken("signal and signal", (a, b) -> a.use() == Use.SIGNAL && b.use() == Use.SIGNAL),
        taken("signal and wait or test", (a, b) -> a.use() == Use.SIGNAL && b.use() == Use.WAIT),
        taken(
            "signal and signal_wait_until",
            (a, b) -> a.use() == Use.SIGNAL && b.use() == Use.SIGNAL_WAIT),
        taken(
            "signal and signal_fetch",
            (a, b) -> a.use() == Use.SIGNAL && b.use() == Use.SIGNAL_FETCH),
        given("AMOs of different types", (a, b) -> amo(a) && amo(b)),
        given("AMO and put", (a, b) -> amo(a) && b.use() == Use.PUT),
        given("AMO and load", (a, b) -> amo(a) && b.use() == Use.LOAD),
        given("AMO and store", (a, b) -> amo(a) && b.use() == Use.STORE),
        Mutant.ofExemptions("updates of one word conflict in spite of a fence", NotFenced::new));
  }

  private static Mutant taken(String families, BiPredicate<Access, Access> pairs) {
    return Mutant.ofExemptions(
        families + " conflict", exemptions -> new Changed(exemptions, pairs, false));
  }

  private static Mutant given(String families, BiPredicate<Access, Access> pairs) {
    return Mutant.ofExemptions(
        families + " never conflict", exemptions -> new Changed(exemptions, pairs, true));
  }

  private static boolean amo(Access access) {
    return access.use() == Use.AMO || access.use() == Use.AMO_FETCH;
  }

  private static List<Mutant> accesses() {
    ImmutableList.Builder<Mutant> mutants = ImmutableList.builder();
    for (Use use : Use.values()) {
      switch (use) {
        // Atomics and bulk copies of threads, locks and conditions of host threads and ends of
        // variables are not the memory model's.
        case ATOMIC_LOAD, ATOMIC_STORE, ATOMIC_UPDATE, LOCK, CONDITION, FREE -> {}
        case BULK_SOURCE, BULK_DESTINATION -> {}
        // These touch no memory.
        case ARRIVAL, TURN, COUNT, ISSUE, DRAIN, QUERY, PROGRESS, INQUIRY, SETUP, EXIT -> {}
        // Litmus tests have teams and no active sets.
        case WORK_ARRAY, KEPT_WORK_ARRAY -> {}
        // They are exempt with all that the tests have.
        case SIGNAL_WAIT, SIGNAL_FETCH -> {}
        default ->
            mutants.add(given("a window of " + use + " and anything", (a, b) -> a.use() == use));
      }
    }
    return mutants.build();
  }

  // ---------------------------------------------------------------- profiles

  // Litmus tests have no streams, no atomics of threads themselves and no calls of NCCL, and do not
  // ask what is misuse.
  private static final ImmutableSet<Switch> ASKED_BY_TESTS =
      Sets.immutableEnumSet(
          EnumSet.complementOf(
              EnumSet.of(
                  Switch.ANY_LOCAL_SIDE,
                  Switch.ATOMICS_IN_ONE_ORDER,
                  Switch.FLUSH_DRAINS_CONTEXT,
                  Switch.OWN_ATOMIC_POLLS_MAY_WATCH,
                  Switch.STREAMS_RUN_AT_ONCE,
                  Switch.STRONG_COVERS_SIGNALS)));

  private static List<Mutant> switches() {
    ImmutableList.Builder<Mutant> mutants = ImmutableList.builder();
    for (Profile profile : Profile.all().toList()) {
      for (Switch option : Switch.values()) {
        if (!ASKED_BY_TESTS.contains(option)) {
          continue;
        }
        boolean on = profile.has(option);
        mutants.add(
            Mutant.ofProfile(
                profile.name() + (on ? " without " : " with ") + option.key(),
                profile,
                judged -> judged.with(option, !on)));
      }
    }
    return mutants.build();
  }
}
