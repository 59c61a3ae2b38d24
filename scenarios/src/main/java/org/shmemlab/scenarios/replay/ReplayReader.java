package org.shmemlab.scenarios.replay;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.Ints;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.job.JobLayout;
import org.shmemlab.model.order.OrderTable;
import org.shmemlab.model.order.TableText;
import org.shmemlab.model.order.TableVocabulary;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.model.table.BadTable;
import org.shmemlab.scenarios.source.CompilerOptions;
import org.shmemlab.scenarios.source.Diagnostics;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.transports.rules.BadTransport;
import org.shmemlab.transports.rules.Transport;
import org.shmemlab.transports.rules.TransportTables;

/** Reads a replay from line to line and stops at the first that is not as it must be. */
final class ReplayReader {
  private final SourceFile file;
  private final Diagnostics diagnostics;
  private final ImmutableList<String> lines;
  private int next;

  ReplayReader(SourceFile file, Diagnostics diagnostics) {
    this.file = file;
    this.diagnostics = diagnostics;
    this.lines = ImmutableList.copyOf(Splitter.onPattern("\r?\n").splitToList(file.text()));
  }

  @Nullable ReplayFile read() {
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).indexOf('\0') >= 0) {
        next = i;
        return error("a NUL character, which no path, macro or argument can hold");
      }
    }
    if (!line().equals(ReplayFile.FORMAT)) {
      return error("this is no replay: its first line is not '" + ReplayFile.FORMAT + "'");
    }
    next++;
    String program = value("program");
    String sha256 = value("sha256");
    Semantics semantics = semantics();
    String pesText = value("pes");
    Integer pes = pesText == null ? null : Ints.tryParse(pesText);
    if (pesText != null && (pes == null || pes < 1 || pes > JobLayout.MAX_PES)) {
      next--;
      error("a job has 1 to " + JobLayout.MAX_PES + " PEs, not " + pesText);
    }
    ImmutableList.Builder<ReplayFile.Compiled> files = ImmutableList.builder();
    String path = program;
    while (path != null) {
      CompilerOptions options = options();
      if (options == null) {
        return null;
      }
      files.add(new ReplayFile.Compiled(path, options));
      String other = optional("with");
      path = other == null ? null : unescaped(other);
    }
    ImmutableList.Builder<String> arguments = ImmutableList.builder();
    while (line().startsWith("arg ") || line().equals("arg")) {
      String argument = value("arg");
      arguments.add(argument == null ? "" : unescaped(argument));
    }
    String finding = value("finding");
    String steps = value("steps");
    if (program == null
        || sha256 == null
        || semantics == null
        || pes == null
        || finding == null
        || steps == null) {
      return null; // the first missing line was reported
    }
    Job job = new Job(pes, pes, arguments.build(), ImmutableMap.of(), Job.Gpu.H200);
    ImmutableList<ReplayFile.Step> read = steps();
    return new ReplayFile(files.build(), sha256, semantics, job, finding, read);
  }

  private @Nullable CompilerOptions options() {
    CompilerOptions options = CompilerOptions.NONE;
    while (true) {
      String definition = optional("define");
      String name = optional("undefine");
      String word = optional("flag");
      if (definition != null) {
        int equals = definition.indexOf('=');
        if (equals < 1) {
          next--;
          error("a macro is NAME=VALUE");
          return null;
        }
        String value = unescaped(definition.substring(equals + 1));
        options = options.define(ImmutableMap.of(definition.substring(0, equals), value));
      }
      options = name == null ? options : options.undefine(name);
      options = word == null ? options : options.with(unescaped(word));
      if (definition == null && name == null && word == null) {
        return options;
      }
    }
  }

  private @Nullable Semantics semantics() {
    if (line().startsWith("transport ")) {
      return transport();
    }
    String name = value("profile");
    Optional<Profile> profile = Optional.ofNullable(name).flatMap(Profile::named);
    if (name != null && profile.isEmpty()) {
      next--;
      error("there is no profile " + name);
    }
    Optional<OrderTable> rules = rules(ImmutableList.of(Profile.VOCABULARY));
    return profile
        .map(named -> rules.map(named::with).orElse(named))
        .map(Semantics.Promised::new)
        .orElse(null);
  }

  /** The table of order that was saved with the schedule; empty where there is none, or no more. */
  private Optional<OrderTable> rules(ImmutableList<TableVocabulary> tables) {
    String named = optional(RulesLines.FILE);
    String digest = named == null ? null : value(RulesLines.DIGEST);
    if (named == null || digest == null) {
      return Optional.empty();
    }
    line(); // passes over comments
    int first = next;
    List<String> rows = new ArrayList<>();
    while (line().equals(RulesLines.ROW) || line().startsWith(RulesLines.ROW + " ")) {
      rows.add(unescaped(Objects.requireNonNullElse(value(RulesLines.ROW), "")));
    }
    String text = String.join("\n", rows);
    if (!RulesLines.digest(text).equals(digest)) {
      next = first;
      error("the table of order is not the one that was saved here; save the schedule again");
      return Optional.empty();
    }
    try {
      return Optional.of(TableText.parse(file.path(), text, tables).from(unescaped(named)));
    } catch (BadTable problem) {
      next = first + problem.line() - 1;
      error(problem.problem());
      return Optional.empty();
    }
  }

  private @Nullable Semantics transport() {
    int first = next;
    String name = value("transport");
    Integer perNode = atLeastOne(value("pes-per-node"), "a node has at least 1 PE, not ");
    ImmutableMap.Builder<String, String> environment = ImmutableMap.builder();
    for (String variable = optional("env"); variable != null; variable = optional("env")) {
      int equals = variable.indexOf('=');
      if (equals < 1) {
        next--;
        error("a variable is NAME=VALUE");
        return null;
      }
      environment.put(variable.substring(0, equals), unescaped(variable.substring(equals + 1)));
    }
    String link = optional("link");
    String sharing = optional("pes-per-gpu");
    Integer perGpu = atLeastOne(sharing == null ? "1" : sharing, "a GPU has at least 1 PE, not ");
    boolean mps = optional("mps") != null;
    if (name == null || perNode == null || perGpu == null) {
      return null; // the first missing line was reported
    }
    List<OrderTable> tables = new ArrayList<>();
    for (Optional<OrderTable> table = rules(TransportTables.VOCABULARIES);
        table.isPresent();
        table = rules(TransportTables.VOCABULARIES)) {
      tables.add(table.get());
    }
    try {
      Transport transport =
          TransportLines.of(
              name,
              environment.buildKeepingLast(),
              link == null ? ImmutableList.of() : Splitter.on(',').splitToList(link),
              perGpu,
              mps);
      for (OrderTable table : tables) {
        transport = transport.with(table);
      }
      return new Semantics.Implemented(transport, perNode);
    } catch (BadTransport problem) {
      next = first;
      error(problem.text());
      return null;
    }
  }

  private @Nullable String optional(String key) {
    return line().startsWith(key + " ") ? value(key) : null;
  }

  private @Nullable Integer atLeastOne(@Nullable String text, String problem) {
    Integer number = text == null ? null : Ints.tryParse(text);
    if (text != null && (number == null || number < 1)) {
      next--;
      error(problem + text);
      return null;
    }
    return number;
  }

  private ImmutableList<ReplayFile.Step> steps() {
    ImmutableList.Builder<ReplayFile.Step> steps = ImmutableList.builder();
    for (; !line().isEmpty(); next++) {
      int space = line().indexOf(' ');
      Integer choice = space < 0 ? null : Ints.tryParse(line().substring(0, space));
      if (choice == null || choice < 0) {
        error("a step is a number and the step in words, not '" + line() + "'");
        break;
      }
      steps.add(
          new ReplayFile.Step(
              choice, line().substring(space + 1), new SourceLine(file.path(), next + 1)));
    }
    return steps.build();
  }

  /** The text of the line; empty at the end of the file. Passes over comments. */
  private String line() {
    while (next < lines.size() && (lines.get(next).isBlank() || lines.get(next).startsWith("#"))) {
      next++;
    }
    return next < lines.size() ? lines.get(next) : "";
  }

  private @Nullable String value(String key) {
    String line = line();
    if (!line.equals(key) && !line.startsWith(key + " ")) {
      error("here the line '" + key + " ...' is missing");
      return null;
    }
    next++;
    return line.equals(key) ? "" : line.substring(key.length() + 1);
  }

  private static String unescaped(String text) {
    StringBuilder plain = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      boolean escape = text.charAt(i) == '\\' && i + 1 < text.length();
      char c = escape ? text.charAt(++i) : text.charAt(i);
      plain.append(escape ? meant(c) : c);
    }
    return plain.toString();
  }

  private static char meant(char escaped) {
    return switch (escaped) {
      case 'n' -> '\n';
      case 'r' -> '\r';
      default -> escaped;
    };
  }

  private @Nullable ReplayFile error(String message) {
    if (!diagnostics.hasErrors()) {
      int line = Math.min(next + 1, lines.size());
      diagnostics.error(new SourceLine(file.path(), line), message);
    }
    return null;
  }
}
