package org.shmemlab.reports;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.Map;

/** What kinds of findings there are, as SARIF's reporting descriptors: what each is, and help. */
final class SarifRules {
  private static final String MODEL = "https://docs.nvidia.com/nvshmem/api/gen/mem-model.html";
  private static final String USE = "https://docs.nvidia.com/nvshmem/api/using.html";

  /**
   * A rule.
   *
   * @param text what is wrong, in a sentence
   * @param help what to do
   * @param uri a page of the library's documents about it; empty where there is none
   */
  private record Rule(String text, String help, String uri) {}

  private static final ImmutableMap<String, Rule> ALL =
      ImmutableMap.<String, Rule>builder()
          .put(
              "conflict",
              new Rule(
                  "Two accesses may overlap in time.",
                  "Complete the first access (quiet, barrier, or a fence before a flag to the same"
                      + " PE) and let whoever makes the second learn of that (barrier, or a wait"
                      + " for that flag or for a signal) before it begins.",
                  MODEL))
          .put(
              "deadlock",
              new Rule(
                  "Nobody can go on.",
                  "Each agent is named with what it waits for: let somebody do that before it"
                      + " waits itself.",
                  USE))
          .put(
              "livelock",
              new Rule(
                  "Somebody can always go on, but no order ends.",
                  "A loop polls for what nobody does: let somebody write what it polls for.",
                  USE))
          .put(
              "assertion",
              new Rule(
                  "An assertion of the program fails in some order.",
                  "The schedule shows the order: what the assertion relies on has to happen"
                      + " before it.",
                  ""))
          .put(
              "misuse",
              new Rule(
                  "The libraries or memory are used as nobody may.",
                  "The message names the rule: call as the library's documents say.",
                  USE))
          .put(
              "stale",
              new Rule(
                  "A load finds in a cache what memory held before a wait.",
                  "Load so that the cache is passed by (volatile, or an atomic of system scope), or"
                      + " let a fence empty it behind the wait.",
                  MODEL))
          .put(
              "verdict",
              new Rule(
                  "A litmus test has another verdict than its file expects.",
                  "Either the expectation is wrong, or the test is not about what it should be.",
                  MODEL))
          .put(
              "source",
              new Rule(
                  "The source is not understood.",
                  "The message is the compiler's, or names a call that is not supported.",
                  ""))
          .buildOrThrow();

  private SarifRules() {}

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
    if (!rule.uri.isEmpty()) {
      all.put("helpUri", rule.uri);
    }
    return all.buildOrThrow();
  }
}
