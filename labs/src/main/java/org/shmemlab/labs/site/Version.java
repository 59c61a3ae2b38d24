package org.shmemlab.labs.site;

import com.google.common.collect.ImmutableList;
import java.util.Locale;
import org.shmemlab.labs.lesson.Lab;
import org.shmemlab.labs.workers.Request;

/**
 * One version of a lab's program.
 *
 * @param file its name in the lab's folder
 */
record Version(Lab lab, String file) {
  /** What messages call it, as at the student's. */
  private static final String NAME = "lab.cu";

  private static final String ENDING = ".cu";

  /** All versions of a lab: where it starts, wrong answers by their names, the right one. */
  static ImmutableList<Version> all(Lab lab) {
    ImmutableList.Builder<Version> all = ImmutableList.builder();
    all.add(new Version(lab, Lab.START));
    lab.files().keySet().stream()
        .filter(file -> file.endsWith(ENDING))
        .filter(file -> !file.equals(Lab.START) && !file.equals(Lab.SOLUTION))
        .sorted()
        .forEach(file -> all.add(new Version(lab, file)));
    return all.add(new Version(lab, Lab.SOLUTION)).build();
  }

  String text() {
    return lab.file(file);
  }

  /** Its name without the ending, in letters, digits and hyphens. */
  String id() {
    return file.substring(0, file.length() - ENDING.length()).replaceAll("[^A-Za-z0-9]", "-");
  }

  /** What people call it. */
  String title() {
    return switch (file) {
      case Lab.START -> "The start";
      case Lab.SOLUTION -> "A right answer";
      default ->
          "A wrong answer: "
              + file.substring(0, file.length() - ENDING.length())
                  .replaceFirst("^wrong_", "")
                  .replace('_', ' ')
                  .toLowerCase(Locale.ROOT);
    };
  }

  /** The name of the page with its orders, in the site's folder. */
  String page() {
    return lab.name() + "-" + id() + ".html";
  }

  Request run() {
    return new Request.Run(new Request.Code(NAME, text()), lab.pes(), 0);
  }

  Request check() {
    return new Request.Check(new Request.Code(NAME, text()), lab.pes(), "");
  }

  Request grade() {
    return new Request.Grade(lab.name(), NAME, text());
  }
}
