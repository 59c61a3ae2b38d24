package org.shmemlab.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import org.junit.jupiter.api.Test;

class ClassTimeTest {
  @Test
  void aClassWithoutATagMayNotTakeLong() {
    ClassTime time = ClassTime.begin(ClassTimeTest.class, Set.of("nightly"));
    assertThatCode(() -> time.check(ClassTime.LIMIT_SECONDS - 0.1, () -> 1))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> time.check(ClassTime.LIMIT_SECONDS + 0.1, () -> 1))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining(ClassTimeTest.class.getName() + " takes ")
        .hasMessageContaining("[browser, catalogue, compiler, random, simulation]");
  }

  @Test
  void onASlowMachineItMayTakeAsMuchLonger() {
    ClassTime time = ClassTime.begin(ClassTimeTest.class, Set.of());
    assertThatCode(() -> time.check(2 * ClassTime.LIMIT_SECONDS - 0.1, () -> 2))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> time.check(2 * ClassTime.LIMIT_SECONDS + 0.1, () -> 2))
        .isInstanceOf(AssertionError.class);
    assertThat(Slowness.now()).isBetween(1.0, 1000.0);
  }

  @Test
  void aClassWithATagMay() {
    for (String reason : ClassTime.REASONS) {
      ClassTime time = ClassTime.begin(ClassTimeTest.class, Set.of(reason));
      assertThatCode(() -> time.check(600, () -> 1)).doesNotThrowAnyException();
    }
  }
}
