package org.shmemlab.conformance.mutants;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.function.BiPredicate;
import org.shmemlab.model.machine.Access;
import org.shmemlab.model.machine.Access.Use;
import org.shmemlab.model.operation.Caller;
import org.shmemlab.model.operation.InFlight;
import org.shmemlab.model.operation.Operation;
import org.shmemlab.model.operation.Parts;
import org.shmemlab.model.operation.Pending;
import org.shmemlab.model.spec.Exemptions;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.model.spec.Specification;
import org.shmemlab.model.spec.Switch;

/** All mutants. */
public final class Mutants {
  private Mutants() {}

  /** The mutants, in the order of the page. */
  public static ImmutableList<Mutant> all() {
    return ImmutableList.<Mutant>builder()
        .addAll(fences())
        .addAll(quiets())
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
    for (Kind kind : Kind.UPDATES) {
      mutants.add(
          Mutant.ofRules(
              "fence does not order " + kind.name(),
              rules ->
                  new ChangedRules(rules) {
                    @Override
                    boolean fenceCovers(Operation earlier) {
                      return super.fenceCovers(earlier) && !kind.is().test(earlier);
                    }
                  }));
    }
    mutants.add(
        Mutant.ofRules(
            "fence orders operations to different PEs",
            rules ->
                new ChangedRules(rules) {
                  @Override
                  public boolean fenceSeparates(Operation earlier, Operation later) {
                    return true;
                  }
                }));
    mutants.add(
        Mutant.ofRules(
            "fence orders only what its own agent issued",
            rules ->
                new ChangedRules(rules) {
                  @Override
                  boolean fenceSeesFor(Pending earlier, Pending later) {
                    return earlier.operation().origin().agent()
                        == later.operation().origin().agent();
                  }
                }));
    return mutants.build();
  }

  private static List<Mutant> quiets() {
    ImmutableList.Builder<Mutant> mutants = ImmutableList.builder();
    ImmutableList<Kind> kinds =
        ImmutableList.<Kind>builder()
            .addAll(Kind.UPDATES)
            .add(new Kind("get_nbi", op -> op instanceof Operation.Get))
            .build();
    for (Kind kind : kinds) {
      mutants.add(
          Mutant.ofRules(
              "quiet does not wait for " + kind.name(),
              rules ->
                  new ChangedRules(rules) {
                    @Override
                    boolean quietCovers(Pending operation, Caller caller) {
                      return super.quietCovers(operation, caller)
                          && !kind.is().test(operation.operation());
                    }
                  }));
    }
    mutants.add(
        Mutant.ofRules(
            "quiet waits only for what its own agent issued",
            rules ->
                new ChangedRules(rules) {
                  @Override
                  boolean quietCovers(Pending operation, Caller caller) {
                    return operation.operation().origin().agent() == caller.agent();
                  }
                }));
    mutants.add(
        Mutant.ofRules(
            "sync does not publish stores through mapped pointers",
            rules ->
                new ChangedRules(rules) {
                  @Override
                  public boolean mayArrive(int agent, InFlight inFlight) {
                    return true;
                  }
                }));
    return mutants.build();
  }

  private static List<Mutant> returns() {
    ImmutableList.Builder<Mutant> mutants = ImmutableList.builder();
    ImmutableList<Kind> blocking = ImmutableList.of(Kind.PUT, Kind.GET, Kind.G, Kind.AMO);
    for (Kind kind : blocking) {
      mutants.add(
          Mutant.ofRules(
              kind.name() + " returns before it is locally complete",
              rules ->
                  new ChangedRules(rules) {
                    @Override
                    public boolean mayReturn(Pending operation, InFlight inFlight) {
                      return kind.is().test(operation.operation())
                          || super.mayReturn(operation, inFlight);
                    }
                  }));
    }
    for (Kind kind : ImmutableList.of(Kind.PUT_NBI, Kind.GET_NBI)) {
      mutants.add(
          Mutant.ofRules(
              kind.name() + " returns when it is locally complete",
              rules ->
                  new ChangedRules(rules) {
                    @Override
                    public boolean mayReturn(Pending operation, InFlight inFlight) {
                      return kind.is().test(operation.operation())
                          ? operation.locallyComplete()
                          : super.mayReturn(operation, inFlight);
                    }
                  }));
    }
    for (Kind kind : Kind.UPDATES) {
      mutants.add(
          Mutant.ofRules(
              kind.name() + " is complete when it is issued",
              rules ->
                  new ChangedRules(rules) {
                    @Override
                    public boolean atIssue(Operation operation) {
                      return kind.is().test(operation);
                    }
                  }));
    }
    return mutants.build();
  }

  private static List<Mutant> parts() {
    return List.of(
        Mutant.ofRules(
            "a signal does not wait for the data of its put", rules -> with(rules, false, true)),
        Mutant.ofRules(
            "an update reads and writes in two steps", rules -> with(rules, true, false)));
  }

  private static ChangedRules with(Specification rules, boolean twoSteps, boolean signalApart) {
    return new ChangedRules(rules) {
      @Override
      public Parts parts(Operation operation) {
        return new Parts(false, twoSteps, signalApart);
      }
    };
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
        // Atomics of threads, locks of host threads and ends of variables are not the memory
        // model's.
        case ATOMIC_LOAD, ATOMIC_STORE, ATOMIC_UPDATE, LOCK, FREE -> {}
        // These touch no memory.
        case ARRIVAL, TURN, ISSUE, DRAIN, QUERY, PROGRESS, EXIT -> {}
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

  private static List<Mutant> switches() {
    ImmutableList.Builder<Mutant> mutants = ImmutableList.builder();
    for (Profile profile : Profile.all().toList()) {
      for (Switch option : Switch.values()) {
        if (option == Switch.ANY_LOCAL_SIDE) {
          continue; // decides what is misuse, of which litmus tests do not ask
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
