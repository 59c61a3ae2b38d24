package org.shmemlab.reports;

/** Makes sentences of words that stand inside of others elsewhere. */
public final class Sentence {
  private Sentence() {}

  /** With a capital letter and a full stop. */
  public static String of(String words) {
    return capital(words) + ".";
  }

  /** With a capital letter. */
  public static String capital(String words) {
    return words.isEmpty() ? words : Character.toUpperCase(words.charAt(0)) + words.substring(1);
  }
}
