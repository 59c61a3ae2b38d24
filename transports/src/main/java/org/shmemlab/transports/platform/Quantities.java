package org.shmemlab.transports.platform;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Sets;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Finds all numbers of a platform by their place in its file: {@code paths.ibgda.issue.base}. */
public final class Quantities {
  private Quantities() {}

  /** The numbers in the order of the schema. */
  public static ImmutableMap<String, Quantity> of(Platform platform) {
    ImmutableMap.Builder<String, Quantity> found = ImmutableMap.builder();
    collect("", platform, found);
    return found.buildOrThrow();
  }

  /**
   * The same platform with other numbers at some places.
   *
   * @throws IllegalArgumentException if there is no number at one of the places
   */
  public static Platform with(Platform platform, Map<String, Quantity> numbers) {
    Set<String> left = new TreeSet<>(numbers.keySet());
    Platform changed = (Platform) replaced("", platform, numbers, left);
    if (!left.isEmpty()) {
      String place = left.iterator().next();
      throw new IllegalArgumentException(
          "platform "
              + platform.name()
              + " has no number '"
              + place
              + "'"
              + KeyNames.nearest(
                  place, Sets.union(of(platform).keySet(), PlatformWords.of(platform).keySet())));
    }
    return changed;
  }

  private static Object replaced(
      String place, Object value, Map<String, Quantity> numbers, Set<String> left) {
    return switch (value) {
      case Quantity quantity -> {
        left.remove(place);
        yield numbers.getOrDefault(place, quantity);
      }
      case Map<?, ?> map -> {
        ImmutableMap.Builder<Object, Object> changed = ImmutableMap.builder();
        map.forEach((key, inner) ->
            changed.put(key, replaced(place + "." + key(key), inner, numbers, left)));
        yield changed.buildOrThrow();
      }
      case Record object -> {
        List<@Nullable Object> parts = new ArrayList<>();
        for (RecordComponent component : object.getClass().getRecordComponents()) {
          String key = KeyNames.key(component.getName());
          Object part = read(component, object);
          parts.add(
              part == null
                  ? null
                  : replaced(place.isEmpty() ? key : place + "." + key, part, numbers, left));
        }
        yield Binder.make(object.getClass(), parts);
      }
      default -> value;
    };
  }

  private static void collect(
      String place, @Nullable Object value, ImmutableMap.Builder<String, Quantity> found) {
    switch (value) {
      case Quantity quantity -> found.put(place, quantity);
      case Map<?, ?> map ->
          map.forEach((key, inner) -> collect(place + "." + key(key), inner, found));
      case Record object -> {
        for (RecordComponent component : object.getClass().getRecordComponents()) {
          String key = KeyNames.key(component.getName());
          collect(place.isEmpty() ? key : place + "." + key, read(component, object), found);
        }
      }
      case null, default -> {
        // texts, indices and what a platform lacks
      }
    }
  }

  static Object key(Object key) {
    return key instanceof PathKind kind ? kind.key() : key;
  }

  static @Nullable Object read(RecordComponent component, Record object) {
    try {
      return component.getAccessor().invoke(object);
    } catch (ReflectiveOperationException problem) {
      throw new IllegalStateException("cannot read " + component, problem);
    }
  }
}
