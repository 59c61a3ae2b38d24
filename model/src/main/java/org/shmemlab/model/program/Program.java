package org.shmemlab.model.program;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Iterables;
import com.google.common.primitives.ImmutableIntArray;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Holds a whole program, which every PE runs.
 *
 * @param name its name in messages
 * @param functions all functions; a {@link Instruction.Call} names one by its index
 * @param main index of the host function every PE starts in; its parameters are argc and argv, or
 *     none
 * @param variables all variables that exist from the start
 * @param symmetricHeap whether the symmetric heap is device memory (NVSHMEM) or host memory
 *     (OpenSHMEM)
 * @param objectNames names for objects that the program allocates
 */
public record Program(
    String name,
    ImmutableList<AgentCode> functions,
    int main,
    ImmutableList<Variable> variables,
    HeapSide symmetricHeap,
    ImmutableList<ObjectName> objectNames) {

  /** A program that names none of the objects that it allocates. */
  public Program(
      String name,
      ImmutableList<AgentCode> functions,
      int main,
      ImmutableList<Variable> variables,
      HeapSide symmetricHeap) {
    this(name, functions, main, variables, symmetricHeap, ImmutableList.of());
  }

  /**
   * The name of the objects that a call allocates.
   *
   * @param line of the call
   * @param name the variable that its result is assigned to
   */
  public record ObjectName(SourceLine line, String name) {}

  /** Which processor the symmetric heap belongs to. */
  public enum HeapSide {
    DEVICE,
    HOST
  }

  /**
   * Index of dynamic shared memory ({@code extern __shared__}) in every block's table; its size is
   * given at launch. Shared variables follow it.
   */
  public static final int DYNAMIC_SHARED = 0;

  /** The same program with names for the objects that it allocates. */
  public Program withObjectNames(ImmutableList<ObjectName> names) {
    return new Program(name, functions, main, variables, symmetricHeap, names);
  }

  /** The name of the objects that the call of a line allocates. */
  public Optional<String> objectName(SourceLine line) {
    return objectNames.stream()
        .filter(named -> named.line().equals(line))
        .map(ObjectName::name)
        .findFirst();
  }

  /**
   * The address of a variable, the same on every PE.
   *
   * @param variable its index in {@link #variables}
   */
  public long address(int variable) {
    Space space = variables.get(variable).storage().space();
    int index = 1; // as the builder counts
    for (Variable earlier : variables.subList(0, variable)) {
      index += earlier.storage().space() == space ? 1 : 0;
    }
    return Address.of(space, 0, index);
  }

  /**
   * The same program, where every PE starts in another function. Functions that are never called
   * then are empty, so that no analysis counts them.
   *
   * @param function the name of a function of the host without parameters
   * @throws IllegalArgumentException if there is no such function
   */
  public Program startingIn(String function) {
    int start = Iterables.indexOf(functions, code -> code.name().equals(function));
    if (start < 0) {
      throw new IllegalArgumentException("no function " + function + " in " + name);
    }
    BitSet reached = ReachableFunctions.from(this, start);
    ImmutableList.Builder<AgentCode> kept = ImmutableList.builder();
    for (int i = 0; i < functions.size(); i++) {
      kept.add(reached.get(i) ? functions.get(i) : functions.get(i).emptied());
    }
    return new Program(name, kept.build(), start, variables, symmetricHeap, objectNames);
  }

  public static Builder builder(String name) {
    return new Builder(name);
  }

  /** Collects the parts of a program. Functions may be declared first and defined later. */
  public static final class Builder {
    private final String name;
    private final List<@Nullable AgentCode> functions = new ArrayList<>();
    private final List<String> names = new ArrayList<>();
    private final List<Variable> variables = new ArrayList<>();
    private final Map<Long, Integer> places = new HashMap<>();
    private final int[] count = new int[Space.values().length];
    private final Map<ImmutableIntArray, Long> literals = new HashMap<>();
    private final Map<String, Integer> synthesised = new HashMap<>();

    private Builder(String name) {
      this.name = name;
      for (Space space : Space.values()) {
        count[space.ordinal()] = 1; // index 0 is never an object: a null pointer in any space
      }
    }

    /** Reserves a function's index. */
    public int declare(String function) {
      functions.add(null);
      names.add(function);
      return functions.size() - 1;
    }

    public void define(int function, AgentCode code) {
      functions.set(function, code);
    }

    /** The index of a function of the front-end's own, built once per name. */
    public int synthesised(
        String function,
        ImmutableList<Parameter> parameters,
        Consumer<CodeBuilder> body,
        SourceLine line) {
      Integer known = synthesised.get(function);
      if (known != null) {
        return known;
      }
      int index = declare(function);
      synthesised.put(function, index);
      CodeBuilder code = new CodeBuilder(function, false, parameters, line);
      try {
        body.accept(code);
      } catch (RuntimeException gap) { // nothing will call it
        synthesised.remove(function);
        CodeBuilder empty = new CodeBuilder(function, false, parameters, line);
        empty.emit(new Instruction.Return(Instruction.NO_REGISTER));
        define(index, empty.build());
        throw gap;
      }
      define(index, code.build());
      return index;
    }

    /** Adds a variable and gives its address, the same on every PE (and in every block). */
    public long add(Variable variable) {
      Space space = variable.storage().space();
      int index = count[space.ordinal()]++;
      if (index >= Address.MAX_OBJECTS) {
        throw new IllegalArgumentException("too many variables in " + name);
      }
      long address = Address.of(space, 0, index);
      places.put(address, variables.size());
      variables.add(variable);
      return address;
    }

    /**
     * Gives a variable its first bytes later than its place, for those that hold the addresses of
     * each other.
     *
     * @param address the result of {@link #add} for it
     */
    public void image(long address, ImmutableIntArray image) {
      Integer place = places.get(address);
      if (place == null) {
        throw new IllegalArgumentException("no variable at " + Long.toHexString(address));
      }
      Variable old = variables.get(place);
      variables.set(place, new Variable(old.name(), old.storage(), old.bytes(), image, old.line()));
    }

    /** The address of a zero-terminated string literal; equal literals share one. */
    public long literal(String text, SourceLine line) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      int[] image = new int[bytes.length + 1];
      for (int i = 0; i < bytes.length; i++) {
        image[i] = bytes[i] & 0xFF;
      }
      return literal(ImmutableIntArray.copyOf(image), line);
    }

    /** The address of read-only bytes (0 to 255 each); equal ones share one. */
    public long literal(ImmutableIntArray image, SourceLine line) {
      Long known = literals.get(image);
      if (known == null) {
        known =
            add(
                new Variable(
                    "string literal", Variable.Storage.CONSTANT, image.length(), image, line));
        literals.put(image, known);
      }
      return known;
    }

    /**
     * The finished program.
     *
     * @throws IllegalStateException if a declared function was never defined
     */
    public Program build(int main, HeapSide symmetricHeap) {
      ImmutableList.Builder<AgentCode> all = ImmutableList.builder();
      for (int i = 0; i < functions.size(); i++) {
        AgentCode code = functions.get(i);
        if (code == null) {
          throw new IllegalStateException("function never defined: " + names.get(i));
        }
        all.add(code);
      }
      return new Program(name, all.build(), main, ImmutableList.copyOf(variables), symmetricHeap);
    }
  }
}
