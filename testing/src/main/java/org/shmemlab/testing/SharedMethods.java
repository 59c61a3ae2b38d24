package org.shmemlab.testing;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.annotation.Testable;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Executes the share of {@link Draws} of the methods of a class that is tagged {@code compiler} or
 * {@code simulation}: each of them has programs or simulations of its own, which are its cost.
 */
public final class SharedMethods implements ExecutionCondition {
  private static final Set<String> TAGS = Set.of("compiler", "simulation");
  private static final Pattern INVOCATION = Pattern.compile("\\[test-template-invocation:#(\\d+)]");
  private static final ConditionEvaluationResult YES = ConditionEvaluationResult.enabled(null);
  private static final ConditionEvaluationResult NO =
      ConditionEvaluationResult.disabled("not in the share of tests that this run executes; -Pall");

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    boolean whole = Draws.areWhole() || context.getTags().stream().noneMatch(TAGS::contains);
    return whole || (isMethodInShare(context) && isInvocationInShare(context)) ? YES : NO;
  }

  private static boolean isMethodInShare(ExtensionContext context) {
    return context.getTestMethod().map(SharedMethods::isInShare).orElse(true);
  }

  /** Those of one method have to be few; each engine is one. */
  private static boolean isInvocationInShare(ExtensionContext context) {
    Matcher invocation = INVOCATION.matcher(context.getUniqueId());
    return !invocation.find() || Integer.parseInt(invocation.group(1)) <= Draws.LEAST;
  }

  private static boolean isInShare(Method method) {
    List<String> all =
        Arrays.stream(method.getDeclaringClass().getDeclaredMethods())
            .filter(one -> AnnotationSupport.isAnnotated(one, Testable.class))
            .map(Method::getName)
            .sorted()
            .toList();
    return Set.copyOf(Draws.of(all)).contains(method.getName());
  }
}
