package org.shmemlab.cli;

import com.google.common.base.VerifyException;
import com.google.common.io.MoreFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.shmemlab.cli.shell.ExitCodes;
import org.shmemlab.labs.lesson.Lab;
import org.shmemlab.labs.lesson.Labs;

/** Lists files of each kind that odd command lines name. */
final class Given {
  static final String LESSONS = "labs/src/main/resources/org/shmemlab/labs/lessons";
  static final String LAB = "02_ring_shift";

  /** Traces in every format. */
  static final String TRACES = "workloads/trace";

  private static final int LINES = 12;

  private Given() {}

  /**
   * Makes all of them.
   *
   * @param root of the repository
   * @param folder where there is none yet
   */
  static void write(Path root, Path folder) throws IOException {
    copy(root, "examples/ring_shift.cu", folder.resolve("ring_shift.cu"));
    copy(root, "examples/osh_ring.c", folder.resolve("osh_ring.c"));
    copy(root, "litmus/mp/MP+amo+none+same.litmus", folder.resolve("mp.litmus"));
    Copies.of(root.resolve(TRACES), folder); // with a page, which is none of these
    Copies.of(root.resolve(LESSONS).resolve(LAB), folder.resolve("labs").resolve(LAB));
    Files.writeString(
        Files.createDirectories(folder.resolve("lab")).resolve("lab.cu"),
        Labs.known().find(LAB).orElseThrow().file(Lab.SOLUTION));
    Path results = folder.resolve("results");
    beginning(root, "results/h200-x2-1/programs.jsonl", results.resolve("programs.jsonl"));
    beginning(root, "results/h200-x2-1/litmus.jsonl", results.resolve("litmus.jsonl"));
    beginning(root, "results/h200-x2-1/measure.csv", results.resolve("measure.csv"));
    beginning(root, "results/h200-x2-perftest-1/perftest.csv", results.resolve("perftest.csv"));
    String plan = "plan gups --platform=hgx-h200 --pes=2 --samples=1 --jobs=1 --store";
    Session made =
        Session.of(
            Stream.concat(
                    Stream.of(plan.split(" ", -1)),
                    Stream.of(folder.resolve("plan.duckdb").toString()))
                .toArray(String[]::new));
    if (made.exitCode() != ExitCodes.OK) {
      throw new VerifyException(made.err());
    }
  }

  private static void copy(Path root, String file, Path to) throws IOException {
    MoreFiles.createParentDirectories(to);
    Files.copy(root.resolve(file), to);
  }

  private static void beginning(Path root, String file, Path to) throws IOException {
    MoreFiles.createParentDirectories(to);
    List<String> lines = Files.readAllLines(root.resolve(file));
    Files.write(to, lines.subList(0, Math.min(LINES, lines.size())));
  }
}
