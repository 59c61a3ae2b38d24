package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a schedule in GOAL, by the grammar of LogGOPSim's txt2bin, whose labels belong to one rank
 * and are defined before they are required.
 */
final class GoalSchedule {
  private static final Pattern OPERATION =
      Pattern.compile(
          "([a-zA-Z]\\w*): (?:calc (\\d+)|(send|recv) (\\d+)b (?:to|from) (\\d+) tag (\\d+)) cpu"
              + " (\\d+)");
  private static final Pattern REQUIRES = Pattern.compile("([a-zA-Z]\\w*) requires ([a-zA-Z]\\w*)");

  /** An operation and its message, which is known by its ends, its tag and its size. */
  private record Operation(int rank, String kind, String message, List<Operation> after) {}

  private final List<Operation> operations = new ArrayList<>();
  private int ranks;

  static GoalSchedule parse(String text) {
    GoalSchedule schedule = new GoalSchedule();
    Map<String, Operation> labels = new LinkedHashMap<>();
    int rank = -1;
    for (String line : text.lines().toList()) {
      if (line.startsWith("num_ranks ")) {
        schedule.ranks = Integer.parseInt(line.substring("num_ranks ".length()));
      } else if (line.startsWith("rank ")) {
        assertThat(line).isEqualTo("rank " + ++rank + " {");
        labels.clear();
      } else if (line.equals("}")) {
        assertThat(labels).isNotEmpty();
      } else if (!line.isEmpty()) {
        schedule.line(rank, line, labels);
      }
    }
    assertThat(rank + 1).isEqualTo(schedule.ranks);
    return schedule;
  }

  private void line(int rank, String line, Map<String, Operation> labels) {
    Matcher operation = OPERATION.matcher(line);
    if (operation.matches()) {
      assertThat(Integer.parseInt(operation.group(7))).isBetween(0, 255);
      String kind = operation.group(3) == null ? "calc" : operation.group(3);
      Operation added =
          new Operation(rank, kind, message(rank, kind, operation), new ArrayList<>());
      assertThat(labels.put(operation.group(1), added)).isNull();
      operations.add(added);
      return;
    }
    Matcher requires = REQUIRES.matcher(line);
    assertThat(requires.matches()).as(line).isTrue();
    known(labels, requires.group(1)).after().add(known(labels, requires.group(2)));
  }

  private static Operation known(Map<String, Operation> labels, String label) {
    return Objects.requireNonNull(labels.get(label), label);
  }

  private static String message(int rank, String kind, Matcher parts) {
    if (kind.equals("calc")) {
      return "";
    }
    int peer = Integer.parseInt(parts.group(5));
    String ends = kind.equals("send") ? rank + " to " + peer : peer + " to " + rank;
    return ends + ", tag " + parts.group(6) + ", " + parts.group(4) + " bytes";
  }

  int ranks() {
    return ranks;
  }

  long messages() {
    return operations.stream().filter(one -> one.kind().equals("send")).count();
  }

  /**
   * The messages of operations that are never enabled: one requires itself, or receives a message
   * that no rank sends.
   */
  List<String> stuck() {
    Set<Operation> done = Collections.newSetFromMap(new IdentityHashMap<>());
    Map<String, Integer> sent = new HashMap<>();
    Set<Operation> left = Collections.newSetFromMap(new IdentityHashMap<>());
    left.addAll(operations);
    boolean progress = true;
    while (progress) {
      progress = false;
      for (Operation one : operations) {
        if (left.contains(one) && done.containsAll(one.after()) && may(one, sent)) {
          left.remove(one);
          done.add(one);
          progress = true;
        }
      }
    }
    assertThat(sent.values()).as("sent and not received").allMatch(count -> count == 0);
    return left.stream().map(Operation::message).toList();
  }

  private static boolean may(Operation one, Map<String, Integer> sent) {
    switch (one.kind()) {
      case "send" -> sent.merge(one.message(), 1, Integer::sum);
      case "recv" -> {
        if (sent.getOrDefault(one.message(), 0) == 0) {
          return false;
        }
        sent.merge(one.message(), -1, Integer::sum);
      }
      default -> {}
    }
    return true;
  }
}
