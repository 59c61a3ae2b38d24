package org.shmemlab.labs.classroom;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.shmemlab.labs.lesson.Lab;
import org.shmemlab.labs.lesson.Labs;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * Names an answer that a student handed in.
 *
 * @param student the folder that it lies in
 * @param source its file
 */
public record Submission(String student, SourceFile source) {
  private static final Pattern LAB = Pattern.compile("//\\s*lab:\\s*(\\w+)");

  /** Which lab it is an answer to, by the line {@code // lab: 3} among its first comments. */
  public Optional<Lab> lab(Labs labs) {
    for (String line : source.text().lines().takeWhile(each -> each.startsWith("//")).toList()) {
      Matcher named = LAB.matcher(line);
      if (named.lookingAt()) {
        return labs.find(named.group(1));
      }
    }
    return Optional.empty();
  }
}
