package org.shmemlab.scenarios.frontend.clang;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.interpreter.RuntimeCall;
import org.shmemlab.scenarios.runtime.CallRegistry;

/** Reads the bytes of a {@link RecordWriter}. */
final class RecordReader {
  /** A class of records or of an enum, with its components and constructor. */
  private record Kind(
      @Nullable Constructor<?> constructor,
      ImmutableList<Class<?>> parts,
      ImmutableList<Object> constants) {
    static Kind of(String name) throws ReflectiveOperationException {
      Class<?> type = Class.forName(name);
      if (type.isEnum()) {
        return new Kind(null, ImmutableList.of(), ImmutableList.copyOf(type.getEnumConstants()));
      }
      RecordComponent[] components = type.getRecordComponents();
      Class<?>[] parts = new Class<?>[components.length];
      for (int i = 0; i < parts.length; i++) {
        parts[i] = components[i].getType();
      }
      Constructor<?> constructor = type.getDeclaredConstructor(parts);
      constructor.setAccessible(true);
      return new Kind(constructor, ImmutableList.copyOf(parts), ImmutableList.of());
    }
  }

  private final ByteBuffer in;
  private final List<Object> seen = new ArrayList<>();
  private final List<Kind> kinds = new ArrayList<>();

  private RecordReader(byte[] bytes) {
    in = ByteBuffer.wrap(bytes);
  }

  /**
   * The data of some bytes.
   *
   * @throws IOException if they are not the bytes of a {@link RecordWriter}, or if a class has
   *     changed since
   */
  static Object read(byte[] bytes) throws IOException {
    try {
      Object data = new RecordReader(bytes).next();
      if (data == null) {
        throw new IOException("nothing was written");
      }
      return data;
    } catch (ReflectiveOperationException
        | BufferUnderflowException
        | IndexOutOfBoundsException
        | ClassCastException broken) {
      throw new IOException(broken);
    }
  }

  private @Nullable Object next() throws ReflectiveOperationException, IOException {
    int tag = in.get();
    Object value =
        switch (tag) {
          case RecordWriter.NULL -> null;
          case RecordWriter.SEEN -> seen.get(in.getInt());
          case RecordWriter.STRING -> text();
          case RecordWriter.LIST -> list();
          case RecordWriter.INTS -> ints();
          case RecordWriter.ENUM -> kind().constants.get(in.getInt());
          case RecordWriter.RECORD -> one();
          case RecordWriter.CALL -> call();
          default -> throw new IOException("no such tag: " + tag);
        };
    if (value != null && tag != RecordWriter.SEEN) {
      seen.add(value);
    }
    return value;
  }

  private RuntimeCall call() throws IOException {
    String name = text();
    RuntimeCall call = CallRegistry.named(name);
    if (call == null) {
      throw new IOException("no such call: " + name);
    }
    return call;
  }

  private String text() {
    byte[] bytes = new byte[in.getInt()];
    in.get(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private ImmutableList<Object> list() throws ReflectiveOperationException, IOException {
    int size = in.getInt();
    ImmutableList.Builder<Object> list = ImmutableList.builder();
    for (int i = 0; i < size; i++) {
      Object element = next();
      if (element == null) {
        throw new IOException("nothing in a list");
      }
      list.add(element);
    }
    return list.build();
  }

  private ImmutableIntArray ints() {
    int size = in.getInt();
    ImmutableIntArray.Builder ints = ImmutableIntArray.builder();
    for (int i = 0; i < size; i++) {
      ints.add(in.getInt());
    }
    return ints.build();
  }

  private Object one() throws ReflectiveOperationException, IOException {
    Kind kind = kind();
    Constructor<?> constructor = kind.constructor;
    if (constructor == null) {
      throw new IOException("no record");
    }
    @Nullable Object[] parts = new @Nullable Object[kind.parts.size()];
    for (int i = 0; i < parts.length; i++) {
      Class<?> part = kind.parts.get(i);
      if (part == int.class) {
        parts[i] = in.getInt();
      } else if (part == long.class) {
        parts[i] = in.getLong();
      } else if (part == boolean.class) {
        parts[i] = in.get() != 0;
      } else {
        parts[i] = next();
      }
    }
    return constructor.newInstance(parts);
  }

  private Kind kind() throws ReflectiveOperationException {
    int number = in.getInt();
    if (number < 0) {
      Kind kind = Kind.of(text());
      kinds.add(kind);
      return kind;
    }
    return kinds.get(number);
  }
}
