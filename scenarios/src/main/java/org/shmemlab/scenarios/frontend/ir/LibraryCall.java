package org.shmemlab.scenarios.frontend.ir;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.ExternalCall;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Parameter;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.api.catalogue.ApiFunction;
import org.shmemlab.scenarios.api.catalogue.ApiType;
import org.shmemlab.scenarios.api.catalogue.NumberType;
import org.shmemlab.scenarios.api.catalogue.Prototype;
import org.shmemlab.scenarios.api.catalogue.TypePattern;
import org.shmemlab.scenarios.api.lowering.CallLowering;
import org.shmemlab.scenarios.api.lowering.CallSite;
import org.shmemlab.scenarios.api.lowering.Field;
import org.shmemlab.scenarios.frontend.emit.Integers;
import org.shmemlab.scenarios.frontend.emit.Leaf;
import org.shmemlab.scenarios.frontend.emit.NotSupported;
import org.shmemlab.scenarios.runtime.libc.CHeap;
import org.shmemlab.scenarios.source.Diagnostic;

/**
 * Lowers a call of a library: found in the catalogue by its symbol, its arguments in the
 * catalogue's form, handed over to {@code api}.
 *
 * <p>The symbol of a function that has several forms says which: {@code atomicAdd:0:float} is the
 * first of that name, for elements of {@code float}. Our headers give functions these symbols.
 */
final class LibraryCall implements CallSite {
  private final FunctionValues f;
  private final Prototype prototype;
  private final ApiType element;
  private final ApiFunction function;
  private final List<Integer> registers = new ArrayList<>();
  private final List<ApiType> types = new ArrayList<>();
  private final List<OptionalLong> constants = new ArrayList<>();

  private LibraryCall(FunctionValues f, Prototype prototype, ApiType element) {
    this.f = f;
    this.prototype = prototype;
    this.element = element;
    ApiType result = HeaderTypes.of(prototype.patterns().result(), element);
    this.function = prototype.with(element, result);
  }

  /** Emits the call of a function that the program does not define. */
  static void lower(FunctionValues f, long call, String symbol) {
    if (symbol.equals("exit")) {
      new StartAndEnd(f).end();
    }
    ExternalCall external = allocation(symbol);
    if (external != null) {
      ask(f, call, external);
      return;
    }
    LibraryCall site = find(f, symbol);
    ApiFunction function = site.function;
    site.arguments(call);
    CallLowering lowering = f.whole().lowerings().of(function.family());
    if (lowering == null) {
      throw new NotSupported(function.name());
    }
    int result = lowering.lower(site);
    if (!f.leaves(call).isEmpty() && result != Instruction.NO_REGISTER) {
      f.define(call, fromLibrary(f, f.leaf(call), function.result().register(), result));
    }
  }

  /** Operators new and delete, by their symbols in the Itanium C++ ABI. */
  private static @Nullable ExternalCall allocation(String symbol) {
    return switch (symbol) {
      case "_Znwm", "_Znam" -> CHeap.MALLOC;
      case "_ZdlPv", "_ZdlPvm", "_ZdaPv", "_ZdaPvm" -> CHeap.FREE;
      default -> null;
    };
  }

  private static void ask(FunctionValues f, long call, ExternalCall external) {
    int argument = f.register(f.operand(call, 0));
    int dst = f.leaves(call).isEmpty() ? Instruction.NO_REGISTER : f.code().register();
    f.code().emit(new Instruction.Invoke(external, dst, ImmutableIntArray.of(argument)));
    if (dst != Instruction.NO_REGISTER) {
      f.define(call, dst);
    }
  }

  private static LibraryCall find(FunctionValues f, String symbol) {
    List<String> parts = Splitter.on(':').splitToList(symbol);
    String name = LibrarySymbols.plain(parts.get(0), f.whole().catalogue());
    ImmutableList<Prototype> all = f.whole().catalogue().find(name);
    Prototype chosen = null;
    if (parts.size() > 1) {
      chosen = all.get(Integer.parseInt(parts.get(1)));
    } else {
      for (Prototype prototype : all) {
        if (chosen == null && prototype.side().allows(f.onDevice())) {
          chosen = prototype;
        }
      }
    }
    if (chosen == null) {
      throw UndefinedFunctions.of(f.side(), name);
    }
    String said = parts.size() > 2 ? parts.get(2) : "";
    return new LibraryCall(f, chosen, element(chosen, said));
  }

  /** The type that T stands for, by the name of the function, its symbol, or C's rules. */
  private static ApiType element(Prototype prototype, String said) {
    String named = prototype.element();
    if (named != null) {
      return HeaderTypes.of(named);
    }
    if (!said.isEmpty()) {
      return HeaderTypes.of(said);
    }
    boolean real = false;
    boolean common = false;
    for (Prototype.Parameter parameter : prototype.patterns().parameters()) {
      real |= parameter.type().base().equals(TypePattern.REAL);
      common |= parameter.type().base().equals(TypePattern.COMMON);
    }
    return real
        ? ApiType.of(NumberType.DOUBLE)
        : common ? ApiType.of(NumberType.INT) : ApiType.VOID;
  }

  // ---------------------------------------------------------------- arguments

  private void arguments(long call) {
    int count = f.llvm().arguments.of(call);
    int next = 0;
    for (Prototype.Parameter declared : prototype.patterns().parameters()) {
      ApiType parameter = HeaderTypes.of(declared.type(), element);
      if (next >= count) {
        add(f.code().constant(0), parameter, OptionalLong.of(0)); // only C leaves one out
      } else if (!parameter.isScalar()) {
        int place = new LaunchArguments(f).extent(f.operand(call, next), f.operand(call, next + 1));
        add(place, parameter, OptionalLong.empty());
        next += 2;
      } else {
        argument(f.operand(call, next), parameter, next == kernelArgument());
        next++;
      }
    }
    for (; next < count; next++) {
      long value = f.operand(call, next);
      ApiType type = promoted(f.leaf(value));
      argument(value, type, false);
    }
  }

  /** A register of ours in the form of a parameter. */
  private int toLibrary(Leaf leaf, ScalarType wanted, int register) {
    if (leaf.isInteger() && wanted == ScalarType.F32) { // PTX hands over its bits
      return new Integers(f).unsigned(leaf, register);
    }
    if (!leaf.isInteger() || wanted.floating() || leaf.scalar() == wanted || leaf.isTruth()) {
      return register;
    }
    boolean widens = wanted.bytes() == 8 && leaf.bits() < 64;
    return wanted == ScalarType.I64 || (wanted == ScalarType.U64 && !widens)
        ? register
        : f.convert(leaf.scalar(), wanted, register);
  }

  /** The result of a library in the form of our registers. */
  private static int fromLibrary(FunctionValues f, Leaf leaf, ScalarType given, int register) {
    if (leaf.isInteger() && given.floating()) {
      return new Integers(f).wrapped(leaf, register);
    }
    return leaf.isInteger() && leaf.scalar() != given && leaf.bits() < 64
        ? f.convert(given, leaf.scalar(), register)
        : register;
  }

  /** Which argument is a kernel, or -1. */
  private int kernelArgument() {
    if (function.family().equals("launch")) {
      return switch (function.action()) {
        case "occupancy", "extended", "collective_attr" -> 1;
        default -> 0;
      };
    }
    return -1;
  }

  private void argument(long value, ApiType type, boolean isKernel) {
    if (isKernel) {
      add(new LaunchArguments(f).kernel(value), type, OptionalLong.empty());
      return;
    }
    ScalarType wanted = type.register();
    OptionalLong constant =
        f.isNumber(value)
            ? OptionalLong.of(wanted.canonical(f.number(value)))
            : OptionalLong.empty();
    int register =
        constant.isPresent()
            ? f.code().constant(constant.getAsLong())
            : toLibrary(f.leaf(value), wanted, f.register(value));
    add(register, type, constant);
  }

  private static ApiType promoted(Leaf leaf) {
    return switch (leaf.scalar()) {
      case F64 -> ApiType.of(NumberType.DOUBLE);
      case F32 -> ApiType.of(NumberType.FLOAT);
      case U64 -> HeaderTypes.POINTER;
      case I64 -> ApiType.of(NumberType.LONG);
      default -> ApiType.of(NumberType.INT);
    };
  }

  private void add(int register, ApiType type, OptionalLong constant) {
    registers.add(register);
    types.add(type);
    constants.add(constant);
  }

  // ---------------------------------------------------------------- as api sees it

  @Override
  public ApiFunction function() {
    return function;
  }

  @Override
  public int argumentCount() {
    return registers.size();
  }

  @Override
  public int argument(int index) {
    return registers.get(index);
  }

  @Override
  public OptionalLong constant(int index) {
    return constants.get(index);
  }

  @Override
  public ApiType argumentType(int index) {
    return types.get(index);
  }

  @Override
  public int objectBytes(int index) {
    return HeaderTypes.bytes(pointedTo(index));
  }

  @Override
  public Field field(int index, String... path) {
    return HeaderTypes.field(pointedTo(index), path);
  }

  private String pointedTo(int index) {
    return prototype.patterns().parameters().get(index).type().base();
  }

  @Override
  public boolean onDevice() {
    return f.onDevice();
  }

  @Override
  public CodeBuilder code() {
    return f.code();
  }

  @Override
  public int synthesised(
      String name, ImmutableList<Parameter> parameters, Consumer<CodeBuilder> body) {
    return f.program().synthesised(name, parameters, body, f.code().line());
  }

  @Override
  public RuntimeException error(String message) {
    if (!message.startsWith(Diagnostic.GAP)) { // it is wrong, not unknown
      f.diagnostics().error(f.code().line(), message);
      return NotSupported.reported(message);
    }
    return new NotSupported(message);
  }
}
