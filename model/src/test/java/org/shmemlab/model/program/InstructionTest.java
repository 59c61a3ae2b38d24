package org.shmemlab.model.program;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableSet;
import com.google.common.primitives.ImmutableIntArray;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the registers that every instruction reports to read and write. */
class InstructionTest {
  private static final ImmutableSet<String> NO_REGISTERS =
      ImmutableSet.of(
          "bytes", "function", "ifFalse", "ifTrue", "offset", "slot", "target", "wordBytes");

  /** Every kind of instruction, each of its numbers another one. */
  static Stream<Instruction> each() {
    return kinds(Instruction.class).map(InstructionTest::numbered);
  }

  private static Stream<Class<?>> kinds(Class<?> type) {
    return type.isSealed()
        ? Arrays.stream(type.getPermittedSubclasses()).flatMap(InstructionTest::kinds)
        : Stream.of(type);
  }

  private enum PlainCall implements ExternalCall {
    CALL;

    @Override
    public CallTraits traits() {
      return CallTraits.NONE;
    }
  }

  private static Instruction numbered(Class<?> kind) {
    return (Instruction) record(kind, 100);
  }

  private static Object record(Class<?> kind, int first) {
    try {
      RecordComponent[] components = kind.getRecordComponents();
      Object[] values = new Object[components.length];
      Class<?>[] types = new Class<?>[components.length];
      for (int i = 0; i < values.length; i++) {
        types[i] = components[i].getType();
        values[i] = value(types[i], first + i);
      }
      var constructor = kind.getDeclaredConstructor(types);
      return constructor.newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(kind + " cannot be made", e);
    }
  }

  private static Object value(Class<?> type, int number) {
    if (type == int.class) {
      return number;
    } else if (type == long.class) {
      return (long) number;
    } else if (type == boolean.class) {
      return false;
    } else if (type == ImmutableIntArray.class) {
      return ImmutableIntArray.of(10 * number, 10 * number + 1);
    } else if (type.isEnum()) {
      return type.getEnumConstants()[0];
    } else if (type == String.class) {
      return "fence";
    } else if (type == ExternalCall.class) {
      return PlainCall.CALL;
    }
    return record(type, 10 * number);
  }

  /** The numbers of all components that are registers. */
  private static Set<Integer> registers(Object instruction) throws Exception {
    Set<Integer> registers = new TreeSet<>();
    for (RecordComponent component : instruction.getClass().getRecordComponents()) {
      Object value = component.getAccessor().invoke(instruction);
      switch (value) {
        case Integer number when !NO_REGISTERS.contains(component.getName()) ->
            registers.add(number);
        case ImmutableIntArray many -> registers.addAll(many.asList());
        case Instruction.SignalPart part -> registers.addAll(registers(part));
        default -> {}
      }
    }
    return registers;
  }

  @ParameterizedTest
  @MethodSource("each")
  void namesAllItsRegisters(Instruction instruction) throws Exception {
    List<Integer> named = new ArrayList<>(instruction.operands().asList());
    if (instruction.dst() != Instruction.NO_REGISTER) {
      named.add(instruction.dst());
    }
    assertThat(named).containsExactlyInAnyOrderElementsOf(registers(instruction));
  }

  @ParameterizedTest
  @MethodSource("each")
  void keepsAllButItsRegistersWhenRenamed(Instruction instruction) {
    Instruction other = instruction.renamed(register -> register + 5000, 7);
    assertThat(other.operands().asList())
        .isEqualTo(instruction.operands().asList().stream().map(r -> r + 5000).toList());
    assertThat(other.dst())
        .isEqualTo(instruction.dst() == Instruction.NO_REGISTER ? Instruction.NO_REGISTER : 7);
    assertThat(other.renamed(register -> register - 5000, instruction.dst()))
        .isEqualTo(instruction);
  }

  @ParameterizedTest
  @MethodSource("each")
  void asksForNoRegisterThatIsNotThere(Instruction instruction) {
    Instruction bare = instruction.renamed(_ -> Instruction.NO_REGISTER, Instruction.NO_REGISTER);
    assertThat(bare.dst()).isEqualTo(Instruction.NO_REGISTER);
    boolean hasArguments =
        Arrays.stream(bare.getClass().getRecordComponents())
            .anyMatch(component -> component.getType() == ImmutableIntArray.class);
    assertThat(bare.operands().isEmpty()).isEqualTo(!hasArguments); // those are always there
  }
}
