package org.shmemlab.labs.web;

import static java.util.Comparator.naturalOrder;
import static java.util.stream.Collectors.joining;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedSet;
import org.shmemlab.labs.lesson.Criterion;
import org.shmemlab.labs.lesson.Lab;
import org.shmemlab.labs.lesson.Labs;
import org.shmemlab.labs.lesson.LessonHtml;
import org.shmemlab.labs.workbench.TimingTarget;
import org.shmemlab.labs.workbench.Workbench;
import tools.jackson.databind.json.JsonMapper;

/** Writes the labs for the page: neither their answers nor how those are recognised. */
final class Lessons {
  private Lessons() {}

  private record All(
      ImmutableList<Lesson> labs,
      ImmutableList<Playground.Example> examples,
      ImmutableList<TimingTarget.Choice> places,
      ImmutableList<String> transports) {}

  /**
   * One lab.
   *
   * @param pes that it is looked at with
   * @param place where it is timed first
   * @param macros that its grade defines
   * @param small macros with their values, with which the grade looks at all orders
   */
  private record Lesson(
      String name,
      int number,
      String title,
      int minutes,
      int points,
      String html,
      String start,
      int pes,
      TimingTarget place,
      ImmutableSortedSet<String> macros,
      String small) {}

  /** All labs as JSON. */
  static String json(Labs labs) {
    return json(
        labs.all().stream().map(Lessons::of).collect(ImmutableList.toImmutableList()),
        ImmutableList.of());
  }

  /** The examples of the playground as JSON. */
  static String playground() {
    return json(ImmutableList.of(), Playground.examples());
  }

  private static String json(
      ImmutableList<Lesson> labs, ImmutableList<Playground.Example> examples) {
    return JsonMapper.shared()
        .writeValueAsString(new All(labs, examples, TimingTarget.all(), Workbench.TRANSPORTS));
  }

  private static Lesson of(Lab lab) {
    return new Lesson(
        lab.name(),
        lab.number(),
        lab.title(),
        lab.minutes(),
        lab.points(),
        LessonHtml.of(lab),
        lab.file(Lab.START),
        lab.pes(),
        place(lab),
        lab.criteria().stream()
            .flatMap(criterion -> criterion.start().define().keySet().stream())
            .collect(ImmutableSortedSet.toImmutableSortedSet(naturalOrder())),
        lab.orders().get(0).start().define().entrySet().stream()
            .map(macro -> macro.getKey() + "=" + macro.getValue())
            .collect(joining(" ")));
  }

  private static TimingTarget place(Lab lab) {
    for (Criterion criterion : lab.criteria()) {
      if (criterion.test() instanceof Criterion.Fast fast) {
        String transport = fast.transport() == null ? "" : fast.transport();
        return new TimingTarget(fast.platform(), transport, fast.pesPerNode());
      }
      if (criterion.test() instanceof Criterion.Predicts asked) {
        String transport = asked.transport() == null ? "" : asked.transport();
        return new TimingTarget(asked.platform(), transport, asked.pesPerNode());
      }
    }
    return new TimingTarget("hgx-h200", "", 0);
  }
}
