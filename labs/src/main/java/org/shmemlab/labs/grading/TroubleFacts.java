package org.shmemlab.labs.grading;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableSet;
import java.util.List;
import java.util.Set;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.FindingIdentity;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.ProgramFailure;
import org.shmemlab.model.machine.BlockedAgents.Blocked;
import org.shmemlab.model.spec.ConflictWords;

/**
 * Lists the facts of a trouble by which a lab recognises mistakes; those that its kind does not
 * have are empty.
 *
 * @param accesses of a conflict: the nouns of both, sorted
 * @param rule of a misuse: the rule, a sentence with %s in the place of each argument
 * @param names of a misuse: the objects, functions and lines among the arguments; of a conflict:
 *     the object
 * @param printed the first line of the output that is not expected
 * @param waits of a deadlock or livelock: the PEs of which a thread of a kernel waits
 * @param place the calls around the accesses of a conflict
 * @param mends the kinds of calls whose insertion removes it, as the search for repairs says
 * @param oneDocument whether only one of the documents forbids it
 */
public record TroubleFacts(
    List<String> accesses,
    String rule,
    List<String> names,
    String printed,
    List<Integer> waits,
    CallsAround place,
    Set<String> mends,
    boolean oneDocument) {
  static final TroubleFacts NONE = of(List.of(), "", List.of(), "", List.of());

  public TroubleFacts {
    accesses = List.copyOf(accesses);
    names = List.copyOf(names);
    waits = List.copyOf(waits);
    mends = ImmutableSet.copyOf(mends);
  }

  private static TroubleFacts of(
      List<String> accesses, String rule, List<String> names, String printed, List<Integer> waits) {
    return new TroubleFacts(
        accesses, rule, names, printed, waits, CallsAround.UNKNOWN, Set.of(), false);
  }

  TroubleFacts around(CallsAround calls) {
    return new TroubleFacts(accesses, rule, names, printed, waits, calls, mends, oneDocument);
  }

  TroubleFacts mendedBy(Set<String> calls) {
    return new TroubleFacts(accesses, rule, names, printed, waits, place, calls, oneDocument);
  }

  TroubleFacts ofOneDocument() {
    return new TroubleFacts(accesses, rule, names, printed, waits, place, mends, true);
  }

  static TroubleFacts of(Finding finding) {
    FindingIdentity identity = finding.identity();
    List<String> accesses =
        finding.accesses().stream()
            .map(access -> ConflictWords.noun(access.use()))
            .sorted()
            .collect(toImmutableList());
    List<String> names =
        identity.names().isEmpty()
            ? finding.accesses().stream().map(access -> access.place().name()).distinct().toList()
            : identity.names();
    return of(accesses, identity.what(), names, "", waits(finding.agents()));
  }

  static TroubleFacts of(ProgramFailure failure) {
    return of(List.of(), failure.reason().form(), failure.reason().names(), "", List.of());
  }

  static TroubleFacts waiting(List<Blocked> agents) {
    return of(List.of(), "", List.of(), "", waits(agents));
  }

  static TroubleFacts printed(String line) {
    return of(List.of(), "", List.of(), line, List.of());
  }

  private static List<Integer> waits(List<Blocked> agents) {
    return agents.stream()
        .filter(agent -> agent.kind() == Agent.Kind.DEVICE_THREAD)
        .map(Blocked::pe)
        .distinct()
        .toList();
  }
}
