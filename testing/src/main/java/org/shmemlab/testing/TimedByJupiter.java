package org.shmemlab.testing;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Measures the classes of tests that JUnit Jupiter runs. */
public final class TimedByJupiter implements BeforeAllCallback, AfterAllCallback {
  private static final ExtensionContext.Namespace OURS =
      ExtensionContext.Namespace.create(TimedByJupiter.class);

  @Override
  public void beforeAll(ExtensionContext context) {
    if (isOutermost(context)) {
      Class<?> tested = context.getRequiredTestClass();
      context.getStore(OURS).put(tested, ClassTime.begin(tested, context.getTags()));
    }
  }

  @Override
  public void afterAll(ExtensionContext context) {
    if (isOutermost(context)) {
      @Nullable ClassTime time =
          context.getStore(OURS).remove(context.getRequiredTestClass(), ClassTime.class);
      if (time != null) {
        time.end();
      }
    }
  }

  private static boolean isOutermost(ExtensionContext context) {
    return context.getRequiredTestClass().getEnclosingClass() == null;
  }
}
