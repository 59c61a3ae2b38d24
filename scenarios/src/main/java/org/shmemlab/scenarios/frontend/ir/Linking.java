package org.shmemlab.scenarios.frontend.ir;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Parameter;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.program.Program.HeapSide;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.Service;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.program.Variable;
import org.shmemlab.scenarios.api.CallLowerings;
import org.shmemlab.scenarios.api.Catalogue;
import org.shmemlab.scenarios.frontend.llvm.LlvmModule;
import org.shmemlab.scenarios.frontend.llvm.ValueKind;
import org.shmemlab.scenarios.source.Diagnostic;
import org.shmemlab.scenarios.source.Diagnostics;

/**
 * Makes one program of its modules: the host's and, for CUDA, the devices'.
 *
 * <p>Everything that {@code main} can reach is lowered, and the kernels that the host names. What
 * the host calls a kernel is a function that launches it; the two have indices one after the other,
 * so that the kernel is found from a pointer, too.
 */
public final class Linking {
  /** What Clang calls the function that registers the kernels of a file. */
  public static final String REGISTRATION = "__cuda_register_globals";

  private static final String CUDA_START = "__cuda_module_ctor";

  private final String path;
  private final Diagnostics diagnostics;
  private final Catalogue catalogue;
  private final CallLowerings lowerings;
  private final Program.Builder program;
  private final Side host;
  private final @Nullable Side device;
  private final Map<Long, Integer> functions = new HashMap<>();
  private final Map<Long, Long> kernels = new HashMap<>();
  private final Map<Long, Long> caughtTypes = new HashMap<>();
  private final Map<ImmutableIntArray, Long> tables = new HashMap<>();
  private final Deque<Runnable> pending = new ArrayDeque<>();
  private final boolean openShmem;
  private @Nullable Boolean throughPointers;
  private @Nullable Long configuration;

  private Linking(
      String path,
      LlvmModule hostModule,
      @Nullable LlvmModule deviceModule,
      Path ourHeaders,
      Diagnostics diagnostics,
      Catalogue catalogue,
      CallLowerings lowerings) {
    this.path = path;
    this.diagnostics = diagnostics;
    this.catalogue = catalogue;
    this.lowerings = lowerings;
    this.program = Program.builder(path);
    hostModule.prepare(f -> hostModule.llvm().name(f).contains("__device_stub__"));
    this.host = new Side(this, hostModule, false, ourHeaders);
    if (deviceModule != null) {
      deviceModule.prepare(_ -> false);
      this.device = new Side(this, deviceModule, true, ourHeaders);
    } else {
      this.device = null;
    }
    this.openShmem = usesOpenShmem();
  }

  /**
   * The program, or null where the diagnostics say why there is none.
   *
   * @param path what the user calls it
   * @param ourHeaders the folder of the headers that we bring along
   */
  public static @Nullable Program link(
      String path,
      LlvmModule host,
      @Nullable LlvmModule device,
      Path ourHeaders,
      Diagnostics diagnostics,
      Catalogue catalogue,
      CallLowerings lowerings) {
    try {
      return new Linking(path, host, device, ourHeaders, diagnostics, catalogue, lowerings).link();
    } catch (NotSupported gap) { // outside the body of any function
      diagnostics.error(new SourceLine(path, 0), Diagnostic.GAP + gap.construct());
      return null;
    }
  }

  private @Nullable Program link() {
    Long main = host.function("main");
    if (main == null || !host.isDefined(main)) {
      diagnostics.error(new SourceLine(path, 1), "there is no function main");
      return null;
    }
    bindKernels();
    int start = index(host, main);
    boolean more = true;
    while (more) {
      while (!pending.isEmpty()) {
        pending.remove().run();
      }
      boolean ofHost = host.fillImages();
      boolean ofDevice = device != null && device.fillImages();
      more = ofHost || ofDevice || !pending.isEmpty();
    }
    return diagnostics.hasErrors()
        ? null
        : program.build(start, openShmem ? HeapSide.HOST : HeapSide.DEVICE);
  }

  /** OpenSHMEM without NVSHMEM: the symmetric heap is host memory, and globals are symmetric. */
  private boolean usesOpenShmem() {
    boolean found = false;
    for (long function : host.module().functions()) {
      String name = host.llvm().name(function);
      if (name.startsWith("nvshmem")) {
        return false;
      }
      found |= !host.isDefined(function) && (name.startsWith("shmem") || name.equals("start_pes"));
    }
    return found;
  }

  // ---------------------------------------------------------------- facts

  String path() {
    return path;
  }

  Diagnostics diagnostics() {
    return diagnostics;
  }

  Catalogue catalogue() {
    return catalogue;
  }

  CallLowerings lowerings() {
    return lowerings;
  }

  Program.Builder program() {
    return program;
  }

  boolean isOpenShmem() {
    return openShmem;
  }

  // ---------------------------------------------------------------- kernels

  /** Reads from the code that registers kernels and variables which of the host's are which. */
  private void bindKernels() {
    if (device == null) {
      return;
    }
    for (long function : host.module().functions()) {
      String name = host.llvm().name(function);
      if (name.startsWith(REGISTRATION) && host.isDefined(function)) {
        bindKernels(function, name.substring(REGISTRATION.length()), device);
      }
    }
    for (long variable : host.module().globals()) { // what another file of the program registers
      Long there = host.isDefined(variable) ? null : device.global(host.llvm().name(variable));
      if (there != null) {
        host.bind(variable, device.address(there));
      }
    }
  }

  /**
   * The same of one file.
   *
   * @param suffix behind the names of what is known in that file alone
   */
  private void bindKernels(long registration, String suffix, Side devices) {
    var llvm = host.llvm();
    for (long block = llvm.firstBlock.of(registration);
        block != 0;
        block = llvm.nextBlock.of(block)) {
      for (long i = llvm.firstInstruction.of(block); i != 0; i = llvm.nextInstruction.of(i)) {
        if (!llvm.isCall(i)) {
          continue;
        }
        String callee = llvm.name(llvm.calledValue.of(i));
        if (callee.equals("__cudaRegisterFunction")) {
          long stub = llvm.operand.of(i, 1);
          String name = text(llvm.operand.of(i, 2));
          Long own = devices.function(name + suffix);
          Long kernel = own != null ? own : devices.function(name);
          if (kernel != null) {
            kernels.put(stub, kernel);
            host.lines().hide(stub);
          }
        } else if (callee.equals("__cudaRegisterVar")) {
          String name = text(llvm.operand.of(i, 2));
          Long own = devices.global(name + suffix);
          Long variable = own != null ? own : devices.global(name);
          if (variable != null) {
            host.bind(llvm.operand.of(i, 1), devices.address(variable));
          }
        }
      }
    }
  }

  /** Whether a kernel may be launched through a pointer. */
  boolean launchesThroughPointers() {
    if (throughPointers == null) {
      throughPointers = kernels.keySet().stream().anyMatch(this::isPointedTo);
    }
    return throughPointers;
  }

  private boolean isPointedTo(long stub) {
    var llvm = host.llvm();
    for (long use = llvm.firstUse.of(stub); use != 0; use = llvm.nextUse.of(use)) {
      long user = llvm.userOf.of(use);
      // what is put into its caller hands the function to the library, and calls it no more
      if (llvm.valueKind.of(user) != ValueKind.INSTRUCTION || !llvm.isCall(user)) {
        return true;
      }
      long callee = llvm.calledValue.of(user);
      if (llvm.valueKind.of(callee) != ValueKind.FUNCTION || host.isDefined(callee)) {
        return true;
      }
    }
    return false;
  }

  /** The address of the variable that holds the configuration of such a launch. */
  long launchConfiguration() {
    if (configuration == null) {
      configuration =
          program.add(
              new Variable(
                  "launch configuration",
                  Variable.Storage.HOST,
                  Launches.BYTES,
                  ImmutableIntArray.of(),
                  new SourceLine(path, 0)));
    }
    return configuration;
  }

  private String text(long literal) {
    byte[] bytes = host.llvm().bytes(host.llvm().initializer.of(literal));
    int end = bytes.length;
    while (end > 0 && bytes[end - 1] == 0) {
      end--;
    }
    return new String(bytes, 0, end, StandardCharsets.UTF_8);
  }

  /** The index of the kernel that a function of the host launches, or -1. */
  int kernel(long stub) {
    return kernels.containsKey(stub) ? index(host, stub) - 1 : -1;
  }

  // ---------------------------------------------------------------- functions

  long functionAddress(Side side, long function) {
    return Address.ofFunction(index(side, function));
  }

  /** The index of a function, which will be lowered if it is not already. */
  int index(Side side, long function) {
    Integer known = functions.get(function);
    if (known != null) {
      return known;
    }
    String symbol = side.llvm().name(function);
    Long kernel = kernels.get(function);
    if (kernel != null && device != null) {
      int index = declare(device, kernel);
      int launch = isPointedTo(function) ? declare(side, function) : declareUnused(function);
      if (launch != index + 1) {
        throw new IllegalStateException("a kernel and its launch are apart");
      }
      return index + 1;
    }
    if (!side.isDefined(function)) {
      // its address is taken: that of a function of our own that calls the library
      boolean isKnown = catalogue.find(symbol).size() == 1;
      if (!isKnown || side.llvm().isVariadic.of(side.llvm().functionType.of(function)) != 0) {
        return declareUnknown(side, function);
      }
      int index = declare(side, side.module().addForwarder(function));
      functions.put(function, index);
      return index;
    }
    return declare(side, function);
  }

  private int declare(Side side, long function) {
    int index = program.declare(SourceNames.symbol(side.llvm().name(function)));
    functions.put(function, index);
    pending.add(() -> program.define(index, new Definition(side, function).lower()));
    return index;
  }

  /** A function that nothing defines, and whose address is taken: it fails when it is called. */
  private int declareUnknown(Side side, long function) {
    String name = SourceNames.symbol(side.llvm().name(function));
    warnOfUnknown(name);
    int index = program.declare(name);
    functions.put(function, index);
    ImmutableList.Builder<Parameter> parameters = ImmutableList.builder();
    if (Definition.givesByAddress(
        side.types(), side.llvm(), side.llvm().functionType.of(function))) {
      parameters.add(Parameter.of(ScalarType.U64));
    }
    for (int i = 0; i < side.llvm().parameters.of(function); i++) {
      long type = side.llvm().typeOf.of(side.llvm().parameter.of(function, i));
      side.types().leaves(type).forEach(leaf -> parameters.add(Parameter.of(leaf.scalar())));
    }
    SourceLine line = new SourceLine(path, 0);
    CodeBuilder code = new CodeBuilder(name, false, parameters.build(), line);
    int text = code.constant(program.literal(name, line));
    code.emit(
        new Instruction.Invoke(
            Service.NOT_SUPPORTED, Instruction.NO_REGISTER, ImmutableIntArray.of(text)));
    code.emit(new Instruction.Return(Instruction.NO_REGISTER));
    program.define(index, code.build());
    return index;
  }

  /** Says once of something that nothing defines that it is not known. */
  void warnOfUnknown(String name) {
    diagnostics.warning(new SourceLine(path, 0), Diagnostic.GAP + "'" + name + "'");
  }

  /** What launches a kernel and was put into all its callers. */
  private int declareUnused(long stub) {
    int index = program.declare(SourceNames.symbol(host.llvm().name(stub)));
    functions.put(stub, index);
    CodeBuilder code =
        new CodeBuilder("launch", false, ImmutableList.of(), new SourceLine(path, 0));
    code.emit(new Instruction.Return(Instruction.NO_REGISTER));
    program.define(index, code.build());
    return index;
  }

  /** The number of a type that is caught somewhere, by the address of what describes it. */
  long caughtType(long address) {
    return caughtTypes.computeIfAbsent(address, _ -> caughtTypes.size() + 1L);
  }

  /** The address of a table, one for each content. */
  long table(Variable variable) {
    return tables.computeIfAbsent(variable.image(), _ -> program.add(variable));
  }

  /** The functions that give variables their first values, in the order in which they run. */
  List<Long> startUp(Side side) {
    Long list = side.global("llvm.global_ctors");
    if (list == null) {
      return List.of();
    }
    record Start(long priority, long function) {}
    List<Start> starts = new ArrayList<>();
    var llvm = side.llvm();
    long array = llvm.initializer.of(list);
    long count = llvm.arrayLength.of(llvm.typeOf.of(array));
    for (int i = 0; i < count; i++) {
      long entry = llvm.aggregateElement.of(array, i);
      long function = llvm.aggregateElement.of(entry, 1);
      if (!llvm.name(function).startsWith(CUDA_START)) {
        long priority = llvm.signedValue.of(llvm.aggregateElement.of(entry, 0));
        starts.add(new Start(priority, function));
      }
    }
    starts.sort(Comparator.comparingLong(Start::priority));
    return starts.stream().map(Start::function).toList();
  }

  /** Emits the calls that the program asked for at its end, where it is one of C++. */
  void end(Side side, CodeBuilder code) {
    Long ending = side.onDevice() ? null : side.function("__shmemlab_at_exit");
    Long asking = side.onDevice() ? null : side.function("__cxa_atexit");
    if (ending != null && asking != null && side.llvm().firstUse.of(asking) != 0) {
      code.emit(
          new Instruction.Call(
              index(side, ending), Instruction.NO_REGISTER, ImmutableIntArray.of()));
    }
  }

  /** Emits the calls of the start-up functions: the first thing main does. */
  void start(Side side, CodeBuilder code) {
    for (long function : startUp(side)) {
      code.emit(
          new Instruction.Call(
              index(side, function), Instruction.NO_REGISTER, ImmutableIntArray.of()));
    }
  }

  /** The index of a function that we make ourselves, built once per name. */
  int synthesised(
      String name,
      ImmutableList<Parameter> parameters,
      Consumer<CodeBuilder> body,
      SourceLine line) {
    return program.synthesised(name, parameters, body, line);
  }
}
