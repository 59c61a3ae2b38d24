package org.shmemlab.model.explore;

import java.util.Locale;
import org.shmemlab.model.memory.FailureKind;

/** Names the kind of a mistake in one word, with its meaning and its remedy. */
public enum FindingKind {
  /** Two accesses that may overlap in time. */
  CONFLICT(
      "Two accesses may overlap in time.",
      "Complete the first access (quiet, barrier, or a fence before a flag to the same PE) and let"
          + " whoever makes the second learn of that (barrier, or a wait for that flag or for a"
          + " signal) before it begins.",
      FindingKind.MODEL),
  /** No agent can go on. */
  DEADLOCK(
      "Nobody can go on.",
      "Each agent is named with what it waits for: let somebody do that before it waits itself.",
      FindingKind.USE),
  /** Some agent can always go on, but no order of steps ends. */
  LIVELOCK(
      "Somebody can always go on, but no order ends.",
      "A loop polls for what nobody does: let somebody write what it polls for.",
      FindingKind.USE),
  /** An assertion of the program failed. */
  ASSERTION(
      "An assertion of the program fails in some order.",
      "The schedule shows the order: what the assertion relies on has to happen before it.",
      ""),
  /** The libraries or memory were used as no rule allows. */
  MISUSE(
      "The libraries or memory are used as nobody may.",
      "The message names the rule: call as the library's documents say.",
      FindingKind.USE),
  /** A load returns a value from a cache that is older than a wait. */
  STALE(
      "A load finds in a cache what memory held before a wait.",
      "Load so that the cache is passed by (volatile, or an atomic of system scope), or let a"
          + " fence empty it behind the wait.",
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
