package org.shmemlab.cli;

import com.google.common.collect.ImmutableList;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.shmemlab.model.choices.Choices;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Command lines with any options that a command has, with values that fit and that do not. */
final class OddOptions {
  /** A command, and what makes a command line of it short. */
  private record Subject(ImmutableList<String> words, List<OptionSpec> options) {}

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
    "/nowhere/at.all",
    "/dev/null",
    "/",
    ".",
    OddInput.FILE,
    OddInput.OUT,
    OddInput.OUT + "/x.json",
    OddInput.OUT + "/x.csv",
    OddInput.OUT + "/x.html",
    OddInput.OUT + "/x.sarif",
    OddInput.OUT + "/x.parquet",
    OddInput.OUT + "/no/x.xml",
    OddInput.OUT + "/x.odd"
  };

  private final ImmutableList<Subject> subjects;
  private final ImmutableList<Path> files;

  OddOptions(Path root) {
    files =
        ImmutableList.of(
            root.resolve("examples/ring_shift.cu"),
            root.resolve("examples/osh_ring.c"),
            root.resolve("litmus/mp/MP+amo+none+same.litmus"),
            root.resolve("results/h200-x2-1/programs.jsonl"),
            root.resolve("results/h200-x2-1"),
            root.resolve("README.md"));
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    CommandLine all = Main.commandLine(nowhere, nowhere, "");
    subjects =
        ImmutableList.of(
            subject(all, "run", "--max-instructions=20000"),
            subject(all, "check", "--budget=200"),
            subject(all, "rules"),
            subject(all, "layout"),
            subject(all, "perftest", "put-lat", "-e", "64"),
            subject(all, "perftest", "alltoall", "-e", "64"),
            subject(all, "platforms"),
            subject(all, "platform", "show"),
            subject(all, "fit"),
            subject(all, "calibrate"),
            subject(all, "lab", "list"),
            subject(all, "lab", "hint"),
            subject(all, "lab", "start"),
            subject(all, "lab", "check"),
            subject(all, "native", "compare", "--budget=100"),
            subject(all, "native", "emit", "-o", OddInput.OUT + "/folder"));
  }

  private static Subject subject(CommandLine all, String... words) {
    CommandLine command = all;
    for (String word : words) {
      command = command.getSubcommands().getOrDefault(word, command);
    }
    CommandSpec spec = command.getCommandSpec();
    return new Subject(ImmutableList.copyOf(words), List.copyOf(spec.options()));
  }

  OddInput draw(Choices choices) {
    Subject subject = choices.pick(subjects);
    List<String> words = new ArrayList<>(subject.words);
    for (int left = choices.next(5); left > 0; left--) {
      OptionSpec option = choices.pick(subject.options);
      String name = choices.pick(option.names());
      if (option.arity().max() == 0 && !choices.yes(1, 16)) {
        words.add(name);
      } else if (choices.yes()) {
        words.add(name + "=" + value(choices));
      } else {
        words.add(name);
        words.add(value(choices));
      }
    }
    for (int left = choices.pick(1, 1, 1, 0, 2); left > 0; left--) {
      words.add(
          choices.yes(1, 6)
              ? value(choices)
              : choices.yes() ? OddInput.FILE : choices.pick(files).toString());
    }
    String text = "#include <nvshmem.h>\nint main(void) { nvshmem_init(); nvshmem_finalize(); }\n";
    return new OddInput(
        "small.cu", text.getBytes(StandardCharsets.UTF_8), ImmutableList.copyOf(words));
  }

  private static String value(Choices choices) {
    return choices.pick(VALUES);
  }
}
