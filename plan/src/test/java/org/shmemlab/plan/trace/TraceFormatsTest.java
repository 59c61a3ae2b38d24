package org.shmemlab.plan.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TraceFormatsTest {
  private static final String GOAL =
      """
      /* two ranks
         that exchange */
      num_ranks 2
      rank 0 {
        l1: calc 1500 cpu 0
        l2: send 4096b to 1 tag 5 cpu 0 nic 0 // with an attribute of each kind
        l2 requires l1
        l3: recv 8b from 1
        l3 irequires l2
      }
      rank 1 { l1: recv 4096b from 0 tag 5; l2: send 8b to 0; l2 requires l1 }
      """;

  private static final String CSV =
      """
      # the same
      pe,op,id,peer,bytes,tag,ns,unit,after,begun
      0,compute,l1,,,,1500,0,,
      0,send,l2,1,4096,5,,,l1,
      0,receive,l3,1,8,,,,,l2
      1,receive,l1,0,4096,5,,,,
      1,send,l2,0,8,,,,l1,
      """;

  private static final String[] CHAKRA = {
    """
    {"version": "0.0.4"}
    {"id": "1", "name": "c", "type": "COMP_NODE", "durationMicros": "3",
     "attr": [{"name": "is_cpu_op", "boolVal": false}]}
    {
      "id": "2", "type": "COMM_SEND_NODE", "dataDeps": ["1"],
      "attr": [{"name": "comm_size", "int64Val": "4096"}, {"name": "comm_dst", "int32Val": 1},
               {"name": "comm_tag", "int32Val": 5}]
    }
    {"id": "3", "type": 7, "ctrl_deps": ["2"],
     "attr": [{"name": "comm_type", "int64Val": "0"}, {"name": "comm_size", "int64Val": "1024"},
              {"name": "involved_dim", "boolList": {"values": [true, true]}}]}
    """,
    """
    {"version": "0.0.4"}
    {"id": "7", "type": "COMM_RECV_NODE",
     "attr": [{"name": "comm_size", "uint64_val": 4096}, {"name": "comm_src", "int32Val": 0},
              {"name": "comm_tag", "int32Val": 5}]}
    {"id": "8", "type": "METADATA_NODE", "dataDeps": ["7"]}
    {"id": "9", "type": "COMM_COLL_NODE", "dataDeps": [8],
     "attr": [{"name": "comm_type", "stringVal": "ALL_REDUCE"},
              {"name": "comm_size", "int64Val": "1024"}]}
    """
  };

  @TempDir private Path folder = Path.of("");

  @Test
  void bothTextFormatsSayTheSame() {
    assertThat(Replays.play(Replays.goal(GOAL))).isEqualTo(Replays.play(Replays.csv(CSV)));
    assertThat(Replays.goal(GOAL).ops().getFirst())
        .extracting(Op::act)
        .containsExactly(
            new Act.Compute(1_500_000, 0), new Act.Send(1, 4096, 5), new Act.Receive(1, 8, 0));
  }

  @Test
  void chakraHasAFileForEachRank() {
    Path first = Replays.write(folder, "t.0.json", CHAKRA[0]);
    Replays.write(folder, "t.1.json", CHAKRA[1]);
    Trace trace = TraceFile.read(first);
    String same =
        """
        pe,op,id,peer,bytes,tag,ns,after
        0,compute,1,,,,3000,
        0,send,2,1,4096,5,,1
        0,allreduce,3,,1024,,,2
        1,receive,7,0,4096,5,,
        1,allreduce,9,,1024,,,7
        """;
    assertThat(Replays.play(trace)).isEqualTo(Replays.play(Replays.csv(same)));
    String hash = trace.hash();
    Replays.write(folder, "t.1.json", CHAKRA[1] + "\n");
    assertThat(TraceFile.read(first).hash()).hasSize(64).isNotEqualTo(hash);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"id": 1, "type": "MEM_LOAD_NODE"} | t.0.json:1: error: node 1 is a MEM_LOAD_NODE; what is replayed is
          {"id": 1, "type": "COMP_NODE"       | t.0.json:1: error: this is not JSON
          {"type": "COMP_NODE"}               | t.0.json:1: error: a node without an id
          {"id": 1}                           | t.0.json:1: error: an object without a type
          [1, 2]                              | t.0.json:1: error: a trace is one JSON object after another
          {"id": 1, "type": "COMM_SEND_NODE"} | t.0.json:1: error: node 1, a COMM_SEND_NODE, needs comm_dst
          {"id": 1, "type": "COMP_NODE", "data_deps": [2]} | t.0.json:1: error: PE 0 has no operation '2' to depend on
          {"id": 1, "type": "COMP_NODE", "data_deps": 2} | data_deps of node 1 is a list of ids
          {"id": 1, "type": "COMP_NODE", "data_deps": [1]} | operations wait for each other in a circle, lines 1
          {"id": 1, "type": "COMP_NODE", "duration_micros": 9e30} | is not a whole number from 0 to
          {"id": 1, "type": "COMP_NODE", "attr": [{"name": "num_ops", "int64Val": 5}]} | give it duration_micros
          {"id": 1, "type": "COMM_COLL_NODE", "attr": [{"name": "comm_type", "int64Val": 3}]} | is a collective GATHER; there are
          {"id": 1, "type": "COMM_COLL_NODE", "attr": [{"name": "comm_type", "int64Val": 0}, {"name": "pg_name", "stringVal": "1"}]} | a collective of some of the ranks
          {"version": "0.0.4"}                | t.0.json: error: a trace without operations
          """)
  void mistakesInChakraAreOneLine(String text, String message) {
    Path file = Replays.write(folder, "t.0.json", text);
    assertThatThrownBy(() -> TraceFile.read(file))
        .isInstanceOf(TraceException.class)
        .message()
        .contains(message)
        .doesNotContain("\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          rank 0 { calc 1 }                        | t.goal:1: error: a schedule begins with num_ranks
          num_ranks 0                              | a trace has 1 to 131072 PEs, not 0
          num_ranks 99999999999999999999           | num_ranks '99999999999999999999' is not a whole number
          num_ranks 2;rank 2 {}                    | rank '2' is not a whole number from 0 to 1
          num_ranks 2;rank 0 { calc 1 }; rank 0 {} | rank 0 is there twice
          num_ranks 1;rank 0 { calc 1              | rank 0 has no end; write } after it
          num_ranks 1;rank 0 calc 1                | 'rank 0 calc 1' is outside of a rank
          num_ranks 1;calc 1                       | 'calc 1' is outside of a rank
          num_ranks 1;{                            | a { without a rank
          num_ranks 1;rank 0 { jump 1 }            | 'jump 1' is none of 'send 8b to 1 tag 5'
          num_ranks 2;rank 0 { send 8b to 0 }      | PE 0 sends to itself
          num_ranks 2;rank 0 { send 8b to 2 }      | there is no PE 2; the trace has 0 to 1
          num_ranks 2;rank 0 { send 8b from 1 }    | write 'send ... to' and 'recv ... from'
          num_ranks 2;rank 0 { recv 8b from -1 }   | a message from any rank or of any tag is not replayed
          num_ranks 2;rank 0 { recv 8b from 1 }    | PE 0 waits for message 1 of PE 1 with tag 0, which sends 0
          num_ranks 2;rank 0 { recv 8b from 1 }; rank 1 { send 9b to 0 } | waits for 8 bytes, and the message of line 1 has 9
          num_ranks 2;rank 0 { send 9999999999999b to 1 } | size '9999999999999' is not a whole number from 0 to 1099511627776
          num_ranks 1;rank 0 { calc 99999999999999999999 } | is not a time in nanoseconds
          num_ranks 1;rank 0 { calc 800000000000000; calc 800000000000000 } | computes for more than ten days
          num_ranks 1;rank 0 { calc 1 cpu 256 }    | cpu '256' is not a whole number from 0 to 255
          num_ranks 1;rank 0 { a: calc 1; a: calc 2 } | PE 0 has an operation 'a' already, in line 1
          num_ranks 1;rank 0 { a: calc 1; a requires b } | PE 0 has no operation 'b' to depend on
          num_ranks 1;rank 0 { a: calc 1; b requires a } | rank 0 has no operation 'b' that could wait
          num_ranks 1;rank 0 { a: calc 1; a requires a } | operations wait for each other in a circle, lines 1
          num_ranks 1;rank 0 { a: calc 1; a irequires a } | operations wait for each other in a circle, lines 1
          num_ranks 1; /* no end                   | a comment without an end
          num_ranks 1                              | a trace without operations
          """)
  void mistakesInGoalAreOneLine(String text, String message) {
    assertThatThrownBy(() -> Replays.goal(text))
        .isInstanceOf(TraceException.class)
        .message()
        .startsWith("t.goal")
        .contains(message)
        .doesNotContain("\n");
  }

  @Test
  void circlesThroughMessagesAreRefusedWithTheirLines() {
    String text =
        """
        num_ranks 2
        rank 0 {
        r: recv 8b from 1
        s: send 8b to 1
        s requires r
        }
        rank 1 {
        r: recv 8b from 0
        s: send 8b to 0
        s requires r
        }
        """;
    assertThatThrownBy(() -> Replays.goal(text))
        .hasMessage(
            "t.goal:3: error: operations wait for each other in a circle, lines 3, 4, 8, 9;"
                + " take a dependency out");
  }

  /** The examples of the workload's page, which are one run in every format. */
  @Test
  void theExamplesSayTheSame() throws IOException {
    Path examples = Path.of("..", "workloads", "trace");
    String csv = Files.readString(examples.resolve("exchange.csv"));
    for (String chakra : List.of("exchange.0.json", "exchange.0.et")) {
      assertThat(Replays.play(TraceFile.read(examples.resolve(chakra))))
          .as(chakra)
          .isEqualTo(Replays.play(Replays.csv(csv)));
    }
    String messages =
        csv.lines().filter(line -> !line.contains("allreduce")).collect(Collectors.joining("\n"));
    assertThat(Replays.play(TraceFile.read(examples.resolve("exchange.goal"))))
        .isEqualTo(Replays.play(Replays.csv(messages)));
  }

  /** The first receive takes the first message that comes, so the second waits for both. */
  @Test
  void messagesOfOneTagDoNotOvertakeEachOther() {
    String text =
        """
        num_ranks 2
        rank 0 {
        s1: send 8b to 1
        s2: send 8b to 1
        r: recv 8b from 1
        s1 requires r
        }
        rank 1 {
        r1: recv 8b from 0
        r2: recv 8b from 0
        s: send 8b to 0
        s requires r2
        }
        """;
    assertThatThrownBy(() -> Replays.goal(text)).hasMessageContaining("in a circle");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          pe,what/0,send               | t.csv:1: error: no column 'what'; there are pe, op
          pe,pe/0,1                    | the column pe is there twice
          op,ns/compute,1              | the column pe is missing
          pe,op,ns/0,compute           | t.csv:2: error: 2 fields, and the first line names 3
          pe,op,ns/x,compute,1         | pe 'x' is not a whole number from 0 to 131071
          pe,op,ns/-1,compute,1        | pe '-1' is not a whole number
          pe,op,ns/0,compute,1.2345    | ns '1.2345' is not a time in nanoseconds
          pe,op,ns/0,compute,          | a compute needs ns
          pe,op,ns/0,think,1           | no op 'think'; there are send, receive, compute, barrier
          pe,op,ns/0,barrier,1         | a barrier has no ns; leave it empty
          pe,op,bytes/0,allreduce,8/1,allreduce,9 | collective 1 of PE 1 is another one than that of PE 0 in line 2
          pe,op,bytes/0,allreduce,8/1,broadcast,8 | collective 1 of PE 1 is another one
          pe,op,ns/0,barrier,/1,compute,1 | PE 0 takes part in 1 collectives and PE 1 in 0
          pe,peer,bytes/0,5,8          | PE 5 is here and PE 1 nowhere; number them from 0 without a gap
          pe,peer,bytes/0,1,"8"        | fields have no quotes
          pe,op,ns,after/0,compute,1,x | PE 0 has no operation 'x' to depend on
          pe                           | t.csv: error: a trace has a line with the columns
          """)
  void mistakesInCsvAreOneLine(String text, String message) {
    assertThatThrownBy(() -> Replays.csv(text.replace('/', '\n')))
        .isInstanceOf(TraceException.class)
        .message()
        .startsWith("t.csv")
        .contains(message)
        .doesNotContain("\n");
  }

  /** Whatever the text is, it is a trace or there is one line that says why not. */
  @Property(tries = 1000)
  void changedTextsAreReadOrRefused(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int format = random.nextInt(3);
    StringBuilder text = new StringBuilder(new String[] {GOAL, CSV, CHAKRA[1]}[format]);
    for (int change = random.nextInt(1, 4); change > 0; change--) {
      int at = random.nextInt(text.length());
      switch (random.nextInt(3)) {
        case 0 -> text.deleteCharAt(at);
        case 1 -> text.insert(at, "0129-{}[],:;ab \n\"".charAt(random.nextInt(17)));
        default -> text.setCharAt(at, text.charAt(random.nextInt(text.length())));
      }
    }
    try {
      Trace trace =
          switch (format) {
            case 0 -> Replays.goal(text.toString());
            case 1 -> Replays.csv(text.toString());
            default ->
                Chakra.build("t.0.json", List.of(ChakraJson.read("t.0.json", text.toString())), "");
          };
      assertThat(trace.pes()).isPositive();
    } catch (TraceException refused) {
      assertThat(refused.getMessage()).matches("t\\.[0-9a-z.]+(:\\d+)?: error: .+");
    }
  }

  @Test
  void filesAreKnownByTheirNames() {
    assertThatThrownBy(() -> TraceFile.read(folder.resolve("t.0.et")))
        .hasMessageContaining("cannot be read; is it there?");
    assertThatThrownBy(() -> TraceFile.read(folder.resolve("t.txt")))
        .hasMessageContaining("a trace's name ends in .csv, .goal");
    assertThatThrownBy(() -> TraceFile.read(folder.resolve("none.csv")))
        .hasMessage(folder.resolve("none.csv") + ": error: cannot be read; is it there?");
  }
}
