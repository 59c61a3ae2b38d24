package org.shmemlab.model.program;

/**
 * Where an instruction came from.
 *
 * @param file path as the user gave it
 * @param line 1-based; 0 where code has no line of its own
 */
public record SourceLine(String file, int line) {
  @Override
  public String toString() {
    return file + ":" + line;
  }
}
