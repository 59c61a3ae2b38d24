package org.shmemlab.labs.site;

import com.google.common.collect.ImmutableList;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.shmemlab.labs.lesson.Criterion.Orders;
import org.shmemlab.labs.lesson.Lab;
import org.shmemlab.labs.workers.Request;

/**
 * Names one version of a lab's program.
 *
 * @param file its name in the lab's folder
 */
record ProgramVersion(Lab lab, String file) {
  /** Its name in messages, as on the student's machine. */
  private static final String NAME = "lab.cu";

  private static final String ENDING = ".cu";

  /** All versions of a lab: where it starts, wrong answers by their names, the right one. */
  static ImmutableList<ProgramVersion> all(Lab lab) {
    ImmutableList.Builder<ProgramVersion> all = ImmutableList.builder();
    all.add(new ProgramVersion(lab, Lab.START));
    lab.files().keySet().stream()
        .filter(file -> file.endsWith(ENDING))
        .filter(file -> !file.equals(Lab.START) && !file.equals(Lab.SOLUTION))
        .sorted()
        .forEach(file -> all.add(new ProgramVersion(lab, file)));
    return all.add(new ProgramVersion(lab, Lab.SOLUTION)).build();
  }

  String text() {
    return lab.file(file);
  }

  /** Its name without the ending, in letters, digits and hyphens. */
  String id() {
    return file.substring(0, file.length() - ENDING.length()).replaceAll("[^A-Za-z0-9]", "-");
  }

  /** Its title for readers. */
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

  Request run() {
    return new Request.Run(new Request.Code(NAME, text()), lab.pes(), 0);
  }

  Request grade() {
    return new Request.Grade(lab.name(), NAME, text(), false);
  }

  /**
   * Its orders, as they are graded: with the macros that keep what is to be looked at small.
   *
   * @param number of those of the lab, from 0
   */
  record Look(ProgramVersion version, int number, Orders orders) {
    static ImmutableList<Look> all(ProgramVersion version) {
      ImmutableList<Orders> all = version.lab.orders();
      return IntStream.range(0, all.size())
          .mapToObj(number -> new Look(version, number, all.get(number)))
          .collect(ImmutableList.toImmutableList());
    }

    Request check() {
      return new Request.Check(
          new Request.Code(NAME, version.text(), orders.start().define()),
          orders.start().pes(),
          orders.transport() == null ? "" : orders.transport(),
          orders.transport() == null ? 0 : orders.pesPerNode());
    }

    /** Whose orders of what, as the beginning of a sentence. */
    String title() {
      String macros =
          orders.start().define().entrySet().stream()
              .map(macro -> macro.getKey() + "=" + macro.getValue())
              .collect(Collectors.joining(", "));
      return "All orders"
          + (orders.transport() == null ? "" : " of " + orders.transport())
          + " of "
          + pes(orders.start().pes())
          + (macros.isEmpty() ? "" : " with " + macros);
    }

    /** The name of the page with them, in the site's folder. */
    String page() {
      return version.lab.name()
          + "-"
          + version.id()
          + (number == 0 ? "" : "-orders-" + (number + 1))
          + ".html";
    }
  }

  /** Some PEs, in words. */
  static String pes(int count) {
    return count + (count == 1 ? " PE" : " PEs");
  }
}
