package org.shmemlab.labs.web;

import com.google.common.collect.ImmutableList;
import org.shmemlab.labs.lesson.Criterion;
import org.shmemlab.labs.lesson.Lab;
import org.shmemlab.labs.lesson.Labs;
import org.shmemlab.labs.lesson.LessonHtml;
import org.shmemlab.labs.workbench.Place;
import tools.jackson.databind.json.JsonMapper;

/** What the page knows of the labs: neither their answers nor how those are recognised. */
final class Lessons {
  private Lessons() {}

  private record All(ImmutableList<Lesson> labs, ImmutableList<Place.Choice> places) {}

  /**
   * One lab.
   *
   * @param pes that it is looked at with
   * @param place where it is timed first
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
      Place place) {}

  /** All labs as JSON. */
  static String json(Labs labs) {
    return JsonMapper.shared()
        .writeValueAsString(
            new All(
                labs.all().stream().map(Lessons::of).collect(ImmutableList.toImmutableList()),
                Place.all()));
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
        place(lab));
  }

  private static Place place(Lab lab) {
    for (Criterion criterion : lab.criteria()) {
      if (criterion.test() instanceof Criterion.Fast fast) {
        String transport = fast.transport() == null ? "" : fast.transport();
        return new Place(fast.platform(), transport, fast.pesPerNode());
      }
    }
    return new Place("hgx-h200", "", 0);
  }
}
