package org.shmemlab.reports.table;

import com.google.common.base.CaseFormat;
import com.google.common.collect.ImmutableList;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Holds rows and columns. A column is the component of a record, under its name in snake case;
 * {@code null} is a value that is not there.
 *
 * @param name by which a command distinguishes one of several tables
 * @param rows how many
 */
public record Table(String name, ImmutableList<Column> columns, int rows) {

  /** The type of a column's values. */
  public enum Type {
    TEXT,
    INTEGER,
    NUMBER,
    TRUTH
  }

  /**
   * One column.
   *
   * @param optional whether a value may be missing
   * @param values {@code String}, {@code Long}, {@code Double} or {@code Boolean}, by the type
   */
  public record Column(
      String name, Type type, boolean optional, List<? extends @Nullable Object> values) {}

  /**
   * A table of records whose components are texts, enums, whole or floating numbers, or booleans.
   *
   * @param kind must be visible here: public, or opened by its lookup
   */
  public static <R extends Record> Table of(
      String name, MethodHandles.Lookup lookup, Class<R> kind, List<? extends R> records) {
    ImmutableList.Builder<Column> columns = ImmutableList.builder();
    for (RecordComponent component : kind.getRecordComponents()) {
      Class<?> type = component.getType();
      List<@Nullable Object> values = new ArrayList<>(records.size());
      try {
        MethodHandle get = lookup.unreflect(component.getAccessor());
        for (R record : records) {
          values.add(value(get.invoke(record)));
        }
      } catch (Throwable impossible) { // an accessor of ours throws nothing
        throw new IllegalArgumentException(kind + " " + component, impossible);
      }
      columns.add(
          new Column(
              CaseFormat.LOWER_CAMEL.to(CaseFormat.LOWER_UNDERSCORE, component.getName()),
              type(type),
              !type.isPrimitive(),
              values));
    }
    return new Table(name, columns.build(), records.size());
  }

  private static @Nullable Object value(@Nullable Object of) {
    return switch (of) {
      case null -> null;
      case Integer whole -> (long) whole;
      case Enum<?> constant -> constant.name().toLowerCase(Locale.ROOT);
      default -> of;
    };
  }

  private static Type type(Class<?> of) {
    if (of == String.class || of.isEnum()) {
      return Type.TEXT;
    }
    if (of == int.class || of == long.class || of == Integer.class || of == Long.class) {
      return Type.INTEGER;
    }
    if (of == double.class || of == Double.class) {
      return Type.NUMBER;
    }
    if (of == boolean.class || of == Boolean.class) {
      return Type.TRUTH;
    }
    throw new IllegalArgumentException("no column holds a " + of);
  }
}
