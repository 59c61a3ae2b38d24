package org.shmemlab.scenarios.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.primitives.ImmutableIntArray;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.shmemlab.model.program.AgentCode;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.scenarios.CudaC;
import org.shmemlab.scenarios.api.catalogue.ApiFunction;
import org.shmemlab.scenarios.api.catalogue.Catalogue;
import org.shmemlab.scenarios.api.catalogue.Prototype;
import org.shmemlab.scenarios.api.catalogue.TypePattern;
import org.shmemlab.scenarios.source.SourceFile;

/** Every call of the NVSHMEM and OpenSHMEM catalogues becomes well-formed code. */
class EveryCallTest {
  /** Names of operands that are registers; everything else in an instruction is not. */
  private static final ImmutableSet<String> REGISTERS =
      ImmutableSet.of(
          "dst",
          "src",
          "a",
          "b",
          "c",
          "condition",
          "stream",
          "address",
          "destination",
          "source",
          "operand",
          "compare",
          "remote",
          "local",
          "count",
          "remoteStride",
          "localStride",
          "pe",
          "context",
          "value",
          "fetch",
          "words",
          "indices",
          "status");

  private static final ImmutableSet<String> NOT_SUPPORTED = ImmutableSet.of("nvshmemx_mc_ptr");

  private final CatalogueNames names = new CatalogueNames();
  private final Catalogue catalogue = new Catalogue();

  static Stream<String> declarations() {
    return Stream.concat(declarations("nvshmem.txt"), declarations("shmem.txt"));
  }

  private static Stream<String> declarations(String library) {
    return CatalogueNames.declarations(library).stream()
        .filter(line -> !line.contains("= launch."));
  }

  @ParameterizedTest
  @MethodSource("declarations")
  void everyNameOfALineIsLowered(String declaration) {
    for (String name : names.of(declaration)) {
      ImmutableList<Prototype> prototypes = catalogue.find(name);
      assertThat(prototypes).as(name).isNotEmpty();
      for (Prototype prototype : prototypes) {
        lower(CallBench.resolve(prototype));
      }
    }
  }

  @Test
  void theCataloguesHaveThousandsOfNames() {
    long count = declarations().flatMap(line -> names.of(line).stream()).distinct().count();
    assertThat(count).isGreaterThan(4900);
  }

  @ParameterizedTest
  @CsvSource({"nvshmem.txt, all.cu, nvshmemx.h", "shmem.txt, all.c, shmem.h"})
  void oneProgramMayMakeAllCalls(String library, String file, String header) {
    StringBuilder host = new StringBuilder();
    StringBuilder device = new StringBuilder();
    declarations(library)
        .flatMap(line -> names.of(line).stream())
        .distinct()
        .flatMap(name -> catalogue.find(name).stream())
        .filter(prototype -> !isUnsupported(CallBench.resolve(prototype).function()))
        .filter(prototype -> !prototype.name().contains("bfloat16_p"))
        .forEach(prototype -> {
          if (prototype.side().allows(false)) {
            host.append(call(prototype));
          }
          if (prototype.side().allows(true) && file.endsWith(".cu")) {
            device.append(call(prototype));
          }
        });
    String kernel = device.isEmpty() ? "" : "__global__ void k() {\n" + device + "}\n";
    String launch = device.isEmpty() ? "" : "  k<<<1, 1>>>();\n";
    String source =
        "#include <%s>\n%sint main() {\n%s%s  return 0;\n}\n"
            .formatted(header, kernel, host, launch);
    assertThat(CudaC.compile(new SourceFile(file, source)).diagnostics()).isEmpty();
  }

  /** The call with zeros, which every parameter takes; T is long where the call does not say it. */
  private static String call(Prototype prototype) {
    boolean generic = prototype.attributes().containsKey("generic");
    List<String> arguments = new ArrayList<>();
    for (Prototype.Parameter parameter : prototype.patterns().parameters()) {
      TypePattern type = parameter.type();
      boolean deduced = generic && type.isDeduced() && type.pointers() == 1;
      arguments.add(deduced ? "(long *)0" : "0");
    }
    return "  " + prototype.name() + "(" + String.join(", ", arguments) + ");\n";
  }

  private static void lower(CallBench.Call call) {
    ApiFunction function = call.function();
    CallBench bench = new CallBench();
    if (isUnsupported(function)) {
      assertThat(refusal(bench, call)).startsWith("not supported yet: " + function.name());
      return;
    }
    int result = bench.call(call);
    assertThat(result == Instruction.NO_REGISTER)
        .as("%s gives %s", function.name(), function.result())
        .isEqualTo(function.result().isVoid());
    AgentCode code = bench.build();
    check(code);
    bench.synthesised().values().forEach(EveryCallTest::check);
    assertThat(bench.synthesised().isEmpty())
        .as("%s makes a task", function.name())
        .isNotEqualTo(function.has("stream"));
  }

  private static boolean isUnsupported(ApiFunction function) {
    return NOT_SUPPORTED.contains(function.name());
  }

  private static String refusal(CallBench bench, CallBench.Call call) {
    try {
      bench.call(call);
      return "accepted";
    } catch (CallBench.Refused refused) {
      return String.valueOf(refused.getMessage());
    }
  }

  /** Registers and jump targets exist, and meetings get as many arguments as their kind has. */
  private static void check(AgentCode code) {
    for (Instruction instruction : code.body()) {
      for (int register : registers(instruction)) {
        assertThat(register).as("%s", instruction).isBetween(-1, code.registers() - 1);
      }
      switch (instruction) {
        case Instruction.Jump jump ->
            assertThat(jump.target()).isBetween(0, code.body().size() - 1);
        case Instruction.Branch branch -> {
          assertThat(branch.ifTrue()).isBetween(0, code.body().size() - 1);
          assertThat(branch.ifFalse()).isBetween(0, code.body().size() - 1);
        }
        case Instruction.Arrive arrive ->
            assertThat(arrive.arguments().length() - arrive.kind().arguments()).isBetween(0, 2);
        default -> {}
      }
    }
  }

  private static List<Integer> registers(Record record) {
    List<Integer> registers = new ArrayList<>();
    for (RecordComponent component : record.getClass().getRecordComponents()) {
      Object value;
      try {
        value = component.getAccessor().invoke(record);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
      switch (value) {
        case Integer register when REGISTERS.contains(component.getName()) ->
            registers.add(register);
        case ImmutableIntArray many -> many.asList().forEach(registers::add);
        case Instruction.SignalPart part -> registers.addAll(registers((Record) part));
        case null, default -> {}
      }
    }
    return registers;
  }

  private static List<Integer> registers(Instruction instruction) {
    return registers((Record) instruction);
  }
}
