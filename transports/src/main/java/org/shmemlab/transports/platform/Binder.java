package org.shmemlab.transports.platform;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.Ints;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.transports.platform.PlatformException.Mistake;

/**
 * Makes records of YAML values: the components of a record are the keys of its mapping, no more and
 * no less. Mistakes are collected, so that all of them are reported at once.
 */
final class Binder {
  private final List<Mistake> mistakes = new ArrayList<>();

  /** Everything wrong so far. */
  ImmutableList<Mistake> mistakes() {
    return ImmutableList.copyOf(mistakes);
  }

  void mistake(SourceLine at, String text) {
    mistakes.add(new Mistake(at, text));
  }

  /** The record, or null if there was a mistake in it. */
  <T> @Nullable T record(Class<T> type, Yaml yaml, String what) {
    if (!(yaml instanceof Yaml.Mapping mapping)) {
      mistake(yaml.at(), what + " is a mapping, not " + yaml.kind());
      return null;
    }
    ImmutableMap<String, RecordComponent> components =
        Arrays.stream(type.getRecordComponents())
            .collect(ImmutableMap.toImmutableMap(c -> KeyNames.key(c.getName()), c -> c));
    mapping
        .entries()
        .forEach((key, entry) -> {
          boolean variant = key.equals("kind") && type.getInterfaces().length > 0;
          if (!components.containsKey(key) && !variant) {
            mistake(
                entry.at(),
                "unknown key '"
                    + key
                    + "' in "
                    + what
                    + KeyNames.suggestion(key, components.keySet()));
          }
        });
    int before = mistakes.size();
    List<@Nullable Object> values = new ArrayList<>();
    components.forEach((key, component) -> {
      Yaml.Entry entry = mapping.entries().get(key);
      if (entry != null) {
        String inside = what + "." + key;
        values.add(value(component.getGenericType(), component, entry.value(), inside));
      } else {
        values.add(null);
        if (!component.isAnnotationPresent(MayLack.class)) {
          mistake(mapping.at(), "'" + key + "' is missing in " + what);
        }
      }
    });
    return mistakes.size() > before ? null : type.cast(make(type, values));
  }

  private @Nullable Object value(Type type, RecordComponent component, Yaml yaml, String what) {
    if (type instanceof ParameterizedType generic) {
      Type[] arguments = generic.getActualTypeArguments();
      return generic.getRawType() == ImmutableMap.class
          ? map((Class<?>) arguments[0], arguments[1], component, yaml, what)
          : list(arguments[0], component, yaml, what);
    }
    Class<?> plain = (Class<?>) type;
    if (plain == Quantity.class) {
      Dimension dimension = component.getAnnotation(In.class).value();
      return new QuantityReader(this).read(dimension, yaml, what);
    }
    if (plain == String.class) {
      return scalar(yaml, what);
    }
    if (plain == int.class || plain == Integer.class) {
      return index(yaml, what);
    }
    if (plain.isEnum()) {
      return constant(plain, yaml, what);
    }
    return plain.isSealed() ? variant(plain, yaml, what) : record(plain, yaml, what);
  }

  private @Nullable String scalar(Yaml yaml, String what) {
    if (yaml instanceof Yaml.Scalar scalar && !scalar.text().isEmpty()) {
      return scalar.text();
    }
    mistake(yaml.at(), what + " is a text, not " + yaml.kind());
    return null;
  }

  private @Nullable Integer index(Yaml yaml, String what) {
    Integer number = yaml instanceof Yaml.Scalar scalar ? Ints.tryParse(scalar.text()) : null;
    if (number == null || number < 0) {
      mistake(yaml.at(), what + " is a whole number from 0, not " + yaml.kind());
    }
    return number;
  }

  private @Nullable Object constant(Class<?> type, Yaml yaml, String what) {
    Map<String, Object> known = new TreeMap<>();
    for (Object constant : type.getEnumConstants()) {
      known.put(KeyNames.key((Enum<?>) constant), constant);
    }
    String name = scalar(yaml, what);
    if (name == null) {
      return null;
    }
    Object constant = known.get(name);
    if (constant == null) {
      mistake(
          yaml.at(),
          what + " cannot be '" + name + "'" + KeyNames.suggestion(name, known.keySet()));
    }
    return constant;
  }

  private @Nullable Object variant(Class<?> sealed, Yaml yaml, String what) {
    Map<String, Class<?>> known = new TreeMap<>();
    for (Class<?> type : sealed.getPermittedSubclasses()) {
      known.put(KeyNames.key(type), type);
    }
    Yaml.Entry kind = yaml instanceof Yaml.Mapping m ? m.entries().get("kind") : null;
    if (kind == null) {
      mistake(yaml.at(), "'kind' is missing in " + what + ": " + String.join(", ", known.keySet()));
      return null;
    }
    String name = scalar(kind.value(), what + ".kind");
    if (name == null) {
      return null;
    }
    Class<?> type = known.get(name);
    if (type == null) {
      String suggestion = KeyNames.suggestion(name, known.keySet());
      mistake(kind.at(), what + ".kind cannot be '" + name + "'" + suggestion);
      return null;
    }
    return record(type, yaml, what);
  }

  private @Nullable Object list(Type of, RecordComponent component, Yaml yaml, String what) {
    if (!(yaml instanceof Yaml.Items items)) {
      mistake(yaml.at(), what + " is a list, not " + yaml.kind());
      return null;
    }
    return items.items().stream()
        .map(item -> value(of, component, item, what))
        .filter(Objects::nonNull)
        .collect(ImmutableList.toImmutableList());
  }

  private @Nullable Object map(
      Class<?> keys, Type of, RecordComponent component, Yaml yaml, String what) {
    if (!(yaml instanceof Yaml.Mapping mapping)) {
      mistake(yaml.at(), what + " is a mapping, not " + yaml.kind());
      return null;
    }
    ImmutableMap.Builder<Object, Object> map = ImmutableMap.builder();
    mapping
        .entries()
        .forEach((name, entry) -> {
          Object key = constant(keys, new Yaml.Scalar(entry.at(), name), what);
          Object value =
              key == null ? null : value(of, component, entry.value(), what + "." + name);
          if (key != null && value != null) {
            map.put(key, value);
          }
        });
    return map.buildOrThrow();
  }

  /** A record of a type with these components. */
  static Object make(Class<?> type, List<@Nullable Object> values) {
    Class<?>[] types =
        Arrays.stream(type.getRecordComponents())
            .map(RecordComponent::getType)
            .toArray(Class<?>[]::new);
    try {
      return type.getDeclaredConstructor(types).newInstance(values.toArray());
    } catch (InvocationTargetException problem) {
      throw new IllegalStateException("of " + type, problem.getCause());
    } catch (ReflectiveOperationException problem) {
      throw new IllegalStateException(
          "no record of " + Arrays.stream(types).map(Class::getName).collect(Collectors.joining()),
          problem);
    }
  }
}
