package org.shmemlab.labs.web;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.shmemlab.labs.grading.FeedbackText;
import org.shmemlab.labs.grading.Grade;
import org.shmemlab.labs.grading.Grading;
import org.shmemlab.labs.lesson.Lab;
import org.shmemlab.labs.lesson.Labs;
import org.shmemlab.labs.workbench.Shown;
import org.shmemlab.labs.workbench.TimingTarget;
import org.shmemlab.labs.workers.Answered;
import org.shmemlab.labs.workers.Reply;
import org.shmemlab.labs.workers.Request;
import org.shmemlab.labs.workers.RequestLimits;
import org.shmemlab.labs.workers.WorkerPool;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Does what users ask for with their programs. Runs have processes of their own, so that they stay
 * quick while others have all orders looked at.
 */
final class Desk implements AutoCloseable {
  /** The beginning of the paths of pages. */
  static final String PAGES = "/pages/";

  static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .build();

  /** An answer's name in messages, whatever its name on its author's disk. */
  private static final String FILE = "lab.cu";

  private static final RequestLimits RUN = new RequestLimits(512, Duration.ofSeconds(20));
  private static final RequestLimits LOOK = new RequestLimits(512, Duration.ofMinutes(1));

  private final Labs labs;
  private final WorkerPool runs;
  private final WorkerPool looks;

  /**
   * @param count how many runs at once, and how many of the rest
   * @param folder where the labs are; empty for those that come along
   * @param version of ShmemLab, which pages name
   */
  Desk(Labs labs, int count, Optional<Path> folder, String version) {
    this.labs = labs;
    this.runs = new WorkerPool(count, RUN, folder, version);
    this.looks = new WorkerPool(count, LOOK, folder, version);
  }

  /** Has all processes load what they need; a process that cannot start says so to its user. */
  void warm() {
    Request.Code code = new Request.Code(FILE, labs.all().get(0).file(Lab.START));
    runs.warm(new Request.Run(code, 2, 0));
    looks.warm(new Request.Check(code, 2, ""));
  }

  private record ToRun(
      @Nullable String text, @Nullable Map<String, String> define, int pes, long seed) {}

  private record ToCheck(
      @Nullable String text,
      @Nullable Map<String, String> define,
      int pes,
      @Nullable String transport) {}

  private record ToTime(
      @Nullable String text,
      @Nullable Map<String, String> define,
      int pes,
      @Nullable TimingTarget place) {}

  private record ToGrade(@Nullable String text, @Nullable String lab) {}

  /**
   * Answers a request.
   *
   * @param path what is asked for
   * @param body of the request, JSON
   * @return JSON
   */
  String answer(String path, String body, Session session) throws Refusal, InterruptedException {
    return switch (path) {
      case "/run" -> {
        ToRun asked = read(body, ToRun.class);
        yield work(
            runs, new Request.Run(code(asked.text, asked.define), asked.pes, asked.seed), session);
      }
      case "/check" -> {
        ToCheck asked = read(body, ToCheck.class);
        String transport = present(asked.transport, "transport");
        yield work(
            looks,
            new Request.Check(code(asked.text, asked.define), asked.pes, transport),
            session);
      }
      case "/time" -> {
        ToTime asked = read(body, ToTime.class);
        TimingTarget place = present(asked.place, "place");
        if (place.platform() == null || place.transport() == null) {
          throw new Refusal(400, "A place has a platform and a transport.");
        }
        yield work(
            looks, new Request.Time(code(asked.text, asked.define), asked.pes, place), session);
      }
      case "/grade", "/task" -> {
        ToGrade asked = read(body, ToGrade.class);
        Lab lab =
            labs.find(present(asked.lab, "lab"))
                .orElseThrow(() -> new Refusal(404, "There is no such lab."));
        yield work(
            looks,
            new Request.Grade(lab.name(), FILE, present(asked.text, "text"), path.equals("/task")),
            session);
      }
      default -> throw new Refusal(404, "There is nothing here.");
    };
  }

  private String work(WorkerPool workers, Request request, Session session)
      throws Refusal, InterruptedException {
    session.begin();
    try {
      Answered answered = WorkerPool.answered(workers.ask(request));
      session.used(answered.processor());
      return JSON.writeValueAsString(
          switch (answered.reply()) {
            case Reply.Work(Shown shown) -> shown(shown, request, session);
            case Reply.Grade(Grade grade) -> grade(grade);
            case Reply.TooMuch(String why) ->
                request instanceof Request.Grade asked
                    ? grade(Grading.none(labs.find(asked.lab()).orElseThrow(), "endless", why))
                    : shown(Shown.refused("Stopped: " + why + "."), request, session);
          });
    } catch (IOException | IllegalStateException broken) {
      throw new Refusal(500, "The process that did this has ended; try again.");
    } finally {
      session.end();
    }
  }

  private static Map<String, Object> shown(Shown shown, Request request, Session session) {
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("good", shown.good());
    answer.put("summary", shown.summary());
    answer.put("details", shown.details());
    answer.put("marks", shown.marks());
    answer.put("printed", shown.printed());
    if (!shown.page().isEmpty()) {
      String kind = request.getClass().getSimpleName();
      answer.put("page", PAGES + session.keep(kind, GzipText.of(shown.page())));
    }
    return answer;
  }

  private static Map<String, Object> grade(Grade grade) {
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("points", grade.points());
    answer.put("of", grade.of());
    answer.put(
        "results",
        grade.results().stream()
            .map(result -> {
              Map<String, Object> one = new LinkedHashMap<>();
              one.put("state", result.state().name());
              one.put("wrong", result.wrong());
              one.put("points", result.points());
              one.put("of", result.of());
              one.put("says", result.says());
              one.put("seen", result.seen());
              one.put(
                  "troubles",
                  result.troubles().stream()
                      .limit(FeedbackText.MOST_TROUBLES)
                      .map(trouble ->
                          List.of(
                              trouble.say(), FeedbackText.intro(trouble) + trouble.text() + "."))
                      .toList());
              return one;
            })
            .toList());
    return answer;
  }

  private static <T> T read(String body, Class<T> type) throws Refusal {
    try {
      return Objects.requireNonNull(JSON.readValue(body, type));
    } catch (JacksonException | NullPointerException wrong) {
      throw new Refusal(400, "The request is not what this page sends.");
    }
  }

  private static Request.Code code(@Nullable String text, @Nullable Map<String, String> define)
      throws Refusal {
    Map<String, String> macros = present(define, "define");
    for (@Nullable String value : macros.values()) {
      present(value, "value for a macro");
    }
    String program = present(text, "text");
    return new Request.Code(Playground.file(program), program, macros);
  }

  private static <T> T present(@Nullable T value, String name) throws Refusal {
    if (value == null) {
      throw new Refusal(400, "The request has no " + name + ".");
    }
    return value;
  }

  @Override
  public void close() {
    runs.close();
    looks.close();
  }
}
