package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.google.common.base.Splitter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shmemlab.cli.shell.ExitCodes;

class PerftestCommandTest {
  @Test
  void aTestPrintsOneRowForEachSize() {
    Session session =
        Session.of(
            "perftest",
            "put_latency",
            "--platform",
            "hgx-h200",
            "--transport",
            "ibgda",
            "-b",
            "8",
            "-e",
            "64",
            "-s",
            "thread");
    assertThat(session.exitCode()).isZero();
    assertThat(session.out()).contains("#put_latency", "latency(us)");
    assertThat(session.out().lines().filter(line -> line.matches("\\d+ .*"))).hasSize(4);
  }

  private static double last(String... options) {
    List<String> command =
        Stream.concat(
                Stream.of("perftest", "--platform", "h200-nvlink-measured"), Stream.of(options))
            .toList();
    Session session = Session.of(command.toArray(String[]::new));
    assertThat(session.exitCode()).as(session.err()).isZero();
    String line = session.out().lines().toList().getLast();
    return Double.parseDouble(Splitter.on(' ').omitEmptyStrings().splitToList(line).getLast());
  }

  /** NVSHMEM 3.4.5, perftest/device/pt-to-pt. */
  @Test
  void theCountsOfPerftestAreItsOwn() {
    assertThat(last("atomic-latency", "-n", "10")).isEqualTo(last("atomic-latency", "-n", "200"));
    double doubles = last("g-bw", "-b", "4M", "-d", "double");
    double ints = last("g-bw", "-b", "4M", "-d", "int"); // it fetches 16 MiB
    assertThat(ints).isBetween(doubles / 12, doubles / 6);
    assertThat(last("st-bw", "-b", "4M", "-d", "int"))
        .isEqualTo(last("st-bw", "-b", "4M", "-d", "double"));
  }

  @Test
  void aCollectiveTakesManyPes() {
    Session session =
        Session.of("perftest", "barrier", "--platform", "hgx-h200", "--pes", "8", "-n", "3");
    assertThat(session.exitCode()).isZero();
    assertThat(session.out()).contains("8 PEs");
  }

  @Test
  void aMistakeIsOneLine() {
    for (String[] command :
        new String[][] {
          {"perftest", "put-bw"},
          {"perftest", "no-such", "--platform", "hgx-h200"},
          {"perftest", "put-bw", "--platform", "hgx-h200", "-b", "x"},
          {"perftest", "put-bw", "--platform", "hgx-h200", "-s", "galaxy"},
          {"perftest", "put-bw", "--platform", "hgx-h200", "-d", "quaternion"},
          {"perftest", "put-bw", "--platform", "hgx-h200", "-o", "mean"},
          {"perftest", "put-bw", "--platform", "hgx-h200", "-a", "fetch"},
          {"perftest", "put-bw", "--platform", "hgx-h200", "-i", "0"},
          {"perftest", "put-bw", "--platform", "hgx-h200", "--issue", "host"},
          {"perftest", "put-bw", "--platform", "hgx-h200", "--cudagraph"},
          {"perftest", "put-bw", "--platform", "hgx-h200", "--runs", "5"},
          {"perftest", "put-bw", "--platform", "hgx-h200", "--jitter", "-1"},
          {"perftest", "put-latency", "--platform", "hgx-h200", "--bidir"},
          {"perftest", "alltoall_on_stream", "--platform", "hgx-h200", "--issue", "host"},
          {"perftest", "bw", "--platform", "hgx-h200", "--dir", "up"},
          {"perftest", "bw", "--platform", "hgx-h200", "-e", "4G"},
          {"perftest", "latency", "--platform", "hgx-h200", "-s", "block"},
          {"perftest", "put-bw", "--platform", "hgx-h200", "--pes", "8"},
          {"perftest", "put-ping-pong", "--platform", "hgx-h200", "-s", "block"},
          {"perftest", "put-latency", "--platform", "gb200-nvl72", "--transport", "ibgda"},
          {"perftest", "reduction", "--platform", "hgx-h200", "--algorithm", "nccl-ring"},
          {"perftest", "alltoall", "--platform", "hgx-h200", "--algorithm", "nccl"},
          {
            "perftest",
            "reduction",
            "--platform",
            "hgx-h200",
            "--algorithm",
            "nccl",
            "--jitter",
            "1"
          },
          {
            "perftest", "reduction", "--platform", "p5", "--transport", "efa", "--algorithm", "nccl"
          },
          {"accuracy", "no-such-folder"},
          {"accuracy", "../results/h200-x2-1", "--platform", "no-such"},
          {"accuracy", "--printed", "../results/h200-x2-perftest-1"},
          {"accuracy", "../results/h200-x2-perftest-1", "--printed", "no-such-folder"},
          {
            "accuracy",
            "../results/h200-x4-perftest-1",
            "--printed",
            "../results/h200-x2-perftest-1"
          },
          {"perftest", "barrier", "--platform", "hgx-h200", "--pes", "1"}
        }) {
      Session session = Session.of(command);
      assertThat(session.exitCode()).isEqualTo(ExitCodes.USAGE);
      assertThat(session.err().lines()).hasSize(1);
    }
  }

  @Test
  void ncclsAllreduceIsNamedNextToNvshmems() {
    String[] command = {
      "perftest", "reduction", "--platform", "gb200-nvl72", "--pes", "4", "-b", "8", "-e", "8",
    };
    Session nvshmem = Session.of(command);
    Session nccl =
        Session.of(
            Stream.concat(Stream.of(command), Stream.of("--algorithm", "nccl-ring-ll"))
                .toArray(String[]::new));
    assertThat(nccl.exitCode()).isZero();
    assertThat(nccl.out()).startsWith("#reduction on gb200-nvl72, nvlink+ibgda, nccl-ring-ll, 4");
    assertThat(nccl.out()).contains("8              10.200");
    assertThat(nvshmem.out()).doesNotContain("nccl").doesNotContain("10.200");
  }

  @Test
  void aTestThatIsNotSimulatedSaysWhy() {
    assertThat(Session.of("perftest", "stream_latency", "--platform", "alps").err())
        .contains("'stream_latency' is not simulated", "together with a copy");
    assertThat(Session.of("perftest", "tile_allreduce", "--platform", "alps").err())
        .contains("multicast");
  }

  /** Rows of PE pairs of two H200s, held out of the platform: results/h200-x2-perftest-1. */
  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          bw, write, on_stream, 1M, 0.25
          bw, read, on_stream, 1M, 0.25
          latency, write, on_stream, 64K, 0.25
          bw, write, host, 1M, 0.3
          latency, read, host, 64K, 0.3
          """)
  void testsThatTheHostIssuesAreNearTheirMeasurement(
      String test, String direction, String issue, String size, double error) throws IOException {
    double measured = measured((issue.equals("host") ? "host_" : "") + test, direction, size);
    assertThat(last(test, "--dir", direction, "--issue", issue, "-b", size, "-e", size))
        .isCloseTo(measured, withinPercentage(100 * error));
  }

  private static double measured(String test, String direction, String size) throws IOException {
    long bytes = Long.parseLong(size.replaceFirst(".$", "")) << (size.endsWith("M") ? 20 : 10);
    String start = test + "," + direction + ",None,2,0,0," + bytes + ",10,";
    List<String> row =
        Files.readAllLines(Path.of("../results/h200-x2-perftest-1/perftest.csv")).stream()
            .filter(line -> line.startsWith(start))
            .map(line -> Splitter.on(',').splitToList(line))
            .findFirst()
            .orElseThrow();
    return Double.parseDouble(row.get(13));
  }

  @Test
  void collectivesOnAStreamHaveNoPlaceInAKernel() {
    double onStream = last("barrier_all_on_stream");
    assertThat(last("sync_on_stream", "--pes", "4")).isPositive();
    assertThat(last("reduction_on_stream", "-b", "64", "-e", "64")).isGreaterThan(onStream);
    assertThat(last("reducescatter_on_stream", "-b", "1K", "-e", "1K", "-d", "int")).isPositive();
  }

  @Test
  void manyRunsPrintTheirSpreadAndTheSameForTheSameSeed() {
    String[] command = {
      "perftest",
      "put_signal_ping_pong_latency",
      "--platform",
      "hgx-h200",
      "--transport",
      "ibrc",
      "-b",
      "8",
      "-e",
      "8",
      "-n",
      "1",
      "--runs",
      "200",
      "--jitter",
      "0.2",
      "--seed",
      "7"
    };
    Session session = Session.of(command);
    assertThat(session.exitCode()).isZero();
    assertThat(session.out()).contains("200 runs from seed 7", "p50", "p99");
    List<Double> values =
        Stream.of(session.out().lines().skip(2).findFirst().orElseThrow().split(" +"))
            .skip(1)
            .map(Double::valueOf)
            .toList();
    assertThat(values).hasSize(4).isSorted().doesNotHaveDuplicates();
    assertThat(Session.of(command)).isEqualTo(session);
    command[command.length - 1] = "8";
    assertThat(Session.of(command).out()).isNotEqualTo(session.out());
  }

  @Test
  void printsJson() {
    assertThat(
            Session.of("perftest", "barrier", "--platform", "hgx-h200", "--pes", "4", "--json")
                .out())
        .startsWith("{")
        .contains("\"test\" : \"barrier\"", "\"latency(us)\"", "\"value\"");
    assertThat(
            Session.of(
                    "perftest",
                    "put-latency",
                    "--platform",
                    "hgx-h200",
                    "-e",
                    "4",
                    "--runs",
                    "3",
                    "--jitter",
                    "0.1",
                    "--json")
                .out())
        .contains("\"p99\"");
  }

  private static double value(String... options) {
    String[] command = {
      "perftest",
      "put-bw",
      "--platform",
      "h200-ib200",
      "--transport",
      "ibgda",
      "-b",
      "64K",
      "-e",
      "64K",
      "-n",
      "50"
    };
    String[] whole = Stream.concat(Stream.of(command), Stream.of(options)).toArray(String[]::new);
    Session session = Session.of(whole);
    assertThat(session.err()).isEmpty();
    return Double.parseDouble(
        session.out().lines().skip(2).findFirst().orElseThrow().split(" +", -1)[1]);
  }

  @Test
  void bothWaysMoveMoreThanOne() {
    assertThat(value("--bidir")).isGreaterThan(1.5 * value());
  }

  @Test
  void aRateIsTheBandwidthByTheBytesOfAnOperation() {
    double share = 65536.0 / 32;
    assertThat(value("--msgrate")).isCloseTo(value() * 1e3 / share, within(1e-3));
  }

  @Test
  void theLibrarysVariablesChangeTimes() {
    assertThat(latency("NVSHMEM_IBGDA_NUM_RC_PER_PE=32"))
        .isGreaterThan(latency("NVSHMEM_IBGDA_NUM_RC_PER_PE=1") + 1);
    assertThat(Session.of("perftest", "put-bw", "--platform", "alps", "--env", "QP_DEPTH=1").err())
        .contains("--env QP_DEPTH: the name of a variable of NVSHMEM begins with NVSHMEM_")
        .hasLineCount(1);
  }

  private static double latency(String variable) {
    Session session =
        Session.of(
            "perftest",
            "put-latency",
            "--platform",
            "hgx-h200",
            "--transport",
            "ibgda",
            "-b",
            "8",
            "-e",
            "8",
            "--env",
            variable);
    String row =
        session.out().lines().filter(line -> line.matches("8 .*")).findFirst().orElseThrow();
    return Double.parseDouble(Splitter.on(' ').omitEmptyStrings().splitToList(row).get(1));
  }
}
