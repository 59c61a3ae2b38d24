package org.shmemlab.model.operation;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ForwardingRulesTest {
  /** A question that is not passed on would be answered by its default, whatever the rules say. */
  @Test
  void everyQuestionIsPassedOn() {
    assertThat(OrderingRules.class.getMethods())
        .isNotEmpty()
        .allSatisfy(question -> assertThat(declaredHere(question)).as(question.getName()).isTrue());
  }

  private static boolean declaredHere(Method question) {
    return Arrays.stream(ForwardingRules.class.getDeclaredMethods())
        .anyMatch(method ->
            method.getName().equals(question.getName())
                && Arrays.equals(method.getParameterTypes(), question.getParameterTypes()));
  }
}
