package org.shmemlab.conformance.axiomatic;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.AgentCode;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.Variable;
import org.shmemlab.scenarios.litmus.LitmusFile;
import org.shmemlab.scenarios.litmus.LitmusProgram;

/**
 * Holds the question to the checker: the blocks of a litmus test as agents, the first values of the
 * words, and the words whose last values are asked for.
 *
 * @param agents host agents before the device agents of their PE
 */
public record Subject(
    Program program,
    int pes,
    ImmutableList<Block> agents,
    ImmutableMap<Place, Long> firstValues,
    ImmutableList<Asked> asked) {

  /**
   * One agent: the function of a block.
   *
   * @param onDevice whether it is a device thread, or the host before it launches
   */
  public record Block(int pe, int function, boolean onDevice) {}

  /** A word of one PE by its address. */
  public record Place(int pe, long address) {}

  /** A word whose last value is asked for. */
  public record Asked(String name, Place place, ScalarType type) {}

  /** The agents and words of a compiled litmus test. */
  public static Subject of(LitmusProgram litmus) {
    LitmusFile test = litmus.test();
    Program program = litmus.program();
    ImmutableList.Builder<Block> host = ImmutableList.builder();
    ImmutableList.Builder<Block> device = ImmutableList.builder();
    for (LitmusFile.Body body : test.bodies()) {
      String name = "P" + body.pe() + (body.agent().isEmpty() ? "" : "_" + body.agent());
      boolean onDevice = !body.onHost() && program.symmetricHeap() == Program.HeapSide.DEVICE;
      (onDevice ? device : host).add(new Block(body.pe(), function(program, name), onDevice));
    }
    Map<Place, Long> firstValues = new LinkedHashMap<>();
    for (LitmusFile.FirstValue first : test.firstValues()) {
      long address =
          variable(program, first.word().name()).orElseThrow()
              + Math.max(first.index(), 0) * (long) first.word().type().bytes();
      firstValues.put(new Place(first.pe(), address), first.bits());
    }
    return new Subject(
        program,
        test.pes(),
        ImmutableList.<Block>builder().addAll(host.build()).addAll(device.build()).build(),
        ImmutableMap.copyOf(firstValues),
        litmus.observed().stream()
            .map(seen ->
                new Asked(
                    seen.observable().toString(),
                    new Place(seen.observable().pe(), seen.address()),
                    seen.observable().type()))
            .collect(ImmutableList.toImmutableList()));
  }

  private static int function(Program program, String name) {
    ImmutableList<AgentCode> functions = program.functions();
    for (int i = 0; i < functions.size(); i++) {
      if (functions.get(i).name().equals(name)) {
        return i;
      }
    }
    throw new IllegalArgumentException("no function is named " + name);
  }

  private static Optional<Long> variable(Program program, String name) {
    for (int i = 0; i < program.variables().size(); i++) {
      if (program.variables().get(i).name().equals(name)) {
        return Optional.of(program.address(i));
      }
    }
    return Optional.empty();
  }

  /** The value that a word begins with. */
  long first(Word word) {
    Long given = firstValues.get(new Place(word.pe(), word.address()));
    if (given != null) {
      return given;
    }
    long value = 0;
    for (int i = 0; i < program.variables().size(); i++) {
      Variable variable = program.variables().get(i);
      long address = program.address(i);
      if (Address.space(address) == Address.space(word.address())
          && Address.index(address) == Address.index(word.address())) {
        int offset = (int) Address.offset(word.address());
        for (int b = word.bytes() - 1; b >= 0; b--) {
          int at = offset + b;
          int next = at < variable.image().length() ? variable.image().get(at) : 0;
          value = value << 8 | next;
        }
      }
    }
    return value;
  }
}
