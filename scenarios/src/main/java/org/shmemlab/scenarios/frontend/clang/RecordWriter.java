package org.shmemlab.scenarios.frontend.clang;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.ExternalCall;

/**
 * Writes data made of records as bytes: records, lists, arrays of numbers, enums, external calls,
 * strings, numbers and truth values. Equal objects are written once.
 */
final class RecordWriter {
  static final int NULL = 0;
  static final int SEEN = 1;
  static final int STRING = 2;
  static final int LIST = 3;
  static final int INTS = 4;
  static final int ENUM = 5;
  static final int RECORD = 6;
  static final int CALL = 7;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final DataOutputStream out = new DataOutputStream(bytes);
  private final Map<Object, Integer> seen = new HashMap<>();
  private final Map<Class<?>, Integer> classes = new HashMap<>();
  private final Map<Class<?>, RecordComponent[]> components = new HashMap<>();

  /**
   * The bytes of some data.
   *
   * @throws IllegalArgumentException if there is something in it that is not known here
   */
  static byte[] bytes(Object data) {
    RecordWriter writer = new RecordWriter();
    try {
      writer.write(data);
    } catch (IOException | ReflectiveOperationException impossible) {
      throw new IllegalArgumentException(impossible);
    }
    return writer.bytes.toByteArray();
  }

  private void write(@Nullable Object value) throws IOException, ReflectiveOperationException {
    if (value == null) {
      out.writeByte(NULL);
      return;
    }
    Integer known = seen.get(value);
    if (known != null) {
      out.writeByte(SEEN);
      out.writeInt(known);
      return;
    }
    switch (value) {
      case String text -> {
        out.writeByte(STRING);
        text(text);
      }
      case ImmutableList<?> list -> {
        out.writeByte(LIST);
        out.writeInt(list.size());
        for (Object element : list) {
          write(element);
        }
      }
      case ImmutableIntArray ints -> {
        out.writeByte(INTS);
        out.writeInt(ints.length());
        for (int i = 0; i < ints.length(); i++) {
          out.writeInt(ints.get(i));
        }
      }
      case Enum<?> constant -> {
        out.writeByte(ENUM);
        name(constant.getDeclaringClass());
        out.writeInt(constant.ordinal());
      }
      case ExternalCall call -> {
        out.writeByte(CALL);
        text(call.name());
      }
      case Record one -> {
        out.writeByte(RECORD);
        name(one.getClass());
        record(one);
      }
      default -> throw new IllegalArgumentException("not written: " + value.getClass());
    }
    seen.put(value, seen.size());
  }

  private void record(Record one) throws IOException, ReflectiveOperationException {
    RecordComponent[] parts =
        components.computeIfAbsent(one.getClass(), Class::getRecordComponents);
    for (RecordComponent part : parts) {
      var accessor = part.getAccessor();
      accessor.setAccessible(true);
      Object value = accessor.invoke(one);
      switch (value) {
        case Integer number when part.getType() == int.class -> out.writeInt(number);
        case Long number when part.getType() == long.class -> out.writeLong(number);
        case Boolean truth when part.getType() == boolean.class -> out.writeBoolean(truth);
        case null, default -> write(value);
      }
    }
  }

  private void text(String text) throws IOException {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(utf8.length);
    out.write(utf8);
  }

  private void name(Class<?> type) throws IOException {
    Integer known = classes.putIfAbsent(type, classes.size());
    out.writeInt(known == null ? -1 : known);
    if (known == null) {
      text(type.getName());
    }
  }
}
