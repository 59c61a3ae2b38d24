package org.shmemlab.scenarios.frontend.ir;

import com.google.common.primitives.ImmutableIntArray;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.program.Space;
import org.shmemlab.model.program.Variable;
import org.shmemlab.model.program.Variable.Storage;
import org.shmemlab.scenarios.frontend.llvm.Llvm;
import org.shmemlab.scenarios.frontend.llvm.LlvmModule;
import org.shmemlab.scenarios.frontend.llvm.ValueKind;

/** The host's or the devices' part of a program: one module, its variables and functions. */
final class Side {
  private static final int PRIVATE_LINKAGE = 9;
  private static final int CONSTANT_MEMORY = 4;
  private static final int SHARED_MEMORY = 3;

  private final Linking linking;
  private final LlvmModule module;
  private final boolean onDevice;
  private final Types types;
  private final Constants constants;
  private final Lines lines;
  private final Attributes attributes;
  private final Map<String, Long> functionsByName = new LinkedHashMap<>();
  private final Map<String, Long> globalsByName = new LinkedHashMap<>();
  private final Map<Long, Long> addresses = new HashMap<>();
  private final Deque<Long> withoutImage = new ArrayDeque<>();

  Side(Linking linking, LlvmModule module, boolean onDevice, Path ourHeaders) {
    this.linking = linking;
    this.module = module;
    this.onDevice = onDevice;
    this.types = new Types(module);
    this.constants = new Constants(module.llvm(), types, this::address);
    this.lines = new Lines(module.llvm(), ourHeaders);
    this.attributes = new Attributes(module.llvm(), types);
    for (long function : module.functions()) {
      functionsByName.put(llvm().name(function), function);
    }
    for (long global : module.globals()) {
      globalsByName.put(llvm().name(global), global);
    }
  }

  Llvm llvm() {
    return module.llvm();
  }

  LlvmModule module() {
    return module;
  }

  Linking linking() {
    return linking;
  }

  Types types() {
    return types;
  }

  Constants constants() {
    return constants;
  }

  Lines lines() {
    return lines;
  }

  Attributes attributes() {
    return attributes;
  }

  boolean onDevice() {
    return onDevice;
  }

  /** A function by its symbol, or null. */
  @Nullable Long function(String symbol) {
    return functionsByName.get(symbol);
  }

  /** A global variable by its symbol, or null. */
  @Nullable Long global(String symbol) {
    return globalsByName.get(symbol);
  }

  boolean isDefined(long global) {
    return llvm().isDeclaration.of(global) == 0;
  }

  // ---------------------------------------------------------------- addresses

  /** Says that a variable of this side is that of another at an address. */
  void bind(long global, long address) {
    addresses.put(global, address);
  }

  /** The address of a variable or function. */
  long address(long symbol) {
    Long known = addresses.get(symbol);
    if (known == null) {
      known =
          llvm().valueKind.of(symbol) == ValueKind.FUNCTION
              ? linking.functionAddress(this, symbol)
              : add(symbol);
      addresses.put(symbol, known);
    }
    return known;
  }

  private long add(long global) {
    String name = llvm().name(global);
    long bytes = types.size(llvm().functionType.of(global));
    if (!isDefined(global)) {
      if (addressSpace(global) == SHARED_MEMORY) {
        return Address.of(Space.SHARED, 0, Program.DYNAMIC_SHARED);
      }
      linking.warnOfUnknown(SourceNames.symbol(name));
    }
    if (bytes > Integer.MAX_VALUE) {
      throw new NotSupported("a variable larger than 2 GiB: '" + SourceNames.symbol(name) + "'");
    }
    Variable variable =
        new Variable(
            SourceNames.symbol(name),
            storage(global),
            Math.max(1, (int) bytes),
            ImmutableIntArray.of(),
            new SourceLine(linking.path(), 0));
    withoutImage.add(global);
    return linking.program().add(variable);
  }

  private int addressSpace(long global) {
    return llvm().addressSpace.of(llvm().typeOf.of(global));
  }

  private Storage storage(long global) {
    boolean literal =
        llvm().isConstantGlobal.of(global) != 0 && llvm().linkage.of(global) == PRIVATE_LINKAGE;
    if (onDevice) {
      return switch (addressSpace(global)) {
        case SHARED_MEMORY -> Storage.SHARED;
        case CONSTANT_MEMORY -> Storage.DEVICE_CONSTANT;
        default ->
            literal
                ? Storage.CONSTANT
                : llvm().sectionOf(global).equals(".managed") ? Storage.MANAGED : Storage.DEVICE;
      };
    }
    boolean firstValues = llvm().threadLocal.of(global) != 0; // each thread has its own copy
    if (literal || firstValues) {
      return Storage.CONSTANT;
    }
    boolean ofTheRuntime = llvm().name(global).startsWith("__shmemlab_");
    return linking.isOpenShmem() && !ofTheRuntime ? Storage.SYMMETRIC : Storage.HOST;
  }

  /** Gives the variables that were asked for their first values; says whether there were any. */
  boolean fillImages() {
    boolean any = !withoutImage.isEmpty();
    while (!withoutImage.isEmpty()) {
      long global = withoutImage.remove();
      int bytes = Math.max(1, (int) types.size(llvm().functionType.of(global)));
      long initializer = llvm().initializer.of(global);
      if (initializer != 0) {
        linking.program().image(address(global), image(initializer, bytes));
      }
    }
    return any;
  }

  private ImmutableIntArray image(long initializer, int bytes) {
    int kind = llvm().valueKind.of(initializer);
    if (kind == ValueKind.ZERO || kind == ValueKind.UNDEF) {
      return ImmutableIntArray.of();
    }
    byte[] image = new byte[bytes];
    constants.write(initializer, image, 0);
    int used = bytes;
    while (used > 0 && image[used - 1] == 0) {
      used--;
    }
    ImmutableIntArray.Builder out = ImmutableIntArray.builder(Math.max(1, used));
    for (int i = 0; i < used; i++) {
      out.add(image[i] & 0xFF);
    }
    return out.build();
  }
}
