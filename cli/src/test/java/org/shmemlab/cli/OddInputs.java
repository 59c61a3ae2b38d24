package org.shmemlab.cli;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.shmemlab.model.choices.Choices;

/** Draws kinds of input, each from valid ones: files of this repository that are mutated. */
final class OddInputs {
  /** One kind. */
  @FunctionalInterface
  interface Kind {
    OddInput draw(Choices choices);
  }

  /**
   * A valid file.
   *
   * @param bytes of it, as characters of ISO-8859-1
   */
  private record Valid(String name, String bytes) {
    Valid(String name, byte[] content) {
      this(name, new String(content, StandardCharsets.ISO_8859_1));
    }

    byte[] content() {
      return bytes.getBytes(StandardCharsets.ISO_8859_1);
    }

    String text() {
      return new String(content(), StandardCharsets.UTF_8);
    }
  }

  private static final String[] TRANSPORTS = {
    "nvlink", "pcie", "ibrc", "ibgda", "ucx", "efa", "verbs", "nvlink+ibgda", "nvlink@3.5"
  };

  // For programs that became too large to check.
  private static final String PATIENCE = "--time=20s";

  private OddInputs() {}

  /**
   * All kinds, by name.
   *
   * @param root of the repository
   * @param scratch a folder for files that are made first
   */
  static ImmutableMap<String, Kind> all(Path root, Path scratch) throws IOException {
    ImmutableMap.Builder<String, Kind> kinds = ImmutableMap.builder();
    List<Valid> programs = new ArrayList<>(valid(root.resolve("examples"), ".cu", ".c"));
    programs.addAll(valid(root.resolve("gallery"), ".cu", ".c"));
    kinds.put("litmus", files(valid(root.resolve("litmus"), ".litmus"), OddInputs::aboutTests));
    kinds.put("source", files(programs, OddInputs::aboutPrograms));
    kinds.put("platform", files(platforms(root), OddInputs::aboutPlatforms));
    kinds.put("replay", files(replays(root, scratch), OddInputs::aboutReplays));
    kinds.put("results", files(results(root), OddInputs::aboutResults));
    kinds.put(
        "rules",
        files(
            valid(root.resolve("model/src/main/resources"), ".rules"),
            choices ->
                List.of(
                    "check",
                    root.resolve("litmus/mp/MP+amo+none+same.litmus").toString(),
                    "--rules",
                    OddInput.FILE)));
    kinds.put("lab", files(labs(root), _ -> aboutLabs()));
    kinds.put("trace", traces(root));
    kinds.put("options", new OddOptions()::draw);
    Given.write(root, scratch.resolve(OddInput.GIVEN));
    return kinds.buildOrThrow();
  }

  private interface Words {
    List<String> draw(Choices choices);
  }

  private static Kind files(List<Valid> valid, Words words) {
    List<byte[]> contents = valid.stream().map(Valid::content).toList();
    return choices -> {
      Valid one = choices.pick(valid);
      byte[] odd = new Mutations(choices, contents).of(one.content());
      return new OddInput(one.name, odd, ImmutableList.copyOf(words.draw(choices)));
    };
  }

  // A Chakra trace has a file for each rank; those that are not changed lie next to the one that
  // is.
  private static Kind traces(Path root) throws IOException {
    Path examples = root.resolve(Given.TRACES);
    List<Valid> texts = valid(examples, ".csv", ".goal", ".json");
    List<Valid> binaries = valid(examples, ".et");
    List<Valid> all = new ArrayList<>(texts);
    all.addAll(binaries);
    return choices -> {
      Valid one = choices.pick(all);
      boolean binary = binaries.contains(one);
      Mutations mutations =
          new Mutations(choices, (binary ? binaries : texts).stream().map(Valid::content).toList());
      byte[] odd = binary ? mutations.ofBinary(one.content()) : mutations.of(one.content());
      String first = OddInput.IN + "/" + one.name.replace(".1.", ".0.");
      return new OddInput(one.name, odd, ImmutableList.copyOf(aboutTraces(choices, first)));
    };
  }

  // ---------------------------------------------------------------- the words of commands

  private static List<String> aboutTests(Choices choices) {
    List<String> words =
        switch (choices.next(8)) {
          case 0 -> list("check", OddInput.FILE, "--budget=1000", "--transport=" + some(choices));
          case 1 -> list("check", OddInput.FILE, "--budget=500", "--all-transports");
          case 2 -> list("check", OddInput.FILE, "--budget=500", "--robust");
          case 3 -> list("native", "emit", OddInput.FILE, "-o", OddInput.OUT + "/folder");
          case 4 -> timed(choices);
          default -> list("check", OddInput.FILE, "--budget=1000");
        };
    return exported(choices, words);
  }

  private static List<String> aboutPrograms(Choices choices) {
    List<String> words =
        switch (choices.next(6)) {
          case 0, 1 ->
              list(
                  "run",
                  OddInput.FILE,
                  "-n",
                  choices.pick("1", "2", "3"),
                  "--seed",
                  "" + choices.next(9),
                  "--max-instructions=300000");
          case 2 -> timed(choices);
          case 3 ->
              list(
                  "check", OddInput.FILE, "--budget=100", PATIENCE, "--transport=" + some(choices));
          default ->
              list(
                  "check",
                  OddInput.FILE,
                  "--budget=200",
                  PATIENCE,
                  "--engine",
                  choices.pick("auto", "states", "dpor", "random"),
                  "--no-repair");
        };
    return exported(choices, words);
  }

  private static List<String> aboutPlatforms(Choices choices) {
    List<String> words =
        switch (choices.next(6)) {
          case 0, 1 -> list("platform", "show", OddInput.FILE);
          case 2 -> list("layout", "--platform", OddInput.FILE, "-n", "4");
          case 3 ->
              list("perftest", "put-bw", "--platform", OddInput.FILE, "-e", "4096", "-n", "2");
          case 4 ->
              list(
                  "plan",
                  "broadcast",
                  "--platform",
                  OddInput.FILE,
                  "--pes=4",
                  "--samples=1",
                  "--jobs=1",
                  "--store=" + OddInput.OUT + "/x.duckdb");
          default ->
              list("perftest", "alltoall", "--platform", OddInput.FILE, "-e", "512", "-n", "2");
        };
    return choices.yes(1, 4) ? more(words, "--json") : words;
  }

  private static List<String> aboutReplays(Choices choices) {
    List<String> words = list("check", "--replay", OddInput.FILE);
    if (choices.yes(1, 4)) {
      words.add("--json");
    }
    if (choices.yes(1, 4)) {
      words.addAll(List.of("--report", OddInput.OUT + "/x.html"));
    }
    return words;
  }

  private static List<String> aboutResults(Choices choices) {
    List<String> words =
        switch (choices.next(5)) {
          case 0 -> list("calibrate", OddInput.FILE + "/..");
          case 1 -> list("accuracy", OddInput.FILE + "/..");
          default -> list("native", "compare", OddInput.FILE, "--budget=500");
        };
    return choices.yes(1, 4) ? more(words, "--json") : words;
  }

  private static List<String> aboutTraces(Choices choices, String file) {
    List<String> words =
        list(
            "plan",
            "trace",
            "--trace",
            file,
            "--platform",
            choices.pick("hgx-h200", "hgx-h200:2", "gh200"),
            "--samples",
            choices.pick("1", "1", "2", "4"),
            "--jobs=1",
            "--store",
            OddInput.OUT + "/x.duckdb");
    if (choices.yes(1, 4)) {
      words.add("--gpus-per-node=1");
    }
    if (choices.yes(1, 8)) {
      words.add("--set=compute=" + choices.pick("0", "0.5,2", "1000"));
    }
    if (choices.yes(1, 4)) {
      words.add("--json");
    }
    if (choices.yes(1, 4)) {
      words.addAll(List.of("--report", OddInput.OUT + "/x.html"));
    }
    if (choices.yes(1, 4)) {
      String ending = choices.pick("json", "points.csv", "samples.csv", "sensitivity.parquet");
      words.addAll(List.of("--export", OddInput.OUT + "/x." + ending));
    }
    return words;
  }

  private static List<String> aboutLabs() {
    String in = OddInput.IN + "/";
    return list("lab", "check", in + "lab/lab.cu", "--lab=2", "--labs", in + "labs");
  }

  private static List<String> timed(Choices choices) {
    return list(
        "run",
        OddInput.FILE,
        "-n",
        choices.pick("1", "2", "4"),
        "--platform",
        choices.pick("hgx-h200", "dgx-h100:2", "gb200-nvl72"),
        "--max-instructions=50000");
  }

  private static String some(Choices choices) {
    return choices.pick(TRANSPORTS);
  }

  private static List<String> exported(Choices choices, List<String> words) {
    if (words.getFirst().equals("native")) {
      return words;
    }
    if (choices.yes(1, 4)) {
      words.add("--json");
    }
    if (choices.yes(1, 4)) {
      words.addAll(List.of("--report", OddInput.OUT + "/x.html"));
    }
    if (choices.yes(1, 4)) {
      String ending =
          words.getFirst().equals("run")
              ? choices.pick("json", "trace.json", "csv", "goal")
              : choices.pick("json", "sarif", "xml", "svg", "dot", "csv");
      words.addAll(List.of("--export", OddInput.OUT + "/x." + ending));
    }
    return words;
  }

  private static List<String> list(String... words) {
    return new ArrayList<>(Arrays.asList(words));
  }

  private static List<String> more(List<String> words, String word) {
    words.add(word);
    return words;
  }

  // ---------------------------------------------------------------- what is valid

  private static List<Valid> valid(Path folder, String... endings) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      List<Valid> valid = new ArrayList<>();
      for (Path file :
          all.filter(path -> Stream.of(endings).anyMatch(path.toString()::endsWith))
              .sorted()
              .toList()) {
        valid.add(new Valid(file.getFileName().toString(), Files.readAllBytes(file)));
      }
      return valid;
    }
  }

  private static List<Valid> platforms(Path root) throws IOException {
    return valid(root.resolve("transports/src/main/resources/org/shmemlab/transports"), ".yaml")
        .stream()
        .filter(file -> file.text().contains("\npaths:"))
        .toList();
  }

  // Only one is tried, with parts of all others in it.
  private static List<Valid> labs(Path root) throws IOException {
    return valid(root.resolve(Given.LESSONS), "lab.yaml").stream()
        .map(lab -> new Valid("labs/" + Given.LAB + "/lab.yaml", lab.bytes))
        .toList();
  }

  private static List<Valid> replays(Path root, Path scratch) throws IOException {
    Path folder = scratch.resolve("replays");
    for (String program : List.of("01_flag_overtakes_data", "02_fence_is_not_quiet")) {
      Path source = root.resolve("gallery").resolve(program).resolve("before.cu");
      if (Files.exists(source)) {
        Session.of("check", source.toString(), "--save-replays", folder.toString());
      }
    }
    Session.of(
        "check", root.resolve("litmus/buffers").toString(), "--save-replays", folder.toString());
    return valid(folder, ".replay");
  }

  // Results are long; some of their first lines are enough.
  private static List<Valid> results(Path root) throws IOException {
    List<Valid> some = new ArrayList<>();
    for (Valid file : valid(root.resolve("results"), ".jsonl", ".csv")) {
      List<String> lines = file.text().lines().toList();
      for (int from = 0; from < Math.min(lines.size(), 60); from += 20) {
        List<String> part = new ArrayList<>(lines.subList(0, Math.min(lines.size(), 1)));
        part.addAll(lines.subList(Math.max(1, from), Math.min(lines.size(), from + 20)));
        String text = String.join("\n", part) + "\n";
        some.add(new Valid(file.name, text.getBytes(StandardCharsets.UTF_8)));
      }
    }
    return some;
  }
}
