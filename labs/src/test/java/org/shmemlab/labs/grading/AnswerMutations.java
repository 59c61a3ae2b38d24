package org.shmemlab.labs.grading;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Changes the calls of an answer, one at a time: moved, deleted, replaced, their arguments. */
final class AnswerMutations {
  private static final int FARTHEST = 3;

  private static final Pattern CALL =
      Pattern.compile(
          "^\\s+(?:\\w[\\w *]* = )?(nvshmemx?_\\w+|__threadfence\\w*|__syncthreads)\\(");

  private static final List<String> INSERTED =
      List.of("nvshmem_fence();", "nvshmem_quiet();", "nvshmem_barrier_all();", "__threadfence();");

  /** Each call or word, and its neighbours in the API. */
  private static final List<List<String>> NEIGHBOURS =
      List.of(
          List.of("nvshmem_fence()", "nvshmem_quiet()"),
          List.of("nvshmem_quiet()", "nvshmem_fence()"),
          List.of("nvshmem_quiet()", "nvshmem_barrier_all()"),
          List.of("nvshmem_quiet()", "__threadfence()"),
          List.of("barrier_all_on_stream", "sync_all_on_stream"),
          List.of("barrier_all_on_stream", "quiet_on_stream"),
          List.of("_put_nbi(", "_put("),
          List.of("_put_signal_nbi(", "_put_signal("),
          List.of("_get(", "_get_nbi("),
          List.of("_atomic_set(", "_p("),
          List.of("_atomic_inc(", "_atomic_fetch_inc("),
          List.of("_atomic_fetch(", "_g("),
          List.of("_int_p(", "_int_atomic_add("),
          List.of("_int_p(", "_int_atomic_set("),
          List.of("__threadfence()", "__threadfence_block()"),
          List.of("__threadfence()", "nvshmem_fence()"),
          List.of("NVSHMEM_CMP_EQ", "NVSHMEM_CMP_GE"),
          List.of("NVSHMEM_CMP_GE", "NVSHMEM_CMP_EQ"),
          List.of("NVSHMEM_CMP_EQ", "NVSHMEM_CMP_NE"),
          List.of("NVSHMEM_SIGNAL_SET", "NVSHMEM_SIGNAL_ADD"),
          List.of("NVSHMEM_SIGNAL_ADD", "NVSHMEM_SIGNAL_SET"),
          List.of(", 1);", ", 0);"),
          List.of(", 0);", ", 1);"),
          List.of(", 1, ", ", 2, "));

  private AnswerMutations() {}

  /** The changed programs, each with its change; none is given twice. */
  static Map<String, String> of(String text) {
    List<String> statements = statements(text);
    Map<String, String> changed = new LinkedHashMap<>(); // by its text
    for (int i = 0; i < statements.size(); i++) {
      String statement = statements.get(i);
      if (!CALL.matcher(statement).find() || statement.contains("init") || isEnd(statement)) {
        continue;
      }
      String what = statement.strip();
      put(changed, replaced(statements, i, ""), "deleted " + what);
      put(changed, replaced(statements, i, statement + "\n" + statement), "doubled " + what);
      for (int by = -FARTHEST; by <= FARTHEST; by++) {
        int to = i + by;
        if (by != 0 && to >= 0 && to < statements.size() && sameBlock(statements, i, to)) {
          List<String> moved = new ArrayList<>(statements);
          moved.add(to, moved.remove(i));
          put(changed, String.join("\n", moved), "moved by " + by + " " + what);
        }
      }
      for (List<String> pair : NEIGHBOURS) {
        if (statement.contains(pair.get(0))) {
          String other = statement.replace(pair.get(0), pair.get(1));
          put(changed, replaced(statements, i, other), other.strip() + " for " + what);
        }
      }
      for (String other : swapped(statement)) {
        put(changed, replaced(statements, i, other), other.strip() + " for " + what);
      }
      for (String other : INSERTED) {
        put(
            changed,
            replaced(statements, i, "  " + other + "\n" + statement),
            other + " before " + what);
        put(changed, replaced(statements, i, statement + "\n  " + other), other + " after " + what);
      }
    }
    changed.remove(text);
    return changed;
  }

  /** The programs with one more line, at every place where a statement may stand. */
  static Set<String> inserted(String text, String line) {
    List<String> statements = statements(text);
    Set<String> all = new LinkedHashSet<>();
    for (int i = 1; i < statements.size(); i++) {
      if (statements.get(i).startsWith("  ") && !statements.get(i).contains("case ")) {
        all.add(replaced(statements, i, line + "\n" + statements.get(i)));
        if (statements.get(i).strip().startsWith("}")) {
          continue;
        }
        all.add(replaced(statements, i, statements.get(i) + "\n" + line));
      }
    }
    return all;
  }

  private static void put(Map<String, String> changed, String text, String what) {
    changed.putIfAbsent(text, what);
  }

  private static boolean isEnd(String statement) {
    return statement.contains("finalize")
        || statement.contains("my_pe()")
        || statement.contains("n_pes()");
  }

  private static boolean sameBlock(List<String> statements, int from, int to) {
    return statements.subList(Math.min(from, to), Math.max(from, to) + 1).stream()
        .allMatch(one -> one.startsWith("  ") && !one.contains("case ") && !one.contains("return"));
  }

  /** Lines; a call over several lines is one. */
  private static List<String> statements(String text) {
    List<String> statements = new ArrayList<>();
    for (String line : text.split("\n", -1)) {
      int last = statements.size() - 1;
      if (last >= 0
          && CALL.matcher(statements.get(last)).find()
          && !statements.get(last).contains(";")) {
        statements.set(last, statements.get(last) + "\n" + line);
      } else {
        statements.add(line);
      }
    }
    return statements;
  }

  private static String replaced(List<String> statements, int index, String with) {
    List<String> copy = new ArrayList<>(statements);
    copy.set(index, with);
    return String.join("\n", copy);
  }

  /** A call with two arguments next to each other swapped. */
  private static List<String> swapped(String statement) {
    List<String> all = new ArrayList<>();
    Matcher call =
        Pattern.compile("(.*?nvshmemx?_\\w+\\()([^()]*)(\\);.*)", Pattern.DOTALL)
            .matcher(statement);
    if (call.matches()) {
      List<String> arguments = List.of(call.group(2).split(",\\s*", -1));
      for (int i = 0; i + 1 < arguments.size(); i++) {
        List<String> other = new ArrayList<>(arguments);
        other.add(i, other.remove(i + 1));
        all.add(call.group(1) + String.join(", ", other) + call.group(3));
      }
    }
    return all;
  }
}
