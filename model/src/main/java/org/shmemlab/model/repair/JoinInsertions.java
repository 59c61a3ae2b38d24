package org.shmemlab.model.repair;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayList;
import java.util.List;
import org.shmemlab.model.program.AgentCode;
import org.shmemlab.model.program.CallTrait;
import org.shmemlab.model.program.ExternalCall;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.program.ScalarType;

/** Inserts waits for the end of a thread of the host, where its function has made one. */
final class JoinInsertions {
  private final Program program;
  private final ExternalCall join;

  JoinInsertions(Program program, ExternalRepairs calls) {
    this.program = program;
    this.join = calls.joinThread();
  }

  /** A join of each thread that the function of this place has made. */
  List<Change> at(InsertionPoint place) {
    AgentCode function = program.functions().get(place.function());
    ControlFlow flow = new ControlFlow(function);
    List<Change> joins = new ArrayList<>();
    for (int i = 0; i + 1 < function.body().size(); i++) {
      if (function.body().get(i) instanceof Instruction.Invoke create
          && create.call().has(CallTrait.STARTS_THREAD)
          && function.body().get(i + 1) instanceof Instruction.Store store
          && store.src() == create.dst()) {
        Rematerialization handle =
            Rematerialization.of(function, flow, i, List.of(store.address()));
        joins.add(
            new Change.Addition(
                join.name() + "()",
                "of the thread of line " + function.lines().get(i).line(),
                code(handle, store),
                place.after(),
                place.site().line(),
                place.site().inside(),
                place.site().spots().get(0)));
      }
    }
    return joins;
  }

  private Snippet code(Rematerialization handle, Instruction.Store store) {
    int own = handle.registers();
    return new Snippet(
        own + 2,
        own + 2,
        (base, register) -> {
          Rematerialization.Renamed renamed = handle.from(register);
          int thread = register + own;
          return ImmutableList.<Instruction>builder()
              .addAll(renamed.code())
              .add(
                  new Instruction.Load(
                      ScalarType.U64, thread, renamed.of(store.address()), store.offset(), false))
              .add(new Instruction.Invoke(join, thread + 1, ImmutableIntArray.of(thread)))
              .build();
        });
  }
}
