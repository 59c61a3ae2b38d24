package org.shmemlab.scenarios.frontend.ir;

import com.google.common.collect.ImmutableSet;
import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.program.Space;
import org.shmemlab.model.program.Variable;
import org.shmemlab.model.program.Variable.Storage;
import org.shmemlab.scenarios.frontend.emit.NotSupported;
import org.shmemlab.scenarios.frontend.llvm.Llvm;
import org.shmemlab.scenarios.frontend.llvm.ValueKind;

/**
 * Places the symbols of one side of a program: the addresses of its variables and functions. A
 * variable becomes a part of the program when its address is first asked for.
 */
final class Symbols {
  private static final int PRIVATE_LINKAGE = 9;
  private static final int CONSTANT_MEMORY = 4;
  private static final int SHARED_MEMORY = 3;
  private static final int LOCAL_MEMORY = 5;

  /** Variables whose members are functions, and which hold nothing. */
  private static final ImmutableSet<String> BUILT_IN =
      ImmutableSet.of("threadIdx", "blockIdx", "blockDim", "gridDim");

  private final ModuleSide side;
  private final Llvm llvm;
  private final LoweringContext whole;
  private final Functions functions;
  private final Constants constants;
  private final Map<Long, Long> addresses = new HashMap<>();
  private final Deque<Long> withoutImage = new ArrayDeque<>();

  Symbols(ModuleSide side, LoweringContext whole, Functions functions) {
    this.side = side;
    this.llvm = side.llvm();
    this.whole = whole;
    this.functions = functions;
    this.constants = new Constants(llvm, side.types(), this::address);
  }

  ModuleSide side() {
    return side;
  }

  LoweringContext whole() {
    return whole;
  }

  Functions functions() {
    return functions;
  }

  Constants constants() {
    return constants;
  }

  /** The index of a function, which will be lowered if it is not already. */
  int index(long function) {
    return functions.index(side, function);
  }

  /** Says that a variable of this side is that of another at an address. */
  void bind(long global, long address) {
    addresses.put(global, address);
  }

  /** The address of a variable or function. */
  long address(long symbol) {
    Long known = addresses.get(symbol);
    if (known == null) {
      known =
          llvm.valueKind.of(symbol) == ValueKind.FUNCTION
              ? Address.ofFunction(index(symbol))
              : add(symbol);
      addresses.put(symbol, known);
    }
    return known;
  }

  private long add(long global) {
    String name = llvm.name(global);
    long bytes = side.types().size(llvm.functionType.of(global));
    if (!side.isDefined(global)) {
      if (addressSpace(global) == SHARED_MEMORY) {
        return Address.of(Space.SHARED, 0, Program.DYNAMIC_SHARED);
      }
      if (!BUILT_IN.contains(name)) {
        whole.warnOfUnknown(SourceNames.symbol(name));
      }
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
            whole.somewhere());
    withoutImage.add(global);
    return whole.program().add(variable);
  }

  private int addressSpace(long global) {
    return llvm.addressSpace.of(llvm.typeOf.of(global));
  }

  /** Whether a variable is memory of the device that its host can reach. */
  boolean isInMemory(long global) {
    int space = addressSpace(global);
    return space != SHARED_MEMORY && space != LOCAL_MEMORY;
  }

  private Storage storage(long global) {
    boolean literal =
        llvm.isConstantGlobal.of(global) != 0 && llvm.linkage.of(global) == PRIVATE_LINKAGE;
    if (side.onDevice()) {
      return switch (addressSpace(global)) {
        case SHARED_MEMORY -> Storage.SHARED;
        case CONSTANT_MEMORY -> Storage.DEVICE_CONSTANT;
        default ->
            literal
                ? Storage.CONSTANT
                : llvm.sectionOf(global).equals(".managed") ? Storage.MANAGED : Storage.DEVICE;
      };
    }
    boolean firstValues = llvm.threadLocal.of(global) != 0; // each thread has its own copy
    if (literal || firstValues) {
      return Storage.CONSTANT;
    }
    boolean ofTheRuntime = llvm.name(global).startsWith("__shmemlab_");
    return whole.isOpenShmem() && !ofTheRuntime ? Storage.SYMMETRIC : Storage.HOST;
  }

  /** Gives the variables that were asked for their first values; says whether there were any. */
  boolean fillImages() {
    boolean any = !withoutImage.isEmpty();
    while (!withoutImage.isEmpty()) {
      long global = withoutImage.remove();
      int bytes = Math.max(1, (int) side.types().size(llvm.functionType.of(global)));
      long initializer = llvm.initializer.of(global);
      if (initializer != 0) {
        whole.program().image(address(global), image(initializer, bytes));
      }
    }
    return any;
  }

  private ImmutableIntArray image(long initializer, int bytes) {
    int kind = llvm.valueKind.of(initializer);
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
