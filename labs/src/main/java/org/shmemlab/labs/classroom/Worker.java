package org.shmemlab.labs.classroom;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.shmemlab.labs.grading.Grade;
import org.shmemlab.labs.grading.Grading;
import org.shmemlab.labs.grading.Limits;
import org.shmemlab.labs.lesson.BadLab;
import org.shmemlab.labs.lesson.Labs;
import org.shmemlab.scenarios.source.SourceFile;
import tools.jackson.databind.json.JsonMapper;

/**
 * A process that grades one answer after the other: a line of JSON in, a line of JSON out. It ends
 * where the memory that it was given is not enough, and with whoever started it.
 */
public final class Worker {
  static final JsonMapper JSON = JsonMapper.shared();

  /** What each answer begins with; the last words of a dying JVM do not. */
  static final String ANSWER = "{";

  private Worker() {}

  /**
   * One answer to grade.
   *
   * @param lab the name of its lab
   * @param file what messages call the answer
   */
  record Request(String lab, String file, String text) {}

  /** Grades until nobody asks any more; the argument is the folder of labs, if not our own. */
  public static void main(String[] args) throws IOException, BadLab {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    System.setOut(System.err); // whatever else prints is no answer
    Labs labs = args.length == 0 ? Labs.known() : Labs.in(Path.of(args[0]));
    Grading grading = new Grading(Limits.USUAL, Optional.empty());
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (@Nullable String line = in.readLine(); line != null; line = in.readLine()) {
      Request request = JSON.readValue(line, Request.class);
      out.print(JSON.writeValueAsString(grade(labs, grading, request)) + "\n");
      out.flush();
    }
  }

  private static Grade grade(Labs labs, Grading grading, Request request) {
    var lab = labs.find(request.lab).orElseThrow();
    try {
      return grading.grade(lab, new SourceFile(request.file, request.text));
    } catch (StackOverflowError deep) {
      return Grading.none(lab, "source", "it is nested too deeply to be looked at");
    }
  }
}
