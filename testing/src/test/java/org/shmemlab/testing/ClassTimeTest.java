package org.shmemlab.testing;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import org.junit.jupiter.api.Test;

class ClassTimeTest {
  @Test
  void aClassWithoutATagMayNotTakeLong() {
    ClassTime time = ClassTime.begin(ClassTimeTest.class, Set.of("nightly"));
    assertThatCode(() -> time.check(4.9)).doesNotThrowAnyException();
    assertThatThrownBy(() -> time.check(5.1))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining(ClassTimeTest.class.getName() + " takes 5.1 s")
        .hasMessageContaining("[browser, catalogue, compiler, random, simulation]");
  }

  @Test
  void aClassWithATagMay() {
    for (String reason : ClassTime.REASONS) {
      ClassTime time = ClassTime.begin(ClassTimeTest.class, Set.of(reason));
      assertThatCode(() -> time.check(600)).doesNotThrowAnyException();
    }
  }
}
