package org.shmemlab.model.repair;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.ImmutableIntArray;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.program.Space;
import org.shmemlab.model.program.Variable;
import org.shmemlab.model.program.Variable.Storage;

/**
 * The signals that a repair adds to a program, each a symmetric word of its own.
 *
 * @param variables those of the repaired program
 */
record OwnSignals(
    ImmutableList<Variable> variables, ImmutableMap<Change.Notice.Word, Long> addresses) {

  static OwnSignals of(Program program, List<Change> changes) {
    int index = 1; // the first one of a space
    for (Variable variable : program.variables()) {
      index += variable.storage().space() == Space.SYMMETRIC ? 1 : 0;
    }
    ImmutableList.Builder<Variable> variables = ImmutableList.builder();
    variables.addAll(program.variables());
    Map<Change.Notice.Word, Long> addresses = new LinkedHashMap<>();
    for (Change change : changes) {
      if (change instanceof Change.Notice notice && !addresses.containsKey(notice.word())) {
        addresses.put(notice.word(), Address.of(Space.SYMMETRIC, 0, index++));
        variables.add(
            new Variable(
                "a signal of the repair",
                Storage.SYMMETRIC,
                notice.word().words() * Long.BYTES,
                ImmutableIntArray.of(),
                notice.line()));
      }
    }
    return new OwnSignals(variables.build(), ImmutableMap.copyOf(addresses));
  }

  long address(Change.Notice.Word word) {
    return Objects.requireNonNull(addresses.get(word), "a signal of the repair");
  }
}
