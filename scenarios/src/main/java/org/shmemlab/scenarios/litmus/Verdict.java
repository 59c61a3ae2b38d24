package org.shmemlab.scenarios.litmus;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The verdict of all executions of a test together about the outcome that it asks for. Where
 * several apply, the one declared first is the answer: a program with a conflict means nothing, and
 * one that can hang has no final state to ask about.
 */
public enum Verdict {
  /** Some execution has a conflict. */
  UNDEFINED,
  /** In some execution no agent is enabled. */
  DEADLOCK,
  /** Some execution ends in the outcome. */
  ALLOWED,
  /** No execution ends in the outcome. */
  FORBIDDEN;

  /** The word in files and reports. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The verdict of a word, if it is one. */
  public static Optional<Verdict> of(String word) {
    return Stream.of(values()).filter(verdict -> verdict.word().equals(word)).findFirst();
  }
}
