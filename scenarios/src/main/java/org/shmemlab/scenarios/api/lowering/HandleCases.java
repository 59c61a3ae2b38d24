package org.shmemlab.scenarios.api.lowering;

import com.google.common.collect.ImmutableMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.ToIntFunction;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.ExternalCall;
import org.shmemlab.model.program.ScalarType;

/**
 * Emits the code for the meaning of a handle, such as a datatype or an operator, that is part of an
 * instruction: where an argument is no constant, there is one instruction for each meaning.
 *
 * @param unknown the call that a run makes with a handle that has none of the meanings
 */
public record HandleCases(CallSite site, Emission emit, ExternalCall unknown) {
  /**
   * Emits the code for the meaning of an argument, or one after the other for those that it may
   * have; gives the register of its result.
   *
   * @param unsupported the words of the error for a constant that has no meaning
   */
  public <T> int of(
      int index, ImmutableMap<Long, T> meanings, String unsupported, ToIntFunction<T> emitted) {
    OptionalLong handle = site.constant(index);
    if (handle.isEmpty()) {
      return oneOf(index, meanings.entrySet().asList(), emitted);
    }
    T meaning = meanings.get(handle.getAsLong());
    if (meaning == null) {
      throw site.error("not supported yet: " + site.function().name() + unsupported);
    }
    return emitted.applyAsInt(meaning);
  }

  private <T> int oneOf(int index, List<Map.Entry<Long, T>> meanings, ToIntFunction<T> emitted) {
    if (meanings.isEmpty()) {
      return unknown(index);
    }
    Map.Entry<Long, T> first = meanings.getFirst();
    int is =
        emit.binary(
            BinaryOp.EQ, ScalarType.I32, site.argument(index), emit.constant(first.getKey()));
    return emit.choose(
        is,
        () -> emitted.applyAsInt(first.getValue()),
        () -> oneOf(index, meanings.subList(1, meanings.size()), emitted));
  }

  /** Emits the call for a handle that has none of the meanings. */
  public int unknown(int index) {
    return emit.ask(unknown, site.argument(index));
  }
}
