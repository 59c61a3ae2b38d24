package org.shmemlab.transports.platform;

import com.google.common.collect.ImmutableMap;
import java.lang.reflect.RecordComponent;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** All numbers of a platform by their place in its file: {@code paths.ibgda.issue.base}. */
public final class Quantities {
  private Quantities() {}

  /** The numbers in the order of the schema. */
  public static ImmutableMap<String, Quantity> of(Platform platform) {
    ImmutableMap.Builder<String, Quantity> found = ImmutableMap.builder();
    collect("", platform, found);
    return found.buildOrThrow();
  }

  private static void collect(
      String place, @Nullable Object value, ImmutableMap.Builder<String, Quantity> found) {
    switch (value) {
      case Quantity quantity -> found.put(place, quantity);
      case Map<?, ?> map ->
          map.forEach((key, inner) -> collect(place + "." + key(key), inner, found));
      case Record object -> {
        for (RecordComponent component : object.getClass().getRecordComponents()) {
          String key = Names.key(component.getName());
          collect(place.isEmpty() ? key : place + "." + key, read(component, object), found);
        }
      }
      case null, default -> {
        // texts, indices and what a platform lacks
      }
    }
  }

  private static Object key(Object key) {
    return key instanceof PathKind kind ? kind.key() : key;
  }

  private static @Nullable Object read(RecordComponent component, Record object) {
    try {
      return component.getAccessor().invoke(object);
    } catch (ReflectiveOperationException problem) {
      throw new IllegalStateException("cannot read " + component, problem);
    }
  }
}
