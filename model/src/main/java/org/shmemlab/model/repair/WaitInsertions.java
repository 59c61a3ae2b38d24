package org.shmemlab.model.repair;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.operation.SignalOperator;
import org.shmemlab.model.program.AgentCode;
import org.shmemlab.model.program.AtomicOp;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.Comparison;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Instruction.Family;
import org.shmemlab.model.program.Instruction.Quantifier;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.program.ScalarType;

/**
 * Lists waits for the notifications that a program has already: for each update of a flag, signal
 * or counter, the wait that ends with it, or with as many of them as there are PEs.
 */
final class WaitInsertions {
  private final Program program;
  private final int pes;
  private final Family family;

  /**
   * An update that an agent can wait for.
   *
   * @param adds whether it adds to the word, so that others may have to be waited for, too
   * @param value register, or NO_REGISTER for 1
   */
  private record Update(int word, int value, ScalarType type, boolean signal, boolean adds) {}

  WaitInsertions(Program program, int pes) {
    this.program = program;
    this.pes = pes;
    this.family = CallNames.family(program);
  }

  /** Each wait that may stand at a place. */
  List<Change> at(InsertionPoint place, Sites sites) {
    List<Change> waits = new ArrayList<>();
    for (Site site : sites.all()) {
      AgentCode function = program.functions().get(site.function());
      ControlFlow flow = new ControlFlow(function);
      int index = site.anchors().get(0);
      Update update = update(site.kind(), function, flow, index);
      if (update == null) {
        continue;
      }
      Rematerialization values =
          Rematerialization.of(function, flow, index, List.of(update.word(), update.value()));
      if (site.function() == place.function() || values.standsAlone()) {
        for (long times : update.adds() ? counts() : Set.of(1L)) {
          waits.add(wait(place, site, update, values, times));
        }
      }
    }
    return waits;
  }

  private Set<Long> counts() {
    return new LinkedHashSet<>(List.of(1L, (long) Math.max(pes - 1, 1), (long) pes));
  }

  private static @Nullable Update update(
      Instruction kind, AgentCode function, ControlFlow flow, int index) {
    return switch (kind) {
      case Instruction.SignalUpdate i ->
          signal(i.remote(), i.value(), i.operator(), function, flow, index);
      case Instruction.Transfer i when i.signal() != null ->
          signal(
              i.signal().address(),
              i.signal().value(),
              i.signal().operator(),
              function,
              flow,
              index);
      case Instruction.Amo i when i.op() == AtomicOp.SET || i.op() == AtomicOp.ADD ->
          new Update(i.remote(), i.operand(), i.type(), false, i.op() == AtomicOp.ADD);
      case Instruction.PutValue i -> new Update(i.remote(), i.value(), i.type(), false, false);
      default -> null;
    };
  }

  private static @Nullable Update signal(
      int word, int value, int operator, AgentCode function, ControlFlow flow, int index) {
    OptionalLong number =
        Rematerialization.of(function, flow, index, List.of(operator)).constant(operator);
    return number.isEmpty() || !SignalOperator.isOne(number.getAsLong())
        ? null
        : new Update(
            word,
            value,
            ScalarType.U64,
            true,
            SignalOperator.of(number.getAsLong()) == SignalOperator.ADD);
  }

  private Change wait(
      InsertionPoint place, Site site, Update update, Rematerialization values, long times) {
    String name = update.signal() ? "signal" : CallNames.type(update.type());
    String line = "line " + site.line().line();
    return new Change.Addition(
        CallNames.prefix(family) + name + "_wait_until()",
        times == 1 ? "for the update of " + line : "for all " + times + " updates of " + line,
        code(update, values, times),
        place.after(),
        place.site().line(),
        place.site().inside(),
        place.site().spots().get(0));
  }

  private static Snippet code(Update update, Rematerialization values, long times) {
    int none = Instruction.NO_REGISTER;
    int own = values.registers();
    Comparison until = update.adds() ? Comparison.GE : Comparison.EQ;
    return new Snippet(
        own + 4,
        own + 4,
        (base, register) -> {
          Rematerialization.Renamed renamed = values.from(register);
          int all = register + own;
          return ImmutableList.<Instruction>builder()
              .addAll(renamed.code())
              .add(new Instruction.Const(all + 1, times))
              .add(
                  new Instruction.Binary(
                      BinaryOp.MUL, update.type(), all, renamed.of(update.value()), all + 1))
              .add(new Instruction.Const(all + 2, until.ordinal()))
              .add(
                  new Instruction.WaitUntil(
                      update.type(),
                      Quantifier.ONE,
                      true,
                      update.signal(),
                      update.signal() ? all + 3 : none,
                      renamed.of(update.word()),
                      none,
                      none,
                      none,
                      all + 2,
                      all,
                      false))
              .build();
        });
  }
}
