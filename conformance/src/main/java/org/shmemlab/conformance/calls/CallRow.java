package org.shmemlab.conformance.calls;

import com.google.common.base.Splitter;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.shmemlab.scenarios.api.catalogue.Catalogue;
import org.shmemlab.scenarios.api.catalogue.Prototype;
import org.shmemlab.scenarios.source.Diagnostic;

/**
 * Groups the calls of one operation that are made from the same place.
 *
 * @param operation as {@code family.action}
 * @param side host, device or both
 * @param names as the page shows them
 * @param facts what their instructions say
 * @param runs calls that run
 * @param refused calls, or types of them, that do not run
 * @param reasons why they do not
 */
record CallRow(
    String operation,
    String side,
    Set<String> names,
    Facts facts,
    Set<String> runs,
    Set<String> refused,
    Set<String> reasons) {
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{([A-Z0-9]+)}");
  private static final Pattern NAME = Pattern.compile("([\\w{}]+)\\(");

  /** One line of the catalogue. */
  static CallRow of(Catalogue.Declared declared, Catalogue catalogue) {
    Matcher name = NAME.matcher(declared.prototype());
    if (!name.find()) {
      throw new IllegalStateException("no name: " + declared.prototype());
    }
    String pattern = name.group(1);
    Splitter words = Splitter.on(' ');
    String operation =
        PLACEHOLDER.matcher(words.splitToList(declared.operation()).get(0)).replaceAll("OP");
    CallRow row =
        new CallRow(
            operation,
            declared.side(),
            new LinkedHashSet<>(List.of(shown(pattern))),
            new Facts(),
            new LinkedHashSet<>(),
            new LinkedHashSet<>(),
            new LinkedHashSet<>());
    Missing.names(pattern, catalogue).forEach(call -> row.probe(call, catalogue));
    return row;
  }

  private void probe(String call, Catalogue catalogue) {
    for (Prototype prototype : catalogue.find(call)) {
      boolean mine = prototype.side().name().equalsIgnoreCase(side);
      if (mine && sameOperation(prototype)) {
        String element = prototype.element();
        try {
          CallProbe.instructions(prototype).forEach(facts::add);
          runs.add(call);
        } catch (CallProbe.Refused gap) {
          refused.add(element == null ? "`" + call + "`" : element);
          reasons.add(String.valueOf(gap.getMessage()).replace(Diagnostic.GAP, ""));
        }
      }
    }
  }

  private boolean sameOperation(Prototype prototype) {
    return operation.contains("OP") || prototype.operation().equals(operation);
  }

  /** These calls and others of the same operation. */
  CallRow with(CallRow other) {
    names.addAll(other.names);
    facts.addAll(other.facts);
    runs.addAll(other.runs);
    refused.addAll(other.refused);
    reasons.addAll(other.reasons);
    return this;
  }

  /** The name of a pattern as the page shows it. */
  static String shown(String pattern) {
    return PLACEHOLDER
        .matcher(pattern)
        .replaceAll(found ->
            switch (found.group(1)) {
              case "BITS", "SCOPE" -> found.group(1);
              case "BITOP", "NUMOP", "BITWISE" -> "OP";
              default -> "TYPE";
            });
  }

  /** Whether a placeholder stands for names of types. */
  static boolean isTypes(String placeholder, Catalogue catalogue) {
    return catalogue.typeWords(catalogue.choices(placeholder).get(0)) != null;
  }

  /** Whether one of the calls runs. */
  boolean anyRuns() {
    return !runs.isEmpty();
  }

  String text() {
    String calls = names.stream().map(name -> "`" + name + "`").collect(Collectors.joining(", "));
    if (!anyRuns()) {
      String why = String.join("; ", reasons);
      return "| %s | %s | not supported: %s | | |".formatted(calls, side, why);
    }
    String yes = "yes" + (refused.isEmpty() ? "" : ", but not for " + String.join(", ", refused));
    return "| %s | %s | %s | %s | %s |".formatted(calls, side, yes, facts.checked(), facts.timed());
  }
}
