package org.shmemlab.scenarios.lower;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shmemlab.scenarios.types.CType;

/** The names that one block, function or file declares. Tags of structures are apart, as in C. */
final class Scope {
  private final @Nullable Scope outer;
  private final Map<String, Symbol> names = new HashMap<>();
  private final Map<String, CType> tags = new HashMap<>();

  Scope(@Nullable Scope outer) {
    this.outer = outer;
  }

  void declare(String name, Symbol symbol) {
    names.put(name, symbol);
  }

  void declareTag(String name, CType type) {
    tags.put(name, type);
  }

  /** What a name stands for here or in the nearest scope around, or null. */
  @Nullable Symbol find(String name) {
    for (Scope scope = this; scope != null; scope = scope.outer) {
      Symbol symbol = scope.names.get(name);
      if (symbol != null) {
        return symbol;
      }
    }
    return null;
  }

  /** What this scope itself declares a name to be, or null. */
  @Nullable Symbol findHere(String name) {
    return names.get(name);
  }

  @Nullable CType findTag(String name) {
    for (Scope scope = this; scope != null; scope = scope.outer) {
      CType type = scope.tags.get(name);
      if (type != null) {
        return type;
      }
    }
    return null;
  }

  @Nullable CType findTagHere(String name) {
    return tags.get(name);
  }

  /** The type a name stands for: a typedef, or in C++ a tag; null if it is no type. */
  @Nullable CType findType(String name) {
    for (Scope scope = this; scope != null; scope = scope.outer) {
      Symbol symbol = scope.names.get(name);
      if (symbol != null) {
        return symbol instanceof Symbol.TypeName typeName ? typeName.type() : scope.tags.get(name);
      }
      CType tag = scope.tags.get(name);
      if (tag != null) {
        return tag;
      }
    }
    return null;
  }
}
