package org.shmemlab.testing;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** A class of properties that is tagged executes a share of its tries. */
@Tag("random")
class SharedTriesTest {
  private static final int WHOLE = 200;
  private static int tries;

  @BeforeContainer
  static void begin() {
    tries = 0;
  }

  @Property(tries = WHOLE)
  void isTriedSoOften(@ForAll long anything) {
    tries++;
    assertThat(tries).isLessThanOrEqualTo(Draws.of(WHOLE));
  }

  @AfterContainer
  static void end() {
    assertThat(tries).isEqualTo(Draws.of(WHOLE));
  }
}
