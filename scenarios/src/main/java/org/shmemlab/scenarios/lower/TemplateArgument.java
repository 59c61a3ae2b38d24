package org.shmemlab.scenarios.lower;

import org.shmemlab.scenarios.types.CType;

/** What a template parameter stands for. */
sealed interface TemplateArgument {
  /** A type. */
  record OfType(CType type) implements TemplateArgument {
    @Override
    public String toString() {
      return type.toString();
    }
  }

  /** A constant of an integer type. */
  record OfValue(CType type, long bits) implements TemplateArgument {
    @Override
    public String toString() {
      return Long.toString(bits);
    }
  }
}
