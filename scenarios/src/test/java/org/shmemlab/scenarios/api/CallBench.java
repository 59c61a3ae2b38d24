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
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.scenarios.types.Arithmetic;
import org.shmemlab.scenarios.types.CType;
import org.shmemlab.scenarios.types.StructType;

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
  private static final CType TEXT_LIKE = new CType.Pointer(Arithmetic.INT);

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

  /** Whether a family is lowered at all. */
  boolean knows(ApiFunction function) {
    return lowerings.of(function.family()) != null;
  }

  /** The call that a prototype stands for if every {@code T} that is not said is an int. */
  static ApiFunction resolve(Prototype prototype) {
    List<CType> arguments = new ArrayList<>();
    for (int i = 0; i < prototype.parameterCount(); i++) {
      boolean pointer = prototype.patterns().parameters().get(i).type().pointers() > 0;
      arguments.add(pointer ? TEXT_LIKE : Arithmetic.INT);
    }
    return switch (prototype.resolve(CallBench::declared, arguments, false)) {
      case Prototype.Resolution.Success success -> success.function();
      case Prototype.Resolution.Failure failure -> throw new Refused(failure.message());
    };
  }

  /** Lowers a call with a made-up value for each argument; gives the register of its result. */
  int call(ApiFunction function) {
    List<Integer> registers = new ArrayList<>();
    for (int i = 0; i < function.parameters().size(); i++) {
      registers.add(code.constant(i));
    }
    CallLowering lowering = lowerings.of(function.family());
    if (lowering == null) {
      throw new Refused("no lowering of " + function.family());
    }
    return lowering.lower(new Site(function, registers));
  }

  private final class Site implements CallSite {
    private final ApiFunction function;
    private final List<Integer> registers;

    Site(ApiFunction function, List<Integer> registers) {
      this.function = function;
      this.registers = registers;
    }

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
      return OptionalLong.empty();
    }

    @Override
    public CType argumentType(int index) {
      return function.parameters().get(index);
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

  /** The types of our headers that prototypes name, with the members that calls touch. */
  private static CType declared(String name) {
    return switch (name) {
      case "nvshmem_team_t", "shmem_team_t", "shmem_ctx_t" -> Arithmetic.INT;
      case "cudaStream_t" -> CType.Pointer.TO_ANYTHING;
      case "nvshmem_team_config_t", "shmem_team_config_t" ->
          structure(name, member("num_contexts", Arithmetic.INT));
      case "nvshmemx_init_attr_t" ->
          structure(
              name,
              member("version", Arithmetic.INT),
              member("mpi_comm", CType.Pointer.TO_ANYTHING),
              member("args", structure("args", member("uid_args", uniqueIdArguments()))));
      default -> structure(name, member("x", Arithmetic.DOUBLE), member("y", Arithmetic.DOUBLE));
    };
  }

  private static StructType uniqueIdArguments() {
    return structure(
        "uid_args",
        member("version", Arithmetic.INT),
        member("id", CType.Pointer.TO_ANYTHING),
        member("myrank", Arithmetic.INT),
        member("nranks", Arithmetic.INT));
  }

  private static StructType.Member member(String name, CType type) {
    return new StructType.Member(name, type, 0);
  }

  private static StructType structure(String name, StructType.Member... members) {
    StructType type = new StructType(name, false);
    type.complete(List.of(members), 1);
    return type;
  }
}
