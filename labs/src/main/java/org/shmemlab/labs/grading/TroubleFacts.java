package org.shmemlab.labs.grading;

import static com.google.common.collect.ImmutableList.toImmutableList;

import java.util.List;
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
 * @param names of a misuse: the objects, functions and lines among the arguments
 * @param printed the first line of the output that is not expected
 * @param waits of a deadlock or livelock: the PEs of which a thread of a kernel waits
 */
public record TroubleFacts(
    List<String> accesses, String rule, List<String> names, String printed, List<Integer> waits) {
  static final TroubleFacts NONE = new TroubleFacts(List.of(), "", List.of(), "", List.of());

  public TroubleFacts {
    accesses = List.copyOf(accesses);
    names = List.copyOf(names);
    waits = List.copyOf(waits);
  }

  static TroubleFacts of(Finding finding) {
    FindingIdentity identity = finding.identity();
    List<String> accesses =
        finding.accesses().stream()
            .map(access -> ConflictWords.noun(access.use()))
            .sorted()
            .collect(toImmutableList());
    return new TroubleFacts(
        accesses, identity.what(), identity.names(), "", waits(finding.agents()));
  }

  static TroubleFacts of(ProgramFailure failure) {
    return new TroubleFacts(
        List.of(), failure.reason().form(), failure.reason().names(), "", List.of());
  }

  static TroubleFacts waiting(List<Blocked> agents) {
    return new TroubleFacts(List.of(), "", List.of(), "", waits(agents));
  }

  static TroubleFacts printed(String line) {
    return new TroubleFacts(List.of(), "", List.of(), line, List.of());
  }

  private static List<Integer> waits(List<Blocked> agents) {
    return agents.stream()
        .filter(agent -> agent.kind() == Agent.Kind.DEVICE_THREAD)
        .map(Blocked::pe)
        .distinct()
        .toList();
  }
}
