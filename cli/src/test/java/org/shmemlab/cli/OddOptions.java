package org.shmemlab.cli;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.shmemlab.model.choices.Choices;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * Draws command lines with any options that a command has, with values that fit and that do not.
 * The commands and their options are those that the command line itself has; {@link OddCommands}
 * says how lines of each begin.
 */
final class OddOptions {
  /**
   * A command, and what command lines are made of.
   *
   * @param words of the command
   */
  private record Subject(
      ImmutableList<String> words,
      OddCommands.Way way,
      ImmutableList<OptionSpec> options,
      ImmutableList<PositionalParamSpec> parameters) {}

  private static final int OPTIONS_FOR_ONE_MORE_CHANCE = 8;

  private static final String[] VALUES = {
    "",
    " ",
    "-1",
    "0",
    "1",
    "2",
    "3",
    "8",
    "1.5",
    "x",
    "-",
    "--",
    "=",
    ",",
    "1,2",
    "0,0",
    "1..3",
    "NaN",
    "1e3",
    "99999999999999999999",
    "2147483648",
    "ü",
    "a=b",
    "=1",
    "yes",
    "env",
    "auto",
    "time",
    "cost",
    "nvlink",
    "ibgda",
    "nvlink+ibrc",
    "ucx@2.10",
    "hgx-h200",
    "hgx-h200:0",
    "hgx-h200:2",
    "alps:-1",
    "dgx-h100:99999999999",
    "all",
    "p99 < 1us",
    "gpu-hour=1",
    "K=1",
    "paths.ibgda.latency=*2",
    "network.kind=fat-tree",
    "nic:0",
    "nic:9@node:9",
    "gpu:0*1.5",
    "network=0.3",
    "c11",
    "cuda",
    "60s",
    "0s",
    "10us",
    "4K",
    "1g",
    "relaxed-pcie",
    "nvshmem+x",
    "1:r0=0;",
    "NVSHMEM_DISABLE_P2P=1",
    "NVSHMEM_REMOTE_TRANSPORT=x",
    "NVSHMEM_SYMMETRIC_SIZE=1",
    "nvcc -c",
    "'",
    "/proc/nowhere/at.all",
    "/dev/null",
    OddInput.FILE,
    OddInput.OUT
  };

  private static final String[] NUMBERS = {
    "0", "1", "1", "2", "2", "3", "4", "8", "-1", "100", "0.1", "2147483647", "9223372036854775807"
  };

  // A path may be written to: only where it is seen, or where nothing can be written.
  private static final String[] PLACES = {
    "/proc/nowhere/at.all",
    "/dev/null",
    OddInput.FILE,
    OddInput.FILE + "/x.json",
    OddInput.IN,
    OddInput.IN + "/ring_shift.cu",
    OddInput.IN + "/osh_ring.c",
    OddInput.IN + "/mp.litmus",
    OddInput.IN + "/results",
    OddInput.IN + "/results/programs.jsonl",
    OddInput.IN + "/exchange.csv",
    OddInput.IN + "/plan.duckdb",
    OddInput.IN + "/lab",
    OddInput.IN + "/labs",
    OddInput.IN + "/README.md",
    OddInput.OUT,
    OddInput.OUT + "/x.file",
    OddInput.OUT + "/x.yaml",
    OddInput.OUT + "/no/x.file",
    OddInput.OUT + "/ü b",
    OddInput.OUT + "/" + "n".repeat(300)
  };

  // Where the end of a name says what is written.
  private static final String[] EXPORTS = {
    OddInput.OUT + "/x.json",
    OddInput.OUT + "/x.json",
    OddInput.OUT + "/x.csv",
    OddInput.OUT + "/x.csv",
    OddInput.OUT + "/x.points.csv",
    OddInput.OUT + "/x.sarif",
    OddInput.OUT + "/x.xml",
    OddInput.OUT + "/x.svg",
    OddInput.OUT + "/x.dot",
    OddInput.OUT + "/x.goal",
    OddInput.OUT + "/x.parquet",
    OddInput.OUT + "/x.trace.json",
    OddInput.OUT + "/no/x.xml",
    OddInput.OUT + "/x.odd",
    OddInput.OUT + "/" + "n".repeat(300) + ".json"
  };

  private static final String PROGRAM =
      "#include <nvshmem.h>\nint main(void) { nvshmem_init(); nvshmem_finalize(); }\n";

  private final ImmutableList<Subject> subjects;

  OddOptions() {
    ImmutableList.Builder<Subject> all = ImmutableList.builder();
    commands()
        .forEach((name, command) -> {
          OddCommands.Way way = OddCommands.DRAWN.get(name);
          if (way != null) {
            Subject subject = subject(name, way, command);
            int chances = 1 + subject.options.size() / OPTIONS_FOR_ONE_MORE_CHANCE;
            for (int i = 0; i < chances; i++) {
              all.add(subject);
            }
          }
        });
    subjects = all.build();
  }

  /** Every command that there is by its words, those that have subcommands and the whole, too. */
  static ImmutableMap<String, CommandSpec> commands() {
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    ImmutableMap.Builder<String, CommandSpec> commands = ImmutableMap.builder();
    add("", Main.commandLine(nowhere, nowhere, ""), commands);
    return commands.buildOrThrow();
  }

  private static void add(
      String name, CommandLine command, ImmutableMap.Builder<String, CommandSpec> commands) {
    commands.put(name, command.getCommandSpec());
    command
        .getSubcommands()
        .forEach((word, below) -> add((name + " " + word).strip(), below, commands));
  }

  private static Subject subject(String name, OddCommands.Way way, CommandSpec command) {
    return new Subject(
        name.isEmpty() ? ImmutableList.of() : ImmutableList.copyOf(name.split(" ", -1)),
        way,
        command.options().stream()
            .filter(option ->
                !OddCommands.OPTIONS_NOT_DRAWN.containsKey(name + " " + option.longestName()))
            .collect(ImmutableList.toImmutableList()),
        ImmutableList.copyOf(command.positionalParameters()));
  }

  OddInput draw(Choices choices) {
    Subject subject = choices.pick(subjects);
    ImmutableList<String> opening = choices.pick(subject.way.openings());
    List<String> words = new ArrayList<>(subject.words);
    words.addAll(opening);
    for (int left = choices.next(5); left > 0; left--) {
      option(choices, choices.pick(subject.options), words);
    }
    boolean complete = opening.stream().anyMatch(word -> !word.startsWith("-"));
    for (PositionalParamSpec parameter : subject.parameters) {
      int least = parameter.arity().min();
      int number = complete ? 0 : choices.pick(1, 1, least, Math.min(parameter.arity().max(), 2));
      for (int left = number; left > 0; left--) {
        words.add(argument(choices, subject, parameter));
      }
    }
    if (choices.yes(1, 16)) {
      boolean place = subject.parameters.stream().anyMatch(OddOptions::isPath);
      words.add(place ? choices.pick(PLACES) : value(choices));
    }
    return new OddInput(
        "small.cu", PROGRAM.getBytes(StandardCharsets.UTF_8), ImmutableList.copyOf(words));
  }

  private static void option(Choices choices, OptionSpec option, List<String> words) {
    String name = choices.pick(option.names());
    if (option.arity().max() == 0 && !choices.yes(1, 16)) {
      words.add(name);
      return;
    }
    String value =
        option.longestName().equals("--export")
            ? choices.pick(EXPORTS)
            : option.longestName().equals("--report") && choices.yes()
                ? OddInput.OUT + "/x.html"
                : isPath(option)
                    ? choices.pick(PLACES)
                    : isNumber(option) && !choices.yes(1, 8)
                        ? choices.pick(NUMBERS)
                        : value(choices);
    if (choices.yes()) {
      words.add(name + "=" + value);
    } else {
      words.add(name);
      words.add(value);
    }
  }

  private static String argument(Choices choices, Subject subject, PositionalParamSpec parameter) {
    return isPath(parameter)
        ? choices.pick(PLACES)
        : !subject.way.words().isEmpty() && !choices.yes(1, 8)
            ? choices.pick(subject.way.words())
            : value(choices);
  }

  private static boolean isPath(ArgSpec spec) {
    return List.of(spec.auxiliaryTypes()).contains(Path.class);
  }

  private static boolean isNumber(ArgSpec spec) {
    Class<?> type = spec.auxiliaryTypes()[0];
    return type.isPrimitive() || Number.class.isAssignableFrom(type);
  }

  private static String value(Choices choices) {
    return choices.pick(VALUES);
  }
}
