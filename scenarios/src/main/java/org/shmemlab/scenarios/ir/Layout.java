package org.shmemlab.scenarios.ir;

import com.google.common.collect.ImmutableMap;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.api.Field;
import org.shmemlab.scenarios.api.NumberType;

/**
 * Where the members of a structure lie (System V ABI for AMD64, section 3.1.2).
 *
 * @param fields numbers and pointers by name, those of inner structures behind a point
 */
record Layout(int size, int align, ImmutableMap<String, Field> fields) {
  /** Takes one member after the other. */
  static final class Builder {
    private final ImmutableMap.Builder<String, Field> fields = ImmutableMap.builder();
    private int end;
    private int widest = 1;

    Builder numbers(NumberType type, String... names) {
      for (String name : names) {
        array(type, 1, name);
      }
      return this;
    }

    Builder array(NumberType type, int length, String name) {
      int bytes = type.scalar().bytes();
      fields.put(name, new Field(type.scalar(), place(length * bytes, bytes)));
      return this;
    }

    Builder pointers(String... names) {
      for (String name : names) {
        int bytes = ScalarType.U64.bytes();
        fields.put(name, new Field(ScalarType.U64, place(bytes, bytes)));
      }
      return this;
    }

    Builder member(String name, Layout inner) {
      int start = place(inner.size, inner.align);
      inner.fields.forEach(
          (field, at) -> fields.put(name + "." + field, new Field(at.type(), start + at.offset())));
      return this;
    }

    private int place(int bytes, int align) {
      int start = up(end, align);
      end = start + bytes;
      widest = Math.max(widest, align);
      return start;
    }

    private static int up(int offset, int align) {
      return (offset + align - 1) / align * align;
    }

    Layout build() {
      return new Layout(up(end, widest), widest, fields.buildOrThrow());
    }
  }
}
