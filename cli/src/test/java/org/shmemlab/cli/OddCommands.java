package org.shmemlab.cli;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.Arrays;
import java.util.List;
import org.shmemlab.plan.workload.Workload;
import org.shmemlab.plan.workload.Workloads;
import org.shmemlab.transports.patterns.Perftest;

/**
 * Lists the commands that odd command lines are drawn of, and beginnings with which such a line
 * ends soon and writes nowhere but into its own folder. A command that is in neither list fails
 * {@link OddCommandsTest}.
 */
final class OddCommands {
  /**
   * Describes the beginnings of command lines of a command.
   *
   * @param openings words after the command's own; one opening is drawn
   * @param words what its arguments are taken from, besides values that any command gets
   */
  record Way(ImmutableList<ImmutableList<String>> openings, ImmutableList<String> words) {
    /** Openings alone, each as it is typed. */
    static Way of(String... openings) {
      return new Way(
          Arrays.stream(openings).map(Way::split).collect(ImmutableList.toImmutableList()),
          ImmutableList.of());
    }

    Way with(List<String> more) {
      return new Way(openings, ImmutableList.copyOf(more));
    }

    private static ImmutableList<String> split(String opening) {
      return opening.isEmpty() ? ImmutableList.of() : ImmutableList.copyOf(opening.split(" ", -1));
    }
  }

  private static final String PLAN =
      "--samples=1 --jobs=1 --store=@OUT@/x.duckdb --folder=@OUT@/slurm";

  private static final ImmutableList<String> QUERIES =
      ImmutableList.of(
          "SELECT * FROM points",
          "SELECT count(*), 'a b', NULL, [1, 2], {'a': 1}, 1e400::VARCHAR FROM trials",
          "SELECT",
          "SELECT * FROM nowhere",
          "SELECT 1; SELECT 2",
          "INSERT INTO trials SELECT * FROM trials",
          "DROP TABLE trials",
          "SELECT 1 AS a, 2 AS a, 'ü' || chr(0) || chr(10)",
          "COPY trials TO '@OUT@/copy.csv'",
          "ATTACH '@OUT@/other.duckdb' AS other",
          "SET threads = 0",
          "SELECT '\\x00\\xff'::BLOB, DATE '294247-01-10', INTERVAL 1 MONTH");

  /** By the words of a command. */
  static final ImmutableMap<String, Way> DRAWN =
      ImmutableMap.<String, Way>builder()
          .put("", Way.of(""))
          .put("run", Way.of("--max-instructions=20000"))
          .put("check", Way.of("--budget=200 --time=20s"))
          .put("rules", Way.of("").with(ImmutableList.of("specification", "ibgda", "direct")))
          .put("layout", Way.of(""))
          .put(
              "perftest",
              Way.of("put-lat -e 64", "alltoall -e 64", "-e 64")
                  .with(Arrays.stream(Perftest.values()).map(Perftest::key).toList()))
          .put(
              "plan",
              Way.of(
                      "gups --platform=hgx-h200 --pes=2 " + PLAN,
                      "trace --platform=gh200 --trace=@IN@/exchange.csv " + PLAN,
                      PLAN)
                  .with(Workloads.ALL.stream().map(Workload::name).toList()))
          .put("plan query", Way.of("--store=@IN@/plan.duckdb", "").with(QUERIES))
          .put("platforms", Way.of(""))
          .put("platform", Way.of(""))
          .put("platform show", Way.of("").with(ImmutableList.of("hgx-h200", "alps")))
          .put("fit", Way.of(""))
          .put("accuracy", Way.of("", "@IN@/results"))
          .put("calibrate", Way.of("", "@IN@/results"))
          .put("lab", Way.of(""))
          .put("lab list", Way.of("", "--labs=@IN@/labs"))
          .put("lab start", Way.of("2 @OUT@/lab", "2 @IN@/lab", "x @OUT@/lab"))
          .put("lab check", Way.of("", "@IN@/lab", "--lab=2"))
          .put("lab hint", Way.of("@IN@/lab", "@IN@/ring_shift.cu --lab=2"))
          .put("lab grade", Way.of("--jobs=1", "@IN@/lab --jobs=1"))
          .put("native", Way.of(""))
          .put("native emit", Way.of("-o @OUT@/folder"))
          .put("native import", Way.of("-o @OUT@/kept", "-o @OUT@/kept @IN@/results"))
          .put("native compare", Way.of("--budget=100"))
          .put("completion", Way.of("").with(ImmutableList.of("bash", "zsh", "fish")))
          .put("manual", Way.of("", "@OUT@/man"))
          .put("attack", Way.of("--programs=1"))
          .buildOrThrow();

  /** Why no command line is drawn of the others. */
  static final ImmutableMap<String, String> NOT_DRAWN =
      ImmutableMap.of(
          "lab serve", "serves until somebody stops it",
          "play", "serves until a signal ends it",
          "lab export", "grades every answer of every lab, which takes minutes",
          "play export", "checks every example over every transport, which takes a minute",
          "native run", "builds and runs what needs a GPU, or OpenSHMEM, and takes minutes",
          "conformance", "asks for every rule, mutant and transport, which takes a minute");

  /** The same for options of commands that are drawn. */
  static final ImmutableMap<String, String> OPTIONS_NOT_DRAWN =
      ImmutableMap.of(
          "lab check --watch", "waits until somebody stops it",
          "plan --on", "hands work to a cluster that may be there");

  /**
   * Commands of modules that may not import this one: they are there where their classes are, as in
   * the command that users have.
   */
  static final ImmutableList<String> OF_OTHER_MODULES = ImmutableList.of("conformance", "attack");

  private OddCommands() {}
}
