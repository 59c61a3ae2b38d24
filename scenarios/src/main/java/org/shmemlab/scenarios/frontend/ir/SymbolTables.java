package org.shmemlab.scenarios.frontend.ir;

import com.google.common.primitives.ImmutableIntArray;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.Variable;
import org.shmemlab.model.program.Variable.Storage;

/**
 * Fills in the tables by which the driver's modules ({@code modules.c} of the run-time system) find
 * kernels and variables of devices by their symbols, and the dynamic linker ({@code dl.c})
 * functions of the host, where a program is linked with them.
 */
final class SymbolTables {
  private static final String KERNELS = "__shmemlab_kernels";
  private static final String VARIABLES = "__shmemlab_variables";
  private static final String FUNCTIONS = "__shmemlab_functions";
  private static final int KERNEL = 71; // LLVM, CallingConv::PTX_Kernel
  private static final int PRIVATE_LINKAGE = 9;
  private static final int ENTRY_BYTES = 24;

  private final Symbols host;
  private final @Nullable Symbols device;
  private final LoweringContext whole;

  /** One line: a symbol, what a program gets for it, and how large that is. */
  private record Entry(String symbol, long address, long bytes) {}

  SymbolTables(Symbols host, @Nullable Symbols device) {
    this.host = host;
    this.device = device;
    this.whole = host.whole();
  }

  /**
   * Binds the tables that the program refers to.
   *
   * @param registered the kernels by the functions of the host that launch them
   */
  void bind(Map<Long, Kernels.Kernel> registered) {
    Long kernels = host.side().global(KERNELS);
    if (kernels != null) {
      bind(kernels, "the kernels of the program", kernels(registered));
    }
    Long variables = host.side().global(VARIABLES);
    if (variables != null) {
      bind(variables, "the variables of devices", variables());
    }
    Long functions = host.side().global(FUNCTIONS);
    if (functions != null) {
      bind(functions, "the functions of the program", functions());
    }
  }

  /** The functions whose names stand in the program as texts. */
  private List<Entry> functions() {
    List<Entry> entries = new ArrayList<>();
    for (String text : host.side().module().texts()) {
      Long function = host.side().function(text);
      if (function != null) {
        entries.add(new Entry(text, Address.ofFunction(host.index(function)), 0));
      }
    }
    return entries;
  }

  private List<Entry> kernels(Map<Long, Kernels.Kernel> registered) {
    List<Entry> entries = new ArrayList<>();
    if (device == null) {
      return entries;
    }
    Map<Long, Long> stubs = new HashMap<>();
    registered.forEach((stub, kernel) -> stubs.put(kernel.function(), stub));
    Set<String> named = new KernelNames(host.side()).lookedUp();
    ModuleSide there = device.side();
    for (long function : there.module().functions()) {
      if (there.llvm().callConvention.of(function) == KERNEL
          && there.isDefined(function)
          && (named == null || named.contains(there.llvm().name(function)))) {
        Long stub = stubs.get(function);
        // a launch looks for the kernel one index before the function that the host launches
        int index = stub != null ? host.index(stub) : device.index(function) + 1;
        entries.add(new Entry(there.llvm().name(function), Address.ofFunction(index), 0));
      }
    }
    return entries;
  }

  private List<Entry> variables() {
    List<Entry> entries = new ArrayList<>();
    if (device == null) {
      return entries;
    }
    ModuleSide there = device.side();
    for (long variable : there.module().globals()) {
      String name = there.llvm().name(variable);
      boolean isNamed =
          there.isDefined(variable)
              && there.llvm().linkage.of(variable) != PRIVATE_LINKAGE
              && !name.startsWith("llvm.")
              && device.isInMemory(variable);
      if (isNamed) {
        long bytes = there.types().size(there.llvm().functionType.of(variable));
        entries.add(new Entry(name, device.address(variable), bytes));
      }
    }
    return entries;
  }

  private void bind(long global, String name, List<Entry> entries) {
    ByteBuffer bytes =
        ByteBuffer.allocate((entries.size() + 1) * ENTRY_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (Entry entry : entries) {
      bytes.putLong(whole.program().literal(entry.symbol(), whole.somewhere()));
      bytes.putLong(entry.address()).putLong(entry.bytes());
    }
    ImmutableIntArray.Builder image = ImmutableIntArray.builder(bytes.capacity());
    for (byte each : bytes.array()) {
      image.add(each & 0xFF);
    }
    Variable table =
        new Variable(name, Storage.CONSTANT, bytes.capacity(), image.build(), whole.somewhere());
    host.bind(global, whole.ownVariable(table));
  }
}
