package org.shmemlab.scenarios.launch;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shmemlab.scenarios.source.Diagnostic;
import org.shmemlab.scenarios.source.Diagnostics;
import org.shmemlab.scenarios.source.SourceFile;

/** Reports each mistake of a launch file in one line, at its line and column. */
class LaunchMistakesTest {
  private static final String RIGHT =
      """
      pes: 2
      files: k.ptx
      scalars: {next: (me + 1) % n}
      streams: [s]
      buffers:
        inbox: int32[4]
        flag: uint64
        mine: {type: "int32[8]", memory: device, values: 10 * me + i}
      steps:
        - put: inbox[0:2]
          from: mine[2:4]
          pe: next
        - signal: flag
          value: 1
          pe: next
        - launch: k
          stream: s
          args: [inbox, next]
        - print: "{me}: {inbox}"
        - assert: inbox[i] < 99
      """;

  private static final SourceFile MODULE =
      new SourceFile(
          "k.ptx", ".visible .entry k(.param .u64 k_param_0, .param .u32 k_param_1) { ret; }");

  @TempDir private Path folder;

  private static ImmutableList<Diagnostic> mistakes(String text) {
    SourceFile launch = new SourceFile("a.launch.yaml", text);
    Diagnostics diagnostics = new Diagnostics();
    LaunchFiles.Host host = LaunchFiles.host(launch, ImmutableList.of(launch, MODULE), diagnostics);
    assertThat(host == null).isEqualTo(diagnostics.hasErrors());
    return diagnostics.all();
  }

  @Test
  void aRightFileHasNone() {
    assertThat(mistakes(RIGHT)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "pes: 2 | pes: 0 | 1:6: error: the number of PEs is a number from 1 to",
        "pes: 2 | pse: 2 | 1:1: error: 'pse' is no key of a launch file: pes, files,",
        "files: k.ptx | files: gone.ptx | 2:8: error: there is no file gone.ptx",
        "files: k.ptx | files: [k.ptx, {}] | 2:16: error: a file is written as text, and this is a",
        "streams: [s] | streams: [next] | 4:11: error: 'next' is a scalar already",
        "inbox: int32[4] | inbox: int[4] | 6:10: error: 'int' is no type: int8, int16,",
        "inbox: int32[4] | inbox: int32[0] | 6:10: error: a buffer has 1 to",
        "inbox: int32[4] | me: int32[4] | 6:3: error: 'me' is the number of the PE already",
        "inbox: int32[4] | in-box: int32[4] | 6:3: error: 'in-box' is no name of a buffer",
        "flag: uint64 | inbox: uint64 | 7:3: error: 'inbox' stands twice in 'buffers:'",
        "memory: device | memory: host | 8:36: error: 'memory:' is symmetric or device",
        "values: 10 * me + i | values: 10 * my + i | 8:57: error: '10 * my + i' is no expression",
        "values: 10 * me + i | values: 10 * me + | 8:61: error: '10 * me +' is no expression: a n",
        "values: 10 * me + i | npy: gone.npy | 8:49: error: there is no file gone.npy",
        "put: inbox[0:2] | put: outbox | 10:10: error: 'outbox' is no buffer (inbox, flag, mine)",
        "put: inbox[0:2] | put: mine | 10:10: error: 'mine' is of each PE alone",
        "put: inbox[0:2] | send: inbox | 10:5: error: 'send' is no step; steps are launch,",
        "from: mine[2:4] | to: mine[2:4] | 11:5: error: 'to' is no key of a step",
        "signal: flag | signal: inbox | 13:13: error: a signal is uint64, and 'inbox' is int32",
        "value: 1 | op: add | 13:5: error: a step has no 'value:'; add it",
        "stream: s | stream: t | 17:13: error: 't' is no stream of 'streams:' (s)",
        "launch: k | launch: kk | 16:13: error: no module has a kernel 'kk': k",
        "args: [inbox, next] | args: [inbox] | 18:11: error: the kernel 'k' has 2 parameters, h",
        "args: [inbox, next] | args: [inbox, flag] | 18:19: error: parameter 2 of the kernel 'k' h",
        "args: [inbox, next] | args: [inbox, {text: 1}] | 18:19: error: 'text' is no type: array,",
        "stream: s | grid: [1, 1, 1, 1] | 17:11: error: 'grid:' is one to three numbers",
        "print: ~{me}: {inbox}~ | print: ~{me~ | 19:12: error: '}' is missing after '{'",
        "inbox[i] < 99 | inbox < 99 | 20:19: error: 'inbox < 99' is no expression: 'inbox' has 4",
        "inbox[i] < 99 | i < 99 | 20:13: error: 'i' numbers no buffer's elements here",
        "streams: [s] | streams: [s | 5:8: error: not YAML: ",
      })
  void aMistakeIsNamedAtItsPlace(String right, String wrong, String message) {
    String text = RIGHT.replace(right.replace('~', '"'), wrong.replace('~', '"'));
    assertThat(text).isNotEqualTo(RIGHT);
    assertThat(mistakes(text))
        .singleElement()
        .asString()
        .startsWith("a.launch.yaml:" + message)
        .doesNotContain("\n");
  }

  @Test
  void anEmptyFileAndDeepNestingAreMistakes() {
    assertThat(mistakes("").toString()).contains("1:1: error: the file is empty");
    assertThat(mistakes("[".repeat(100_000))).hasSize(1);
    assertThat(mistakes("pes: &a [*a]\nsteps: *a")).hasSize(1);
  }

  @Test
  void aFileOfValuesHasTheBuffersTypeAndSize() throws IOException {
    byte[] file = new byte[128 + 16];
    byte[] header =
        "\u0093NUMPY\u0001\u0000v\u0000{'descr': '<i4', 'fortran_order': False, 'shape': (2, 2), }"
            .getBytes(StandardCharsets.ISO_8859_1);
    Arrays.fill(file, 0, 128, (byte) ' ');
    System.arraycopy(header, 0, file, 0, header.length);
    file[128] = 7;
    Path values = folder.resolve("v.npy");
    Files.write(values, file);
    String text = "buffers:\n  a: {type: \"int32[4]\", npy: v.npy}\nsteps: [barrier]\n";
    SourceFile launch = new SourceFile(folder.resolve("a.launch.yaml").toString(), text);
    Diagnostics none = new Diagnostics();
    LaunchFiles.Host host = LaunchFiles.host(launch, ImmutableList.of(launch), none);
    assertThat(none.all()).isEmpty();
    assertThat(host).isNotNull().asString().contains("(int)7LL, (int)0LL");
    Files.write(values, Arrays.copyOf(file, 140));
    Diagnostics some = new Diagnostics();
    LaunchFiles.host(launch, ImmutableList.of(launch), some);
    assertThat(some.all().toString()).contains("ends within its elements");
  }
}
