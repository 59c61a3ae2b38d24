package org.shmemlab.scenarios.observed;

import com.google.common.collect.ImmutableList;
import com.google.common.hash.Hashing;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.shmemlab.scenarios.litmus.Condition.Observable;
import org.shmemlab.scenarios.litmus.Litmus;
import org.shmemlab.scenarios.litmus.LitmusProgram;
import org.shmemlab.scenarios.source.SourceFile;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A file of results, read and checked: every line is JSON, every test compiles, every outcome has
 * just the values that its test asks for.
 *
 * @param text the file
 * @param runs in the order of the file
 * @param tests the observed outcomes of each test
 * @param programs how programs ended
 * @param others tests without outcomes, each with the reason: they did not end, or could not run
 */
public record Results(
    String text,
    ImmutableList<Run> runs,
    ImmutableList<Observed> tests,
    ImmutableList<ProgramRun> programs,
    ImmutableList<String> others) {

  /** The version of the format that is understood. */
  private static final int FORMAT = 1;

  /** A file that is no file of results; the message is one line with file and line. */
  public static final class Malformed extends Exception {
    private static final long serialVersionUID = 1L;

    Malformed(String message) {
      super(message);
    }
  }

  /**
   * Reads a file.
   *
   * @throws IOException if it cannot be read
   * @throws Malformed if it is not the output of a folder of ours
   */
  public static Results read(Path file) throws IOException, Malformed {
    return new Reader(file.toString()).read(Files.readString(file));
  }

  /**
   * The name of the file under which it is kept: backend and date, and a word that distinguishes
   * it.
   */
  public String name() {
    String what =
        runs.isEmpty()
            ? "programs"
            : runs.get(0).backend() + "-" + runs.get(0).date().replaceAll("\\W", "");
    String hash = Hashing.sha256().hashString(text, StandardCharsets.UTF_8).toString();
    return what + "-" + hash.substring(0, 8) + ".jsonl";
  }

  private static final class Reader {
    private final String file;
    private final JsonMapper json = JsonMapper.builder().build();
    private final Map<String, LitmusProgram> compiled = new HashMap<>();
    private final ImmutableList.Builder<Run> runs = ImmutableList.builder();
    private final ImmutableList.Builder<Observed> tests = ImmutableList.builder();
    private final ImmutableList.Builder<ProgramRun> programs = ImmutableList.builder();
    private final ImmutableList.Builder<String> others = ImmutableList.builder();
    private @Nullable Run run;
    private int line;

    Reader(String file) {
      this.file = file;
    }

    Results read(String text) throws Malformed {
      for (String row : text.lines().toList()) {
        line++;
        if (!row.isBlank()) {
          row(parse(row));
        }
      }
      Results results =
          new Results(text, runs.build(), tests.build(), programs.build(), others.build());
      if (results.runs.isEmpty() && results.programs.isEmpty()) {
        throw wrong("no run: not a file that run.sh writes");
      }
      return results;
    }

    private JsonNode parse(String row) throws Malformed {
      try {
        return json.readTree(row);
      } catch (JacksonException notJson) {
        throw wrong("not a line of JSON: " + notJson.getOriginalMessage());
      }
    }

    private void row(JsonNode row) throws Malformed {
      switch (string(row, "kind")) {
        case "run" -> run(row);
        case "litmus" -> litmus(row);
        case "program" -> program(row);
        case "hung" -> others.add(string(row, "test") + ": did not end");
        case "stopped" -> others.add(string(row, "test") + ": the job ended in it");
        case "skipped" -> others.add(string(row, "test") + ": " + string(row, "reason"));
        default ->
            throw wrong(
                "neither run, litmus, program, hung, stopped nor skipped: " + string(row, "kind"));
      }
    }

    private void run(JsonNode row) throws Malformed {
      if (number(row, "format") != FORMAT) {
        throw wrong("format " + number(row, "format") + ": only " + FORMAT + " is understood");
      }
      run =
          new Run(
              string(row, "backend"),
              string(row, "library"),
              string(row, "devices"),
              string(row, "driver"),
              string(row, "setting"),
              string(row, "machine"),
              string(row, "date"),
              small(row, "pes"),
              count(row, "instances"),
              number(row, "seed"),
              string(row, "command"));
      runs.add(run);
    }

    private void litmus(JsonNode row) throws Malformed {
      Run its = run;
      if (its == null) {
        throw wrong("a test before the line of its run");
      }
      LitmusProgram program = program(string(row, "test"), string(row, "source"));
      ImmutableList.Builder<Observed.Count> counts = ImmutableList.builder();
      for (JsonNode outcome : row.path("outcomes")) {
        String values = string(outcome, "values");
        boolean witness = witness(program, values);
        if (outcome.path("witness").asBoolean(witness) != witness) {
          throw wrong("the condition of " + string(row, "test") + " says otherwise of: " + values);
        }
        counts.add(new Observed.Count(values, count(outcome, "count"), witness));
      }
      tests.add(
          new Observed(
              its, program, counts.build(), count(row, "timeouts"), count(row, "dropped")));
    }

    private void program(JsonNode row) throws Malformed {
      JsonNode same = row.path("as_predicted");
      if (!same.isBoolean() && !same.isNull()) {
        throw wrong("neither true, false nor null under 'as_predicted'");
      }
      programs.add(
          new ProgramRun(
              string(row, "program"),
              small(row, "pes"),
              small(row, "exit"),
              same.isNull() ? Optional.empty() : Optional.of(same.asBoolean()),
              string(row, "announced")));
    }

    private LitmusProgram program(String name, String source) throws Malformed {
      LitmusProgram known = compiled.get(source);
      if (known != null) {
        return known;
      }
      Litmus.Compiled test = Litmus.compile(new SourceFile(name + ".litmus", source));
      LitmusProgram program = test.program();
      if (program == null) {
        throw wrong("its test does not compile: " + test.diagnostics().get(0));
      }
      compiled.put(source, program);
      return program;
    }

    private boolean witness(LitmusProgram program, String values) throws Malformed {
      List<Observable> asked =
          program.observed().stream().map(LitmusProgram.Observed::observable).toList();
      Map<Observable, Long> seen = new HashMap<>();
      String[] parts = values.split("; ?", -1);
      for (int i = 0; i < asked.size(); i++) {
        String start = asked.get(i) + "=";
        if (i >= parts.length || !parts[i].startsWith(start)) {
          throw wrong("not the values that " + program.test().name() + " asks for: " + values);
        }
        seen.put(asked.get(i), value(parts[i].substring(start.length())));
      }
      return program.test().question().witness().holds(seen::get);
    }

    private long value(String digits) throws Malformed {
      try {
        return digits.startsWith("-") ? Long.parseLong(digits) : Long.parseUnsignedLong(digits);
      } catch (NumberFormatException notANumber) {
        throw wrong("not a number: " + digits);
      }
    }

    private String string(JsonNode row, String field) throws Malformed {
      JsonNode value = row.path(field);
      if (!value.isString()) {
        throw wrong("no text under '" + field + "'");
      }
      return value.asString();
    }

    private long number(JsonNode row, String field) throws Malformed {
      JsonNode value = row.path(field);
      if (!value.isIntegralNumber()) {
        throw wrong("no number under '" + field + "'");
      }
      if (!value.canConvertToLong()) {
        throw wrong("under '" + field + "' is a number of more than 64 bits: " + value);
      }
      return value.asLong();
    }

    /** So often, or so many. */
    private long count(JsonNode row, String field) throws Malformed {
      long number = number(row, field);
      if (number < 0) {
        throw wrong("a negative number under '" + field + "': " + number);
      }
      return number;
    }

    private int small(JsonNode row, String field) throws Malformed {
      long number = number(row, field);
      if (number != (int) number) {
        throw wrong("no such number is possible under '" + field + "': " + number);
      }
      return (int) number;
    }

    private Malformed wrong(String what) {
      return new Malformed(file + ":" + line + ": error: " + what);
    }
  }
}
