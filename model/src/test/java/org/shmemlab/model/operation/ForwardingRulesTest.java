package org.shmemlab.model.operation;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableSet;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.operation.Event.Kind;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.model.spec.Specification;
import org.shmemlab.model.threads.ThreadOrder;

class ForwardingRulesTest {
  private static final InFlight FLIGHT = new InFlight();
  private static final Operation OPERATION = Issued.p(0, 1);
  private static final Pending PENDING =
      FLIGHT.add(OPERATION, 0, new Specification(Profile.NVSHMEM));

  /** A question that is not passed on would be answered by its default instead of by the rules. */
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

  /** The answer of the rules comes back, whether it is yes or no. */
  @Test
  void everyAnswerComesBack() throws ReflectiveOperationException {
    for (boolean yes : List.of(true, false)) {
      OrderingRules rules = new ForwardingRules(answering(yes)) {};
      for (Method question : OrderingRules.class.getMethods()) {
        assertThat(ask(rules, question)).as(question.getName()).isEqualTo(answer(question, yes));
      }
    }
  }

  private static Object ask(OrderingRules rules, Method question)
      throws IllegalAccessException, InvocationTargetException {
    Object[] arguments =
        Arrays.stream(question.getParameterTypes()).map(ForwardingRulesTest::some).toArray();
    return question.invoke(rules, arguments);
  }

  private static Object some(Class<?> type) {
    if (type == boolean.class) {
      return true;
    }
    if (type == int.class) {
      return 1;
    }
    return List.of(
            OPERATION,
            PENDING,
            FLIGHT,
            PENDING.last(),
            new Caller(0, 0, false, 0),
            OrderingCall.QUIET)
        .stream()
        .filter(type::isInstance)
        .findFirst()
        .orElseThrow();
  }

  private static OrderingRules answering(boolean yes) {
    return (OrderingRules)
        Proxy.newProxyInstance(
            OrderingRules.class.getClassLoader(),
            new Class<?>[] {OrderingRules.class},
            (_, question, arguments) -> {
              for (int i = 0; arguments != null && i < arguments.length; i++) {
                assertThat(arguments[i]).isEqualTo(some(question.getParameterTypes()[i]));
              }
              return answer(question, yes);
            });
  }

  private static Object answer(Method question, boolean yes) {
    if (question.getReturnType() == boolean.class) {
      return yes;
    }
    if (question.getReturnType() == Capabilities.class) {
      return yes ? Capabilities.PLAIN : new Immediate().capabilities();
    }
    if (question.getReturnType() == IssueTraits.class) {
      return IssueTraits.USUAL.atIssue(yes);
    }
    if (question.getReturnType() == ThreadOrder.class) {
      return ThreadOrder.PTX;
    }
    return "told: " + yes;
  }

  /** Rules that say nothing of their own leave everything as the memory model has it. */
  @Test
  void immediateRulesLetEverythingHappenAtOnce() {
    Immediate rules = new Immediate();
    Event event = PENDING.last();
    assertThat(event.kind()).isEqualTo(Kind.ACKNOWLEDGED);
    assertThat(rules.name()).isEqualTo("immediate");
    assertThat(rules.issueTraits(OPERATION)).isEqualTo(IssueTraits.USUAL.atIssue(true));
    assertThat(rules.capabilities())
        .isEqualTo(
            new Capabilities(
                true,
                false,
                false,
                true,
                false,
                true,
                LoadSource.COHERENT,
                ImmutableSet.copyOf(OrderingCall.values())));
    assertThat(rules.mayHappen(PENDING, event, FLIGHT)).isTrue();
    assertThat(rules.mayReturn(PENDING, FLIGHT)).isTrue();
    assertThat(rules.mayPass(OrderingCall.QUIET, new Caller(0, 0, false, 0), FLIGHT)).isFalse();
    assertThat(rules.mayPass(OrderingCall.QUIET, new Caller(0, 0, false, 0), new InFlight()))
        .isTrue();
    assertThat(rules.refusal(OPERATION, false)).isNull();
    assertThat(rules.mayHoldBack(OPERATION, OPERATION, false)).isFalse();
    assertThat(rules.mayHoldBack(OPERATION, OPERATION, true)).isFalse();
    assertThat(new Caller(0, 0, true, 0).fences(OPERATION, rules.issueTraits(OPERATION))).isTrue();
    assertThat(new Caller(0, 0, false, 0).fences(OPERATION, rules.issueTraits(OPERATION))).isTrue();
  }
}
