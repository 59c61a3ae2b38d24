package org.shmemlab.conformance.programs;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.choices.SeededChoices;
import org.shmemlab.testing.Draws;

/** Checks that a program next to others in one source has the same answer as alone. */
@Tag("random")
class ProgramsInOneTest {
  private static final ImmutableList<WholeProgram> PROGRAMS =
      LongStream.range(3_000_000, 3_000_000 + Draws.of(20))
          .mapToObj(seed -> WholePrograms.draw(new SeededChoices(seed)))
          .collect(ImmutableList.toImmutableList());

  @Test
  void whatIsSaidOfAProgramDoesNotDependOnOthersInItsSource() {
    assertThat(Examination.of(PROGRAMS))
        .containsExactlyElementsOf(PROGRAMS.stream().map(Examination::of).toList());
  }
}
