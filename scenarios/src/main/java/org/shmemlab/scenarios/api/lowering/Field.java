package org.shmemlab.scenarios.api.lowering;

import org.shmemlab.model.program.ScalarType;

/**
 * A member of a structure that a library's header declares, found by name, so that no layout is
 * written down twice.
 *
 * @param type its type; of an array that of an element
 * @param offset bytes from the start of the structure
 */
public record Field(ScalarType type, int offset) {
  public int load(Emission emit, int structure) {
    return emit.load(type, structure, offset);
  }

  public void store(Emission emit, int structure, int value) {
    emit.store(type, structure, offset, value);
  }
}
