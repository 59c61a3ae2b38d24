package org.shmemlab.testing;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import net.jqwik.api.lifecycle.AroundContainerHook;
import net.jqwik.api.lifecycle.ContainerLifecycleContext;
import net.jqwik.api.lifecycle.PropagationMode;
import org.jspecify.annotations.Nullable;

/** Measures the classes of tests that jqwik runs. */
public final class TimedByJqwik implements AroundContainerHook {
  private final Map<Class<?>, ClassTime> running = new ConcurrentHashMap<>();

  @Override
  public void beforeContainer(ContainerLifecycleContext context) {
    outermost(context)
        .ifPresent(tested -> running.put(tested, ClassTime.begin(tested, JqwikTags.of(tested))));
  }

  @Override
  public void afterContainer(ContainerLifecycleContext context) {
    outermost(context)
        .ifPresent(tested -> {
          @Nullable ClassTime time = running.remove(tested);
          if (time != null) {
            time.end();
          }
        });
  }

  @Override
  public PropagationMode propagateTo() {
    return PropagationMode.ALL_DESCENDANTS;
  }

  private static Optional<Class<?>> outermost(ContainerLifecycleContext context) {
    return context.optionalContainerClass().filter(tested -> tested.getEnclosingClass() == null);
  }
}
