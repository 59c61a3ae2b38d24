package org.shmemlab.scenarios.api;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.shmemlab.model.program.AgentCode;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Parameter;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.scenarios.api.catalogue.ApiFunction;
import org.shmemlab.scenarios.api.catalogue.ApiType;
import org.shmemlab.scenarios.api.catalogue.NumberType;
import org.shmemlab.scenarios.api.catalogue.Prototype;
import org.shmemlab.scenarios.api.catalogue.TypePattern;
import org.shmemlab.scenarios.api.lowering.CallLowering;
import org.shmemlab.scenarios.api.lowering.CallSite;
import org.shmemlab.scenarios.api.lowering.Field;

/** Lowers one library call after another into a function, without source code around it. */
final class CallBench {
  /** Raised by a lowering that says that a call is wrong. */
  static final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1;

    Refused(String message) {
      super(message);
    }
  }

  private static final SourceLine LINE = new SourceLine("bench.cu", 7);
  private static final ApiType POINTER = new ApiType("void *", ScalarType.U64, null);

  private final CallLowerings lowerings = new CallLowerings();
  private final Map<String, AgentCode> synthesised = new LinkedHashMap<>();
  private final CodeBuilder code = new CodeBuilder("main", false, List.of(), LINE);

  /** Functions that lowerings made, by name. */
  Map<String, AgentCode> synthesised() {
    return synthesised;
  }

  /** The function with all calls so far. */
  AgentCode build() {
    return code.build();
  }

  /** A call with the types of its parameters. */
  record Call(ApiFunction function, ImmutableList<ApiType> parameters) {}

  /** The call that a prototype stands for if every {@code T} that is not said is an int. */
  static Call resolve(Prototype prototype) {
    String said = prototype.element();
    ApiType element = said == null ? ApiType.VOID : named(said);
    if (said == null && prototype.attributes().containsKey("generic")) {
      element = ApiType.of(NumberType.INT);
    }
    ImmutableList.Builder<ApiType> parameters = ImmutableList.builder();
    for (Prototype.Parameter parameter : prototype.patterns().parameters()) {
      parameters.add(type(parameter.type(), element));
    }
    ApiType result = type(prototype.patterns().result(), element);
    return new Call(prototype.with(element, result), parameters.build());
  }

  private static ApiType type(TypePattern pattern, ApiType element) {
    if (pattern.pointers() > 0 || pattern.reference()) {
      return POINTER;
    }
    return pattern.isDeduced() ? element : named(pattern.base());
  }

  /** The type that a word names: numbers and handles are scalars, all others structures. */
  private static ApiType named(String word) {
    NumberType number = NumberType.of(word);
    if (number != null) {
      return ApiType.of(number);
    }
    return switch (word) {
      case "void" -> ApiType.VOID;
      case "nvshmem_team_t", "shmem_team_t", "shmem_ctx_t" -> ApiType.of(NumberType.INT);
      case "cudaStream_t" -> POINTER;
      default -> new ApiType(word, null, null);
    };
  }

  /** Lowers a call with a made-up value for each argument; gives the register of its result. */
  int call(Call call) {
    List<Integer> registers = new ArrayList<>();
    for (int i = 0; i < call.parameters().size(); i++) {
      registers.add(code.constant(i));
    }
    CallLowering lowering = lowerings.of(call.function().family());
    if (lowering == null) {
      throw new Refused("no lowering of " + call.function().family());
    }
    return lowering.lower(new Site(call, registers));
  }

  private final class Site implements CallSite {
    private final Call call;
    private final List<Integer> registers;

    Site(Call call, List<Integer> registers) {
      this.call = call;
      this.registers = registers;
    }

    @Override
    public ApiFunction function() {
      return call.function();
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
      return OptionalLong.empty();
    }

    @Override
    public ApiType argumentType(int index) {
      return call.parameters().get(index);
    }

    @Override
    public int objectBytes(int index) {
      return 0;
    }

    @Override
    public Field field(int index, String... path) {
      return new Field(ScalarType.I32, 0);
    }

    @Override
    public boolean onDevice() {
      return false;
    }

    @Override
    public CodeBuilder code() {
      return code;
    }

    @Override
    public int synthesised(
        String name, ImmutableList<Parameter> parameters, Consumer<CodeBuilder> body) {
      if (!synthesised.containsKey(name)) {
        CodeBuilder builder = new CodeBuilder(name, false, parameters, LINE);
        body.accept(builder);
        synthesised.put(name, builder.build());
      }
      return List.copyOf(synthesised.keySet()).indexOf(name);
    }

    @Override
    public RuntimeException error(String message) {
      return new Refused(message);
    }
  }
}
