package org.shmemlab.model.explore;

import java.util.Locale;
import org.shmemlab.model.memory.FailureKind;

/** Names the kind of a mistake in one word, with its meaning and its remedy. */
public enum FindingKind {
  /** A data race: two conflicting accesses that happens-before does not order. */
  CONFLICT(
      "Two accesses of the same bytes, at least one of them a write, are not ordered by"
          + " happens-before.",
      "Complete the first access (quiet, barrier, or, where it is blocking, a fence before a flag"
          + " to the same PE), and order the second one after that (barrier, or a wait for that flag or for a signal).",
      FindingKind.MODEL),
  /** No agent can proceed. */
  DEADLOCK(
      "No agent can proceed.",
      "Each agent is named with what it waits for: another agent has to do that before it waits"
          + " itself.",
      FindingKind.USE),
  /** Some agent can always proceed, but no order of steps ends. */
  LIVELOCK(
      "Some agent can always proceed, but no order of steps ends.",
      "A loop polls for a value that no agent writes: let another agent write it.",
      FindingKind.USE),
  /** An assertion of the program failed. */
  ASSERTION(
      "An assertion of the program fails in some order.",
      "The schedule shows the order: what the assertion relies on has to happen before it.",
      ""),
  /** A call or an access breaks a rule of the libraries or of memory. */
  MISUSE(
      "A call or an access breaks a rule of the libraries or of memory.",
      "The message names the rule: call as the library's documents say.",
      FindingKind.USE),
  /** A load returns a value from a cache that is older than a wait. */
  STALE(
      "A load finds in a cache what memory held before a wait.",
      "Bypass the cache (volatile, or an atomic of system scope), or empty it by a fence after the"
          + " wait.",
      FindingKind.MODEL);

  private static final String MODEL = "https://docs.nvidia.com/nvshmem/api/gen/mem-model.html";
  private static final String USE = "https://docs.nvidia.com/nvshmem/api/using.html";

  private final String meaning;
  private final String help;
  private final String page;

  FindingKind(String meaning, String help, String page) {
    this.meaning = meaning;
    this.help = help;
    this.page = page;
  }

  /** The kind of finding that a failure of the program is. */
  public static FindingKind of(FailureKind failure) {
    return failure == FailureKind.ASSERTION ? ASSERTION : MISUSE;
  }

  /** The word in files and reports. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The words before the sentence of a finding; empty where that is the program's own. */
  public String label() {
    return this == ASSERTION || this == MISUSE ? "" : word() + ": ";
  }

  /** The mistake, in a sentence. */
  public String meaning() {
    return meaning;
  }

  /** The remedy, in a sentence. */
  public String help() {
    return help;
  }

  /** The address of a page of the library's documents about it; empty where there is none. */
  public String page() {
    return page;
  }

  /** Whether a program with such a finding has no defined result. */
  public boolean isUndefined() {
    return this == CONFLICT || this == MISUSE;
  }
}
