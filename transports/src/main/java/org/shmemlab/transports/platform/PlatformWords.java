package org.shmemlab.transports.platform;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds the words of a platform by their place in its file, as {@link Quantities} finds its
 * numbers: models, constants, and which kind of several a part is ({@code network.kind}). Of parts
 * that a file lists ({@code node.roots}) one place stands for all.
 */
public final class PlatformWords {
  private static final String KIND = "kind";

  /** The keys that name the platform and say nothing about its behaviour. */
  private static final ImmutableSet<String> NAMES = ImmutableSet.of("name", "summary");

  private PlatformWords() {}

  /** The words in the order of the schema; of those of a list, the first one's. */
  public static ImmutableMap<String, String> of(Platform platform) {
    Map<String, String> found = new LinkedHashMap<>();
    collect("", platform, null, found);
    NAMES.forEach(found::remove);
    return ImmutableMap.copyOf(found);
  }

  /**
   * The same platform with another word at a place.
   *
   * @param place one of those of {@link #of}
   * @param settings what else is set, by place: numbers that a part of another kind needs
   * @throws IllegalArgumentException saying which words there are, or which numbers are missing
   */
  public static Platform with(
      Platform platform, String place, String word, Map<String, String> settings) {
    return (Platform) replaced("", platform, Platform.class, new Change(place, word, settings));
  }

  private record Change(String place, String word, Map<String, String> settings) {
    boolean isBelow(String other) {
      return place.startsWith(other + ".");
    }

    String refused(ImmutableList<String> known) {
      return place + " cannot be '" + word + "'" + KeyNames.suggestion(word, known);
    }
  }

  private static void collect(
      String place, @Nullable Object value, @Nullable Type declared, Map<String, String> found) {
    switch (value) {
      case String text -> found.putIfAbsent(place, text);
      case Enum<?> constant -> found.putIfAbsent(place, KeyNames.key(constant));
      case Map<?, ?> map ->
          map.forEach(
              (key, inner) -> collect(place + "." + Quantities.key(key), inner, null, found));
      case List<?> list -> list.forEach(one -> collect(place, one, null, found));
      case Quantity _ -> {
        // a number
      }
      case Record object -> {
        if (declared instanceof Class<?> type && type.isSealed()) {
          found.putIfAbsent(place + "." + KIND, KeyNames.key(object.getClass()));
        }
        for (RecordComponent component : object.getClass().getRecordComponents()) {
          String key = KeyNames.key(component.getName());
          collect(
              place.isEmpty() ? key : place + "." + key,
              Quantities.read(component, object),
              component.getType(),
              found);
        }
      }
      case null, default -> {
        // indices and what a platform lacks
      }
    }
  }

  private static Object replaced(String place, Object value, Class<?> declared, Change change) {
    if (place.equals(change.place)) {
      return switch (value) {
        case Enum<?> constant -> constant(constant.getDeclaringClass(), change);
        default -> change.word;
      };
    }
    if (!place.isEmpty() && !change.isBelow(place)) {
      return value;
    }
    return switch (value) {
      case Map<?, ?> map -> {
        ImmutableMap.Builder<Object, Object> changed = ImmutableMap.builder();
        map.forEach((key, inner) ->
            changed.put(
                key, replaced(place + "." + Quantities.key(key), inner, Object.class, change)));
        yield changed.buildOrThrow();
      }
      case List<?> list ->
          list.stream()
              .map(one -> replaced(place, one, Object.class, change))
              .collect(ImmutableList.toImmutableList());
      case Record object ->
          declared.isSealed() && change.place.equals(place + "." + KIND)
              ? ofKind(place, object, declared, change)
              : record(place, object, change);
      default -> value;
    };
  }

  private static Object constant(Class<?> type, Change change) {
    List<String> known = new ArrayList<>();
    for (Object constant : type.getEnumConstants()) {
      String name = KeyNames.key((Enum<?>) constant);
      if (name.equals(change.word)) {
        return constant;
      }
      known.add(name);
    }
    throw new IllegalArgumentException(change.refused(ImmutableList.copyOf(known)));
  }

  private static Record record(String place, Record object, Change change) {
    List<@Nullable Object> parts = new ArrayList<>();
    for (RecordComponent component : object.getClass().getRecordComponents()) {
      String key = KeyNames.key(component.getName());
      Object part = Quantities.read(component, object);
      String inner = place.isEmpty() ? key : place + "." + key;
      parts.add(part == null ? null : replaced(inner, part, component.getType(), change));
    }
    return (Record) Binder.make(object.getClass(), parts);
  }

  // Numbers of the same name stay; the others have to be set together with the kind.
  private static Record ofKind(String place, Record old, Class<?> sealed, Change change) {
    Map<String, Class<?>> known =
        Arrays.stream(sealed.getPermittedSubclasses())
            .collect(
                Collectors.toMap(
                    KeyNames::key, Function.identity(), (a, _) -> a, LinkedHashMap::new));
    Class<?> type = known.get(change.word);
    if (type == null) {
      throw new IllegalArgumentException(change.refused(ImmutableList.copyOf(known.keySet())));
    }
    Map<String, Object> kept = new HashMap<>(); // looked up only
    for (RecordComponent component : old.getClass().getRecordComponents()) {
      Object part = Quantities.read(component, old);
      if (part != null) {
        kept.put(component.getName(), part);
      }
    }
    List<@Nullable Object> parts = new ArrayList<>();
    List<String> missing = new ArrayList<>();
    for (RecordComponent component : type.getRecordComponents()) {
      String inner = place + "." + KeyNames.key(component.getName());
      String text = change.settings.get(inner);
      Object part = kept.get(component.getName());
      if (part == null && text != null && component.isAnnotationPresent(In.class)) {
        part = number(inner, component.getAnnotation(In.class).value(), text);
      }
      if (part == null) {
        missing.add(inner);
      }
      parts.add(part);
    }
    if (!missing.isEmpty()) {
      throw new IllegalArgumentException(
          change.place
              + "="
              + change.word
              + " needs "
              + String.join(", ", missing)
              + "; --set "
              + (missing.size() == 1 ? "it" : "them")
              + ", too");
    }
    return (Record) Binder.make(type, parts);
  }

  private static Quantity number(String place, Dimension dimension, String text) {
    String unit = dimension.units().keySet().iterator().next();
    if (text.startsWith("*")) {
      throw new IllegalArgumentException(place + ": there is no number yet to multiply; give one");
    }
    try {
      return new Quantity(dimension, 1, unit, null, Quantity.ESTIMATE)
          .changed(text, Quantity.COMMAND_LINE);
    } catch (IllegalArgumentException problem) {
      throw new IllegalArgumentException(place + ": " + problem.getMessage(), problem);
    }
  }
}
