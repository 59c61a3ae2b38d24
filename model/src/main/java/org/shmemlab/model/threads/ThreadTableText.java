package org.shmemlab.model.threads;

import static java.util.stream.Collectors.joining;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Iterables;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.shmemlab.model.table.BadTable;
import org.shmemlab.model.table.TableLines;

/** Reads the table of thread order. The format is described in docs/rules.md. */
public final class ThreadTableText {
  private static final ImmutableList<String> HEADER =
      ImmutableList.of("event", "from", "to", "scope", "section");
  private static final Splitter LIST = Splitter.on(',').trimResults();
  private static final String NOTHING = "-";

  /** The events that are no fences, and the clocks that may flow there besides a thread's own. */
  private static final ImmutableMap<String, ImmutableSet<ClockName>> EVENTS =
      ImmutableMap.of(
          "write", ImmutableSet.of(ClockName.WORD),
          "write.release", ImmutableSet.of(ClockName.WORD),
          "read", ImmutableSet.of(ClockName.WORD),
          "read.acquire", ImmutableSet.of(ClockName.WORD),
          "barrier", ImmutableSet.of(ClockName.OTHERS),
          "exchange", ImmutableSet.of(ClockName.OTHERS),
          "launch", ImmutableSet.of(ClockName.OTHERS),
          "end", ImmutableSet.of(ClockName.OTHERS));

  private final String file;
  private int line;

  private ThreadTableText(String file) {
    this.file = file;
  }

  /**
   * The table of a text.
   *
   * @param file its name, for messages
   */
  public static ThreadOrder parse(String file, String text) throws BadTable {
    return new ThreadTableText(file).table(text);
  }

  private ThreadOrder table(String text) throws BadTable {
    TableLines lines = TableLines.of(file, text, HEADER);
    line = lines.name().number();
    if (!lines.name().at(0).equals(ThreadOrder.NAME)) {
      throw bad("this is no table of thread order; name it by the line: table threads");
    }
    Map<String, ImmutableList.Builder<ThreadRule>> events = new LinkedHashMap<>();
    Set<String> flows = new HashSet<>();
    for (TableLines.Line one : lines.entries()) {
      line = one.number();
      for (String event : LIST.split(one.at(0))) {
        ImmutableList.Builder<ThreadRule> rules =
            events.computeIfAbsent(event, _ -> ImmutableList.builder());
        if (Iterables.all(one.columns().subList(1, 4), NOTHING::equals)) {
          section(one.at(4));
          continue;
        }
        ThreadRule rule = rule(event, one);
        if (!flows.add(rule.toString())) {
          throw bad("'%s' stands in two lines; remove one of them".formatted(rule));
        }
        rules.add(rule);
      }
    }
    ImmutableMap.Builder<String, ThreadEvent> all = ImmutableMap.builder();
    events.forEach((event, rules) -> all.put(event, ThreadEvent.of(rules.build())));
    return new ThreadOrder(text, all.buildOrThrow());
  }

  private ThreadRule rule(String event, TableLines.Line columns) throws BadTable {
    ClockName from = clock(columns.at(1));
    ClockName to = clock(columns.at(2));
    RuleScope scope =
        RuleScope.named(columns.at(3))
            .orElseThrow(() ->
                bad(
                    "no scope '%s'; there are %s"
                        .formatted(columns.at(3), names(RuleScope.values(), RuleScope::key))));
    ImmutableSet<ClockName> foreign = EVENTS.get(event);
    if (foreign == null && !event.startsWith("fence") && !event.startsWith("membar")) {
      throw bad(
          "no event '%s'; there are %s, and fences of PTX by their names without a scope"
              .formatted(event, String.join(", ", EVENTS.keySet())));
    }
    for (ClockName clock : new ClockName[] {from, to}) {
      boolean isForeign = clock == ClockName.WORD || clock == ClockName.OTHERS;
      if (isForeign && (foreign == null || !foreign.contains(clock))) {
        throw bad("'%s' has no clock '%s'".formatted(event, clock.key()));
      }
    }
    if (from == ClockName.ASYNC_SHARED || from == ClockName.ASYNC_GLOBAL) {
      throw bad("'%s' is no source: bulk copies order nothing by themselves".formatted(from.key()));
    }
    boolean fits =
        switch (scope) {
          case EACH -> from.isScoped() && to.isScoped();
          case DISTANCE -> from == ClockName.WORD && to == ClockName.OBSERVED;
          case OWN, ALL -> true;
        };
    if (!fits) {
      throw bad(
          "scope '%s' does not go from '%s' to '%s'; write own or all"
              .formatted(scope.key(), from.key(), to.key()));
    }
    return new ThreadRule(line, event, from, to, scope, section(columns.at(4)));
  }

  private String section(String text) throws BadTable {
    if (text.isEmpty()) {
      throw bad("which section of a document says so? add it as the last column");
    }
    return text;
  }

  private ClockName clock(String name) throws BadTable {
    return ClockName.named(name)
        .orElseThrow(() ->
            bad(
                "no clock '%s'; there are %s"
                    .formatted(name, names(ClockName.values(), ClockName::key))));
  }

  private static <T> String names(T[] values, Function<T, String> key) {
    return Stream.of(values).map(key).collect(joining(", "));
  }

  private BadTable bad(String problem) {
    return new BadTable(file, line, problem);
  }
}
