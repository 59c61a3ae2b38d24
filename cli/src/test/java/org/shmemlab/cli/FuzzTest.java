package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmemlab.model.choices.SeededChoices;
import org.shmemlab.testing.Draws;

/**
 * Checks that for any input the command ends with a code that means what it says, without a stack
 * trace, and leaves no file in part. A counterexample is shrunk and shown.
 *
 * <p>{@code shmemlab.fuzz} is how many inputs of each kind there are, {@code shmemlab.fuzz.seed}
 * where they begin. The one that is tried is in {@code target/fuzz}, so that it is known which one
 * does not come to an end. Commands of modules that may not import this one are tried where their
 * classes are on the class path.
 */
@Tag("random")
class FuzzTest {
  private static final int INPUTS = Integer.getInteger("shmemlab.fuzz", Draws.of(40));
  private static final long FIRST = Long.getLong("shmemlab.fuzz.seed", Draws.seed(1));

  private static final Path ROOT = Path.of("..");
  private static final Path TRIED = Path.of("target", "fuzz");

  @TempDir Path scratch;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "litmus",
        "source",
        "platform",
        "replay",
        "results",
        "rules",
        "lab",
        "trace",
        "options"
      })
  void everyInputIsAnswered(String kind) throws IOException {
    OddInputs.Kind inputs = Objects.requireNonNull(OddInputs.all(ROOT, scratch).get(kind));
    Map<String, String> wrong = new TreeMap<>();
    for (long seed = FIRST; seed < FIRST + INPUTS; seed++) {
      OddInput input = inputs.draw(new SeededChoices(seed));
      note(kind, input);
      String why = input.wrong(scratch);
      if (!why.isEmpty() && !wrong.containsKey(why)) {
        wrong.put(why, "seed " + seed + ": " + Smaller.of(input, scratch));
      }
    }
    assertThat(wrong).isEmpty();
  }

  private static void note(String kind, OddInput input) throws IOException {
    Files.createDirectories(TRIED);
    Files.write(TRIED.resolve(kind + ".input"), input.content());
    Files.writeString(TRIED.resolve(kind + ".words"), String.join("\n", input.words()) + "\n");
  }
}
