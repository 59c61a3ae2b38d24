package org.shmemlab.scenarios.accepted;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.Optional;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.FindingIdentity;

/**
 * Lists the findings of one program that are accepted.
 *
 * @param compared whether there is a baseline, by which the findings without a reason are new
 * @param all the reason of each, by the identity of the finding
 * @param unused the comments of the program that allow none of its findings
 */
public record Acceptances(
    boolean compared,
    ImmutableMap<FindingIdentity, Acceptance> all,
    ImmutableList<Allowance> unused) {
  /** Accepts nothing. */
  public static final Acceptances NONE =
      new Acceptances(false, ImmutableMap.of(), ImmutableList.of());

  /** The reason why a finding is accepted, if it is. */
  public Optional<Acceptance> of(Finding finding) {
    return Optional.ofNullable(all.get(finding.identity()));
  }
}
