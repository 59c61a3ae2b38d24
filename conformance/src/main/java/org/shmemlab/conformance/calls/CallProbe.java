package org.shmemlab.conformance.calls;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Parameter;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.scenarios.api.CallLowerings;
import org.shmemlab.scenarios.api.catalogue.ApiFunction;
import org.shmemlab.scenarios.api.catalogue.ApiType;
import org.shmemlab.scenarios.api.catalogue.NumberType;
import org.shmemlab.scenarios.api.catalogue.Prototype;
import org.shmemlab.scenarios.api.catalogue.TypePattern;
import org.shmemlab.scenarios.api.lowering.CallLowering;
import org.shmemlab.scenarios.api.lowering.CallSite;
import org.shmemlab.scenarios.api.lowering.Field;

/**
 * Lowers a call that stands alone, to see the instructions it becomes. Its arguments are parameters
 * of unknown values; layouts of structures do not matter.
 */
final class CallProbe implements CallSite {
  private static final CallLowerings LOWERINGS = new CallLowerings();
  private static final ApiType POINTER = new ApiType("void *", ScalarType.U64, null);

  private static final SourceLine NOWHERE = new SourceLine("probe", 1);

  private final Prototype prototype;
  private final ApiType element;
  private final ApiFunction function;
  private final ImmutableList<ApiType> types;
  private final CodeBuilder code;
  private final List<Instruction> tasks = new ArrayList<>();

  /** Reports that a call is refused, with the message to the program. */
  static final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Refused(String message) {
      super(message);
    }
  }

  private CallProbe(Prototype prototype) {
    this.prototype = prototype;
    this.element = element(prototype);
    this.function = prototype.with(element, type(prototype.patterns().result()));
    this.types =
        prototype.patterns().parameters().stream()
            .map(parameter -> type(parameter.type()))
            .collect(ImmutableList.toImmutableList());
    this.code = builder(types.stream().map(CallProbe::register).map(Parameter::of).toList());
  }

  /**
   * The instructions of a call, those of tasks that it leaves to a stream included.
   *
   * @throws Refused if no lowering takes it
   */
  static ImmutableList<Instruction> instructions(Prototype prototype) {
    CallProbe probe = new CallProbe(prototype);
    CallLowering lowering = LOWERINGS.of(probe.function.family());
    if (lowering == null) {
      throw new Refused("not supported yet: " + prototype.name());
    }
    lowering.lower(probe);
    return ImmutableList.<Instruction>builder()
        .addAll(probe.code.build().body())
        .addAll(probe.tasks)
        .build();
  }

  private static CodeBuilder builder(List<Parameter> parameters) {
    return new CodeBuilder("probe", false, parameters, NOWHERE);
  }

  // A call that deduces its type has it from int; "real" is double unless all is float.
  private static ApiType element(Prototype prototype) {
    String named = prototype.element();
    if (named != null) {
      return words(named);
    }
    boolean real = false;
    boolean deduced = prototype.patterns().result().isDeduced();
    for (Prototype.Parameter parameter : prototype.patterns().parameters()) {
      real |= parameter.type().base().equals(TypePattern.REAL);
      deduced |= parameter.type().isDeduced();
    }
    return real
        ? ApiType.of(NumberType.DOUBLE)
        : deduced ? ApiType.of(NumberType.INT) : ApiType.VOID;
  }

  private ApiType type(TypePattern pattern) {
    if (pattern.pointers() > 0 || pattern.reference()) {
      return POINTER;
    }
    return pattern.isDeduced() ? element : words(pattern.base());
  }

  private static ApiType words(String words) {
    NumberType number = NumberType.of(words);
    if (number != null) {
      return ApiType.of(number);
    }
    return switch (words) {
      case "void" -> ApiType.VOID;
      case "half" -> ApiType.of(NumberType.HALF);
      case "bfloat16" -> ApiType.of(NumberType.BFLOAT16);
      case "dim3", "double2" -> new ApiType(words, null, null);
      case "cudaStream_t", "cudaEvent_t", "ncclComm_t" -> POINTER;
      default -> ApiType.of(NumberType.INT);
    };
  }

  private static ScalarType register(ApiType type) {
    return type.isScalar() ? type.register() : ScalarType.U64;
  }

  @Override
  public ApiFunction function() {
    return function;
  }

  @Override
  public int argumentCount() {
    return types.size();
  }

  @Override
  public int argument(int index) {
    return index;
  }

  @Override
  public OptionalLong constant(int index) {
    return OptionalLong.empty();
  }

  @Override
  public ApiType argumentType(int index) {
    return types.get(index);
  }

  @Override
  public int objectBytes(int index) {
    return Long.BYTES;
  }

  @Override
  public Field field(int index, String... path) {
    return new Field(ScalarType.I32, 0);
  }

  @Override
  public boolean onDevice() {
    return prototype.side() == Prototype.Side.DEVICE;
  }

  @Override
  public CodeBuilder code() {
    return code;
  }

  @Override
  public int synthesised(
      String name, ImmutableList<Parameter> parameters, Consumer<CodeBuilder> body) {
    CodeBuilder task = builder(parameters);
    body.accept(task);
    tasks.addAll(task.build().body());
    return 0;
  }

  @Override
  public RuntimeException error(String message) {
    return new Refused(message);
  }
}
