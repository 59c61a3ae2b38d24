package org.shmemlab.scenarios.litmus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.google.common.collect.ImmutableMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.source.SourceFile;

/** Files that the parser reads, and the one line that it reports of each mistake. */
class LitmusParserTest {
  private static final String GOOD =
      """
      C NAME+here // a comment
      "why it
      is so."
      pes 3
      repairs A+b, C
      /* words */
      { long x; uint64_t f, g = 2; long y[4] = {1, 2}; f@1 = 3; y[2]@0 = -1; }
      P0 {
        long v = 1; // }
        { long inner = 2; v = inner; }
        const char *text = "}";
        unsigned int r1, r2 = (1, 2);
      }
      P1.a { int r = 0; }
      P1.b { int r = 0; }
      P1.host { int r = 0; }
      ~exists (0:v = 1 /\\ (1.a:r != -2 \\/ y[3]@2 >= 0x10) /\\ ~(f@1 < 1:r))
      expect nvshmem: undefined // as ever
      expect openshmem-1.6: forbidden
      """
          .replace("< 1:r", "< 1.b:r");

  @Test
  void readsEveryPart() {
    LitmusFile test = parse(GOOD);
    assertThat(test.name()).isEqualTo("NAME+here");
    assertThat(test.why()).isEqualTo("why it is so.");
    assertThat(test.repairs()).containsExactly("A+b", "C");
    assertThat(test.pes()).isEqualTo(3);
    assertThat(test.words())
        .extracting(LitmusFile.Word::name, LitmusFile.Word::type, LitmusFile.Word::length)
        .containsExactly(
            tuple("x", ScalarType.I64, -1),
            tuple("f", ScalarType.U64, -1),
            tuple("g", ScalarType.U64, -1),
            tuple("y", ScalarType.I64, 4));
    assertThat(test.firstValues())
        .extracting(value -> value.word().name() + value.index() + "@" + value.pe() + value.value())
        .containsExactly("f-1@13", "y2@0-1");
    assertThat(test.bodies())
        .extracting(body -> body.pe() + body.agent())
        .containsExactly("0", "1a", "1b", "1host");
    assertThat(test.bodies().get(0).variables())
        .extracting(LitmusFile.Local::name)
        .containsExactly("v", "r1", "r2");
    assertThat(test.question())
        .hasToString("~exists (0:v = 1 /\\ (1.a:r != -2 \\/ y[3]@2 >= 16) /\\ ~(f@1 < 1.b:r))");
    assertThat(test.expectations())
        .hasEntrySatisfying("nvshmem", e -> assertThat(e.verdict()).isEqualTo(Verdict.UNDEFINED));
    assertThat(test.expectations()).containsOnlyKeys("nvshmem", "openshmem-1.6");
  }

  @Test
  void conditionsHoldAsTheySay() {
    Condition condition = parse(GOOD).question().condition();
    assertThat(condition.observables())
        .extracting(Object::toString)
        .containsExactly("0:v", "1.a:r", "y[3]@2", "f@1", "1.b:r");
    Map<String, Long> values =
        ImmutableMap.of("0:v", 1L, "1.a:r", -2L, "y[3]@2", 16L, "f@1", -1L, "1.b:r", -1L);
    assertThat(condition.holds(seen -> values.getOrDefault(seen.toString(), 0L)))
        .as("f@1 is 2^64 - 1, which is not less than -1")
        .isTrue();
    assertThat(condition.holds(_ -> 0)).isFalse();
  }

  @Test
  void withoutANameTheTestIsCalledLikeItsFile() {
    String rest = GOOD.substring(GOOD.indexOf("pes 3"));
    Litmus.Parsed parsed = Litmus.parse(new SourceFile("some/my test+1.litmus", rest));
    assertThat(parsed.diagnostics()).isEmpty();
    assertThat(parsed.test()).returns("my_test+1", LitmusFile::name).returns("", LitmusFile::why);
    assertThat(parse("C A\n" + rest)).returns("A", LitmusFile::name).returns("", LitmusFile::why);
  }

  @Test
  void aWitnessOfForallViolatesIt() {
    LitmusFile test = parse(GOOD.replace("~exists", "forall"));
    assertThat(test.question().witness()).isEqualTo(new Condition.Not(test.question().condition()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "C NAME+here | D NAME+here | 1: error: expected 'C' before the name of the test",
        "C NAME+here | C two words | 1: error: expected the name of the test after 'C'",
        "= \"}\" | = \"} | 11: error: this \" is never closed",
        "pes 3 | pes 0 | 4: error: a test has 1 to 64 PEs, said once",
        "pes 3 | pes 1 | 14: error: there is no PE 1: the test has PEs 0 to 0",
        "pes 3 | transports a | 4: error: 'transports' is reserved; remove the line",
        "pes 3 | speed 3 | 4: error: expected 'pes', 'repairs' or the words in { }, found 'speed'",
        "long x; | foo x; | 7: error: expected a symmetric word as in 'long x;'",
        "long x; | long f; | 7: error: 'f' is declared twice",
        "long x; | long *x; | 7: error: 'x' is a pointer; symmetric words are numbers",
        "long x; | long P1_x; | 7: error: the name 'P1_x' is taken; choose another",
        "f@1 = 3 | f@1 3 | 7: error: expected a first value as in 'x@1 = 3;'",
        "f@1 = 3 | z@1 = 3 | 7: error: there is no symmetric word 'z'",
        "f@1 = 3 | f@3 = 3 | 7: error: there is no PE 3: the test has PEs 0 to 2",
        "y[2]@0 | y@0 | 7: error: 'y' is an array; write y[0]@0",
        "y[2]@0 | y[4]@0 | 7: error: 'y' has elements 0 to 3",
        "{ long inner | { return; long inner | 10: error: a block runs to its closing brace",
        "P1.a | P0 | 14: error: a second block of P0",
        "P1.a | P1000000 | 14: error: there is no PE 1000000: a test has 1 to 64 PEs",
        "P1.b | P1 | 15: error: PE 1 has several agents: name each, as in P1.a",
        "~exists | sometimes | 17: error: expected a block, 'exists', '~exists' or 'forall'",
        "0:v = 1 | 0:w = 1 | 17: error: the outermost scope of P0 declares no number 'w'",
        "0:v = 1 | 0:inner = 1 | 17: error: the outermost scope of P0 declares no number 'inner'",
        "0:v = 1 | 2:v = 1 | 17: error: there is no block P2",
        "0:v = 1 | 0:v + 1 | 17: error: expected a comparison (= != < <= > >=), found '+'",
        "0:v = 1 | v = 1 | 17: error: expected '@' between word and PE; a register is written 1:v",
        "y[3]@2 | y[3]@3 | 17: error: there is no PE 3: the test has PEs 0 to 2",
        "y[3]@2 | f[3]@2 | 17: error: 'f' is no array",
        "long v = 1 | double v = 1 | 17: error: 'v' is a double; conditions compare integers",
        "nvshmem: undefined | nvshmem undefined | 18: error: expected 'expect PROFILE: VERDICT'",
        "nvshmem: undefined | nvshmem: maybe | 18: error: 'maybe' is no verdict",
        "openshmem-1.6 | nvshmem | 19: error: a second verdict for profile 'nvshmem'",
      })
  void saysWhatIsWrongAndWhere(String good, String bad, String message) {
    assertThat(GOOD).contains(good);
    Litmus.Parsed parsed = Litmus.parse(new SourceFile("t.litmus", GOOD.replace(good, bad)));
    assertThat(parsed.test()).isNull();
    assertThat(parsed.diagnostics()).hasSize(1);
    assertThat(parsed.diagnostics().get(0).toString()).startsWith("t.litmus:" + message);
  }

  @Test
  void everyBeginningOfAFileIsAMistakeOrATest() {
    for (int end = 0; end < GOOD.length(); end++) {
      Litmus.Parsed parsed = Litmus.parse(new SourceFile("t.litmus", GOOD.substring(0, end)));
      assertThat(parsed.test() == null).isEqualTo(!parsed.diagnostics().isEmpty());
    }
  }

  private static LitmusFile parse(String text) {
    Litmus.Parsed parsed = Litmus.parse(new SourceFile("t.litmus", text));
    assertThat(parsed.diagnostics()).isEmpty();
    LitmusFile test = parsed.test();
    if (test == null) {
      throw new AssertionError("no test and no diagnostic");
    }
    return test;
  }
}
