package org.shmemlab.labs.workers;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import org.shmemlab.labs.grading.Grading;
import org.shmemlab.labs.grading.GradingLimits;
import org.shmemlab.labs.lesson.BadLab;
import org.shmemlab.labs.lesson.Lab;
import org.shmemlab.labs.lesson.Labs;
import org.shmemlab.labs.workbench.Shown;
import org.shmemlab.labs.workbench.Workbench;
import org.shmemlab.scenarios.source.SourceFile;
import tools.jackson.databind.json.JsonMapper;

/**
 * Works as a process on one request after the other: a line of JSON in, a line of JSON out. It ends
 * where the memory that it was given is not enough, and with the process that started it.
 */
public final class Worker {
  static final JsonMapper JSON = JsonMapper.shared();

  /** The beginning of each reply; the last words of a dying JVM do not. */
  static final String ANSWER = "{";

  /** Most characters of a reply; a page of millions of slices helps no reader. */
  private static final int LONGEST = 8 << 20;

  private static final String TOO_DEEP = "it is nested too deeply to be looked at";

  private final Labs labs;
  private final Grading grading = new Grading(GradingLimits.USUAL, Optional.empty());
  private final Workbench workbench;

  private Worker(Labs labs, String version) {
    this.labs = labs;
    this.workbench = new Workbench(GradingLimits.USUAL, version);
  }

  /**
   * Works until there are no more requests; the arguments are the version of ShmemLab and the
   * folder of labs, if not our own.
   */
  public static void main(String[] args) throws BadLab, InterruptedException {
    PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    System.setOut(System.err); // whatever else prints is no answer
    Worker worker =
        new Worker(args.length == 1 ? Labs.known() : Labs.in(Path.of(args[1])), args[0]);
    BlockingQueue<String> asked = new LinkedBlockingQueue<>();
    Thread.ofPlatform().daemon().start(() -> listen(asked));
    while (true) {
      out.print(worker.answer(JSON.readValue(asked.take(), Request.class)) + "\n");
      out.flush();
    }
  }

  // The process that asks may be killed; then no process waits for the current reply.
  private static void listen(BlockingQueue<String> asked) {
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (@Nullable String line = in.readLine(); line != null; line = in.readLine()) {
        asked.add(line);
      }
    } catch (IOException gone) {
      // the same as its end
    }
    Runtime.getRuntime().halt(0);
  }

  private String answer(Request request) {
    String answer = JSON.writeValueAsString(reply(request));
    return answer.length() <= LONGEST
        ? answer
        : JSON.writeValueAsString(
            new Reply.TooMuch("the page would be larger than " + (LONGEST >> 20) + " MiB"));
  }

  private Reply reply(Request request) {
    try {
      return switch (request) {
        case Request.Grade(String lab, String file, String text, boolean quick) -> {
          Lab asked = labs.find(lab).orElseThrow();
          SourceFile source = new SourceFile(file, text);
          yield new Reply.Grade(
              quick ? grading.quick(asked, source) : grading.grade(asked, source));
        }
        case Request.Run(var code, int pes, long seed) ->
            new Reply.Work(workbench.run(code.source(), pes, seed));
        case Request.Check(var code, int pes, String transport, int perNode) ->
            new Reply.Work(workbench.check(code.source(), pes, transport, perNode));
        case Request.Time(var code, int pes, var place) ->
            new Reply.Work(workbench.time(code.source(), pes, place));
      };
    } catch (StackOverflowError deep) {
      return request instanceof Request.Grade asked
          ? new Reply.Grade(Grading.none(labs.find(asked.lab()).orElseThrow(), "source", TOO_DEEP))
          : new Reply.Work(Shown.refused("Not looked at: " + TOO_DEEP + "."));
    }
  }
}
