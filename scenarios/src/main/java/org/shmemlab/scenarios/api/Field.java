package org.shmemlab.scenarios.api;

import org.shmemlab.scenarios.types.CType;
import org.shmemlab.scenarios.types.StructType;

/**
 * A scalar member of a structure that a library's header declares, found by name, so that no layout
 * is written down twice.
 */
record Field(CType type, int offset) {
  /**
   * @param pointer the type of the argument that points to the structure
   * @param path names of the members on the way
   */
  static Field of(CType pointer, String... path) {
    CType type =
        pointer.unqualified() instanceof CType.Pointer to ? to.target().unqualified() : pointer;
    long offset = 0;
    for (String name : path) {
      StructType.Member member = type instanceof StructType struct ? struct.member(name) : null;
      if (member == null) {
        throw new IllegalStateException("our header's " + type + " has no member " + name);
      }
      type = member.type().unqualified();
      offset += member.offset();
    }
    return new Field(type, Math.toIntExact(offset));
  }

  int load(Emission emit, int structure) {
    return emit.load(type.register(), structure, offset);
  }

  void store(Emission emit, int structure, int value) {
    emit.store(type.register(), structure, offset, value);
  }
}
