package org.shmemlab.scenarios.frontend.clang;

import com.google.common.collect.ImmutableList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.scenarios.frontend.ir.Linking;
import org.shmemlab.scenarios.frontend.ir.SourceNames;
import org.shmemlab.scenarios.frontend.llvm.Llvm;
import org.shmemlab.scenarios.frontend.llvm.LlvmModule;
import org.shmemlab.scenarios.source.Diagnostics;

/**
 * Makes one module for the host and one for devices of those of all files.
 *
 * <p>Kernels and device variables with internal linkage have symbols that are not unique, so that
 * the host can name them. Those of every file but the first get its number after a point, as LLVM
 * does with functions of the host, and the function that registers them gets it, too. Modules of
 * PTX come last, and define what they define in place of all others.
 */
final class ModuleLinking implements AutoCloseable {
  private static final int EXTERNAL_LINKAGE = 0;
  private static final int INTERNAL_LINKAGE = 8;
  private static final int PRIVATE_LINKAGE = 9;
  private static final String DEVICE = "nvptx";

  /** The mark of internal linkage in symbols of the Itanium C++ ABI. */
  private static final Pattern OF_ONE_FILE = Pattern.compile("ZN?L\\d|_GLOBAL__N_");

  private final Llvm llvm;
  private final Diagnostics diagnostics;
  private final Map<String, String> hostSymbols = new HashMap<>();
  private final Map<String, String> deviceSymbols = new HashMap<>();
  private final Map<String, String> replacedSymbols = new HashMap<>();
  private @Nullable LlvmModule host;
  private @Nullable LlvmModule device;

  ModuleLinking(Llvm llvm, Diagnostics diagnostics) {
    this.llvm = llvm;
    this.diagnostics = diagnostics;
  }

  /**
   * Adds the compiled form of a file.
   *
   * @param number of the file, from 0
   */
  void add(String path, int number, Bitcode made) {
    byte[] code = made.host();
    if (code != null) {
      host = joined(host, hostSymbols, path, number, code);
    }
    byte[] deviceCode = made.device();
    if (deviceCode != null) {
      device = joined(device, deviceSymbols, path, number, deviceCode);
    }
  }

  /** Adds a module, for whichever processor it is. */
  void add(String path, int number, byte[] module) {
    boolean ofDevice;
    try (LlvmModule alone = LlvmModule.of(llvm, module)) {
      ofDevice = alone.target().startsWith(DEVICE);
    }
    Bitcode made =
        new Bitcode(ofDevice ? null : module, ofDevice ? module : null, ImmutableList.of());
    add(path, number, made);
  }

  /**
   * Adds a module for devices. A function or variable of it takes the place of one that a source
   * defines: the module is the compiler's output for that source. (Of two modules of PTX that
   * define a name, the second is an error.)
   */
  void replace(String path, byte[] module) {
    if (device == null) {
      device = LlvmModule.of(llvm, module);
      define(device, replacedSymbols, path);
      return;
    }
    LlvmModule next = device.sibling(module);
    if (!define(next, replacedSymbols, path)) {
      return;
    }
    Set<String> names = new HashSet<>();
    next.functions().forEach(function -> collect(function, names));
    next.globals().forEach(variable -> collect(variable, names));
    device.functions().forEach(function -> giveWay(function, names));
    device.globals().forEach(variable -> giveWay(variable, names));
    device.link(next);
  }

  private void collect(long symbol, Set<String> names) {
    int linkage = llvm.linkage.of(symbol);
    if (llvm.isDeclaration.of(symbol) == 0
        && linkage != INTERNAL_LINKAGE
        && linkage != PRIVATE_LINKAGE) {
      names.add(llvm.name(symbol));
    }
  }

  private void giveWay(long symbol, Set<String> names) {
    if (llvm.isDeclaration.of(symbol) == 0 && names.contains(llvm.name(symbol))) {
      llvm.makeAvailableExternally(symbol);
    }
  }

  private LlvmModule joined(
      @Nullable LlvmModule known,
      Map<String, String> symbols,
      String path,
      int number,
      byte[] code) {
    LlvmModule next = known == null ? LlvmModule.of(llvm, code) : known.sibling(code);
    if (number > 0) {
      rename(next, "." + number);
    }
    boolean unique = define(next, symbols, path);
    if (known == null) {
      return next;
    }
    if (unique) {
      known.link(next);
    }
    return known;
  }

  private void rename(LlvmModule module, String suffix) {
    boolean ofDevice = module.target().startsWith(DEVICE);
    for (long function : module.functions()) {
      String name = llvm.name(function);
      boolean isRegistration = name.equals(Linking.REGISTRATION);
      if (isRegistration || (ofDevice && isOfOneFile(function, name))) {
        llvm.rename(function, name + suffix);
      }
    }
    if (ofDevice) {
      for (long variable : module.globals()) {
        String name = llvm.name(variable);
        if (isOfOneFile(variable, name)) {
          llvm.rename(variable, name + suffix);
        }
      }
    }
  }

  private boolean isOfOneFile(long symbol, String name) {
    return llvm.isDeclaration.of(symbol) == 0 && OF_ONE_FILE.matcher(name).find();
  }

  /**
   * Notes the symbols that a module defines for other modules; whether no module before it defined
   * one of them.
   */
  private boolean define(LlvmModule module, Map<String, String> symbols, String path) {
    boolean unique = true;
    for (long function : module.functions()) {
      long scope = llvm.subprogram.of(function);
      int line = scope == 0 ? 0 : llvm.subprogramLine.of(scope);
      unique &= define(function, new SourceLine(path, line), symbols);
    }
    for (long variable : module.globals()) {
      unique &= define(variable, new SourceLine(path, 0), symbols);
    }
    return unique;
  }

  private boolean define(long symbol, SourceLine line, Map<String, String> symbols) {
    if (llvm.isDeclaration.of(symbol) != 0 || llvm.linkage.of(symbol) != EXTERNAL_LINKAGE) {
      return true;
    }
    String name = llvm.name(symbol);
    String before = symbols.putIfAbsent(name, line.line() == 0 ? line.file() : line.toString());
    if (before != null) {
      diagnostics.error(
          line, "'" + SourceNames.symbol(name) + "' is defined in " + before + ", too");
    }
    return before == null;
  }

  /** The module of the host; null where no file has something for it. */
  @Nullable LlvmModule host() {
    return host;
  }

  /** The module of devices; null where no file has something for them. */
  @Nullable LlvmModule device() {
    return device;
  }

  @Override
  public void close() {
    if (host != null) {
      host.close();
    }
    if (device != null) {
      device.close();
    }
  }
}
