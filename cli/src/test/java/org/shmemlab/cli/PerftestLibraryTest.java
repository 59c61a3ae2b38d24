package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Splitter;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shmemlab.cli.shell.ExitCodes;

/** Performance tests by the calls of NCCL's device interface. */
class PerftestLibraryTest {
  private static String timed(String... options) {
    List<String> command =
        List.of("perftest", "put-latency", "--platform", "dgx-h100", "-b", "8", "-e", "8");
    Session session =
        Session.of(Stream.concat(command.stream(), Stream.of(options)).toArray(String[]::new));
    assertThat(session.err()).isEmpty();
    return session.out();
  }

  private static double latency(String out) {
    String line = out.lines().toList().getLast();
    return Double.parseDouble(Splitter.on(' ').omitEmptyStrings().splitToList(line).getLast());
  }

  /** GIN's proxy posts more slowly than NVSHMEM's (PD0643, PD0647), its threads call faster. */
  @Test
  void ncclHasPathsAndCostsOfItsOwn() {
    String gdaki = timed("--library", "nccl", "--transport", "gin-gdaki");
    String proxy = timed("--library", "nccl", "--transport", "gin-proxy");
    assertThat(gdaki).startsWith("#put_latency on dgx-h100+nccl, nvlink+ibgda");
    assertThat(proxy).startsWith("#put_latency on dgx-h100+nccl, nvlink+ibrc");
    assertThat(latency(gdaki)).isLessThan(latency(timed("--transport", "ibgda")));
    assertThat(latency(proxy)).isGreaterThan(latency(timed("--transport", "ibrc")));
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          put-bw --platform hgx-h200 --library mccl, 'one of nvshmem, nccl'
          put-bw --platform alps --library nccl, this platform has nvlink
          put-bw --platform hgx-h200 --transport gin-gdaki, transport 'gin-gdaki'
          atomic-bw --platform hgx-h200 --library nccl, --library nccl has calls for put-bw
          put-bw --platform hgx-h200 --library nccl --env NVSHMEM_QP_DEPTH=8, no variable of NVSHMEM
          """)
  void whatNcclHasNotIsRefused(String command, String why) {
    Session session = Session.of(("perftest " + command).split(" "));
    assertThat(session.exitCode()).isEqualTo(ExitCodes.USAGE);
    assertThat(session.err()).contains(why).hasLineCount(1);
  }
}
