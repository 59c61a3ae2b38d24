package org.shmemlab.scenarios.launch;

import com.google.common.collect.ImmutableList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * Describes a kernel that a launch file names.
 *
 * @param symbol its name in the module
 * @param parameters their types in PTX, such as "u64"; null where the module is no PTX
 */
record Kernel(String symbol, @Nullable ImmutableList<String> parameters) {
  private static final Pattern ENTRY =
      Pattern.compile("\\.entry\\s+([\\w$%.]+)\\s*(?:\\(([^)]*)\\))?");
  private static final Pattern PARAMETER =
      Pattern.compile(
          "\\.param\\s+(?:\\.align\\s+\\d+\\s+)?\\.(\\w+)[^,\\[]*(\\[\\s*\\d+\\s*\\])?");

  /**
   * The kernels of modules of PTX.
   *
   * @param isAll whether the program has no other module
   */
  record Known(ImmutableList<Kernel> kernels, boolean isAll) {}

  /** The kernels of modules of PTX. */
  static ImmutableList<Kernel> inPtx(List<SourceFile> files) {
    ImmutableList.Builder<Kernel> all = ImmutableList.builder();
    for (SourceFile file : files) {
      if (file.isPtx()) {
        Matcher entry = ENTRY.matcher(file.text());
        while (entry.find()) {
          String list = entry.group(2) == null ? "" : entry.group(2);
          all.add(new Kernel(entry.group(1), parameters(list)));
        }
      }
    }
    return all.build();
  }

  private static ImmutableList<String> parameters(String list) {
    ImmutableList.Builder<String> types = ImmutableList.builder();
    for (Matcher one = PARAMETER.matcher(list); one.find(); ) {
      types.add(one.group(2) == null ? one.group(1) : "structure");
    }
    return types.build();
  }

  /** Whether it has this symbol, or one that the name of a function was made to. */
  boolean isCalled(String name) {
    return symbol.equals(name)
        || (symbol.startsWith("_Z") && symbol.contains(name.length() + name));
  }

  /** The symbols of kernels, in words. */
  static String list(List<Kernel> kernels) {
    Set<String> symbols = new LinkedHashSet<>();
    kernels.forEach(kernel -> symbols.add(kernel.symbol));
    return symbols.isEmpty() ? "the modules have none" : String.join(", ", symbols);
  }
}
