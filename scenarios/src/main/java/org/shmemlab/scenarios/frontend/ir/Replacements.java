package org.shmemlab.scenarios.frontend.ir;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.shmemlab.scenarios.api.catalogue.Catalogue;
import org.shmemlab.scenarios.frontend.llvm.LlvmModule;

/**
 * Finds the functions that headers of libraries define and the catalogue has: a call of one is a
 * call of the library, whatever its body.
 */
final class Replacements {
  /** The barrier of a grid in the toolkit's {@code cooperative_groups}, which spins in memory. */
  private static final Pattern GRID_SYNC =
      Pattern.compile("_ZN18cooperative_groups.*7details4gridL?4syncEPj");

  private static final String OUR_GRID_SYNC = "__shmemlab_grid_sync";

  private final Map<Long, String> names = new LinkedHashMap<>();

  Replacements(LlvmModule module, boolean onDevice, Catalogue catalogue) {
    for (long function : module.functions()) {
      if (module.llvm().isDeclaration.of(function) == 0) {
        String name = name(module.llvm().name(function), onDevice, catalogue);
        if (name != null) {
          names.put(function, name);
        }
      }
    }
  }

  private static @Nullable String name(String symbol, boolean onDevice, Catalogue catalogue) {
    if (GRID_SYNC.matcher(symbol).matches()) {
      return OUR_GRID_SYNC;
    }
    String name = LibrarySymbols.plain(symbol, catalogue);
    boolean isKnown =
        name.startsWith("nvshmem")
            && catalogue.find(name).stream().anyMatch(known -> known.side().allows(onDevice));
    return isKnown ? name : null;
  }

  boolean has(long function) {
    return names.containsKey(function);
  }

  /** The name in the catalogue of a function that is one of these, or null. */
  @Nullable String of(long function) {
    return names.get(function);
  }
}
