package org.shmemlab.conformance.agreement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shmemlab.conformance.axiomatic.AxiomaticChecker;
import org.shmemlab.conformance.axiomatic.AxiomaticVerdict;
import org.shmemlab.conformance.axiomatic.AxiomaticVerdict.Judged;
import org.shmemlab.conformance.axiomatic.Subject;
import org.shmemlab.conformance.programs.NcclPrograms;
import org.shmemlab.conformance.programs.Spelling;
import org.shmemlab.conformance.programs.WholeProgram;
import org.shmemlab.model.choices.SeededChoices;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.litmus.Litmus;
import org.shmemlab.scenarios.litmus.LitmusProgram;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.testing.Draws;

/**
 * Checks that axioms and explorer agree about the calls that NCCL's device interface is made of.
 */
@Tag("random")
class GinAgreesTest {
  private static final int PROGRAMS = 3_000;

  private static AxiomaticVerdict axioms(LitmusProgram program, Profile profile) {
    return new AxiomaticChecker(profile).check(Subject.of(program));
  }

  /** A litmus test has one queue pair, so that programs with a second context are left out. */
  @Test
  void onProgramsDrawnAtRandom() {
    long first = Draws.seed(1);
    List<String> different = new ArrayList<>();
    int judged = 0;
    int defined = 0;
    for (long seed = first; seed < first + Draws.of(PROGRAMS); seed++) {
      WholeProgram drawn = NcclPrograms.draw(new SeededChoices(seed));
      Optional<LitmusProgram> litmus =
          NcclPrograms.litmus(drawn).filter(_ -> !drawn.text(Spelling.LIBRARY).contains("gin1."));
      if (litmus.isPresent() && axioms(litmus.get(), drawn.profile()) instanceof Judged answer) {
        AxiomaticVerdict explored = Explored.of(litmus.get(), drawn.profile());
        if (!answer.equals(explored)) {
          different.add(
              "seed %d under %s: axioms %s, explorer %s%n%s"
                  .formatted(
                      seed,
                      drawn.profile().name(),
                      answer,
                      explored,
                      drawn.text(Spelling.BY_HAND)));
        }
        judged++;
        defined += answer.undefined() ? 0 : 1;
      }
    }
    assertThat(different).isEmpty();
    if (Draws.areWhole()) {
      assertThat(judged).isGreaterThan(PROGRAMS / 3);
      assertThat(defined).isGreaterThan(PROGRAMS / 10);
    }
  }

  private static LitmusProgram program(String text) {
    var compiled = Litmus.compile(new SourceFile("gin.litmus", text));
    return Objects.requireNonNull(compiled.program(), () -> text + compiled);
  }

  /** Whether a strong signal follows earlier ones without data, the documents leave open. */
  @Test
  void onWhatDocumentsLeaveOpen() {
    String text =
        """
        C signals_in_order
        "Two words, and the second is seen first."
        pes 2
        { uint64_t s; uint64_t t; }
        P0 {
          __shmemlab_nccl_signal(&s, 1, 10, 1, 1);
          __shmemlab_nccl_strong(&t, 1, 1, 1);
        }
        P1 {
          __shmemlab_nccl_wait(&t, 5, 1);
          uint64_t r0 = __shmemlab_nccl_read(&s);
        }
        exists (1:r0 = 0)
        """;
    LitmusProgram program = program(text);
    AxiomaticVerdict strict = axioms(program, Profile.NCCL_DEVICE);
    AxiomaticVerdict lenient = axioms(program, Profile.NCCL_DEVICE_LENIENT);
    assertThat(strict).isEqualTo(Explored.of(program, Profile.NCCL_DEVICE));
    assertThat(lenient).isEqualTo(Explored.of(program, Profile.NCCL_DEVICE_LENIENT));
    assertThat(strict.toString()).contains("1:r0=0;");
    assertThat(lenient.toString()).contains("1:r0=1;").doesNotContain("1:r0=0;");
  }

  /** Rules of litmus-nccl, by the names of their tests, in the calls that these are made of. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          put_none           | put(&x, &v, 8, 1, 1) |                                | x | true
          put_weak           | put_signal(&x, &v, 8, &s, 1, 10, 1, 1) | wait(&s, 5, 1) | x | false
          earlier_weak       | put(&x, &v, 8, 1, 1); put_signal(&y, &v, 8, &s, 1, 10, 1, 1) | wait(&s, 5, 1) | x | true
          earlier_strong     | put(&x, &v, 8, 1, 1); put(&y, &v, 8, 1, 1); strong(&s, 1, 1, 1) | wait(&s, 5, 1) | x | false
          signal_weak        | put(&x, &v, 8, 1, 1); signal(&s, 1, 10, 1, 1) | wait(&s, 5, 1) | x | true
          signal_strong      | put(&x, &v, 8, 1, 1); strong(&s, 1, 1, 1) | wait(&s, 5, 1) | x | false
          later_put          | strong(&s, 1, 1, 1); put(&x, &v, 8, 1, 1) | wait(&s, 5, 1) | x | true
          flush_is_no_signal | put(&x, &v, 8, 1, 1); flush(1); signal(&s, 1, 10, 1, 1) | wait(&s, 5, 1) | x | true
          order_of_puts      | put(&x, &v, 8, 1, 1); put(&x, &w, 8, 1, 1) | | | true
          source             | put(&x, &v, 8, 1, 1); STORE v | | | true
          source_flush       | put(&x, &v, 8, 1, 1); flush(1); STORE v | | | false
          counter            | put(&x, &v, 8, 1, 1); count(&c, &v, 0, 1); wait(&c, 5, 1); STORE v | | | false
          counter_of_other   | put(&x, &w, 8, 1, 1); put(&y, &v, 8, 1, 1); count(&c, &v, 0, 1); wait(&c, 5, 1); STORE w | | | true
          value              | value(&x, &v, 8, 1, 1); STORE v | | | false
          get                | get(&x, &v, 8, 1, 1); STORE x | | | true
          get_flush          | get(&x, &v, 8, 1, 1); flush(1); STORE x | | | false
          """)
  void onTheRules(String name, String sender, String waits, String loaded, boolean undefined) {
    String text =
        "C "
            + name
            + "\n\"A rule.\"\npes 2\n"
            + "{ long x; long y; long v = 1; long w = 2; uint64_t s; uint64_t c; }\nP0 {\n"
            + calls(sender)
            + "}\nP1 {\n"
            + (waits == null ? "" : calls(waits))
            + (loaded == null ? "" : "  long r0 = " + loaded + ";\n")
            + "}\nexists (x@1 = 0)\n";
    LitmusProgram program = program(text);
    for (Profile profile : Profile.ofNccl().toList()) {
      AxiomaticVerdict axioms = axioms(program, profile);
      assertThat(axioms).as(text).isEqualTo(Explored.of(program, profile));
      assertThat(((Judged) axioms).undefined()).as(text + axioms).isEqualTo(undefined);
    }
  }

  private static String calls(String text) {
    return text.replaceAll("STORE (\\w)", "$1 = 3").replaceAll("(\\w+\\()", "__shmemlab_nccl_$1")
        + ";\n";
  }
}
