package org.shmemlab.reports.review;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.Map;
import org.shmemlab.model.explore.FindingKind;

/**
 * Lists the kinds of findings, as SARIF's reporting descriptors: a description of each, and help.
 */
final class SarifRules {
  /**
   * A rule.
   *
   * @param text what is wrong, in a sentence
   * @param help what to do
   * @param page the address of a page of the library's documents about it; empty where there is
   *     none
   */
  private record Rule(String text, String help, String page) {}

  /** The rule that a comment has to allow something. */
  static final String ALLOWANCE = "allowance";

  private static final ImmutableMap<String, Rule> ALL = all();

  private SarifRules() {}

  private static ImmutableMap<String, Rule> all() {
    ImmutableMap.Builder<String, Rule> all = ImmutableMap.builder();
    for (FindingKind kind : FindingKind.values()) {
      all.put(kind.word(), new Rule(kind.meaning(), kind.help(), kind.page()));
    }
    all.put(
        "verdict",
        new Rule(
            "A litmus test has another verdict than its file expects.",
            "Either the expectation is wrong, or the test is not about what it should be.",
            FindingKind.CONFLICT.page()));
    all.put(
        ALLOWANCE,
        new Rule("A comment allows a finding that no order shows.", "Remove the comment.", ""));
    all.put(
        "source",
        new Rule(
            "The source is not understood.",
            "The message is the compiler's, or names a call that is not supported.",
            ""));
    return all.buildOrThrow();
  }

  /** The place of a rule among all. */
  static int index(String rule) {
    return ALL.keySet().asList().indexOf(rule);
  }

  /** All rules, as SARIF has them. */
  static ImmutableList<Map<String, Object>> descriptors() {
    return ALL.entrySet().stream()
        .map(entry -> descriptor(entry.getKey(), entry.getValue()))
        .collect(ImmutableList.toImmutableList());
  }

  private static Map<String, Object> descriptor(String id, Rule rule) {
    ImmutableMap.Builder<String, Object> all = ImmutableMap.builder();
    all.put("id", id);
    all.put("shortDescription", ImmutableMap.of("text", rule.text));
    all.put("help", ImmutableMap.of("text", rule.help));
    if (!rule.page.isEmpty()) {
      all.put("helpUri", rule.page);
    }
    return all.buildOrThrow();
  }
}
