package org.shmemlab.scenarios.launch;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Holds what a launch file has named so far. */
final class Names {
  /** Names that mean something in every expression. */
  private static final Set<String> OURS = Set.of("me", "n", "i");

  final Map<String, Buffer> buffers = new LinkedHashMap<>();
  final Map<String, ElementType> scalars = new LinkedHashMap<>();
  final Set<String> streams = new LinkedHashSet<>();
  final Set<String> teams = new LinkedHashSet<>();

  /** The meaning that a name has already, or null. */
  @Nullable String meaning(String name) {
    if (OURS.contains(name)) {
      return name.equals("me")
          ? "the number of the PE"
          : name.equals("n") ? "the number of PEs" : "the number of an element";
    }
    return buffers.containsKey(name)
        ? "a buffer"
        : scalars.containsKey(name)
            ? "a scalar"
            : streams.contains(name) ? "a stream" : teams.contains(name) ? "a team" : null;
  }

  /** All names of a kind in words. */
  static String list(Set<String> names) {
    return names.isEmpty() ? "there is none" : String.join(", ", names);
  }
}
