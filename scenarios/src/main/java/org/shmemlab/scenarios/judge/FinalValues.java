package org.shmemlab.scenarios.judge;

import com.google.common.collect.ImmutableList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.litmus.Condition.Observable;
import org.shmemlab.scenarios.litmus.LitmusProgram;
import org.shmemlab.scenarios.litmus.LitmusProgram.Observed;

/** Reads the values that a litmus test asks for from final states. */
public final class FinalValues {
  private final LitmusProgram program;
  private final Set<String> witnesses = new HashSet<>();

  /** Nothing observed yet. */
  public FinalValues(LitmusProgram program) {
    this.program = program;
  }

  /** {@code 1:r0=0; x@1=2;}: all values in the order of the question. */
  public String observe(Machine machine) {
    Map<Observable, Long> values = new HashMap<>();
    StringBuilder text = new StringBuilder();
    for (Observed observed : program.observed()) {
      Observable observable = observed.observable();
      long value = machine.word(observable.pe(), observable.type(), observed.address());
      values.put(observable, value);
      text.append(text.isEmpty() ? "" : " ").append(observable).append('=');
      text.append(show(observable.type(), value)).append(';');
    }
    String shown = text.toString();
    if (program.test().question().witness().holds(values::get)) {
      witnesses.add(shown);
    }
    return shown;
  }

  /** The outcomes of an exploration whose final states were observed here. */
  ImmutableList<Outcome> outcomes(Exploration exploration) {
    return exploration.outcomes().entrySet().stream()
        .map(seen -> new Outcome(seen.getKey(), seen.getValue(), witnesses.contains(seen.getKey())))
        .collect(ImmutableList.toImmutableList());
  }

  private static String show(ScalarType type, long value) {
    return type == ScalarType.U64 ? Long.toUnsignedString(value) : Long.toString(value);
  }
}
