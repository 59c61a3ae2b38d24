package org.shmemlab.testing;

import java.util.function.Predicate;
import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.PropagationMode;
import net.jqwik.api.lifecycle.PropertyAttributes;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;

/**
 * Gives each property a fixed seed, and those of tagged classes the share of {@link Draws} of their
 * tries.
 */
public final class SharedTries implements AroundPropertyHook {
  /** How often jqwik tries a property that says nothing of it. */
  private static final int USUAL_TRIES = 1_000;

  @Override
  public PropertyExecutionResult aroundProperty(
      PropertyLifecycleContext context, PropertyExecutor property) {
    PropertyAttributes attributes = context.attributes();
    if (JqwikTags.of(context.containerClass()).stream().anyMatch(ClassTime.REASONS::contains)) {
      attributes.setTries(Draws.of(attributes.tries().orElse(USUAL_TRIES)));
    }
    long named = (context.containerClass().getName() + "." + context.label()).hashCode();
    long fixed =
        attributes.seed().filter(Predicate.not(String::isEmpty)).map(Long::valueOf).orElse(named);
    attributes.setSeed(Long.toString(Draws.seed(fixed)));
    return property.execute();
  }

  @Override
  public PropagationMode propagateTo() {
    return PropagationMode.ALL_DESCENDANTS;
  }
}
