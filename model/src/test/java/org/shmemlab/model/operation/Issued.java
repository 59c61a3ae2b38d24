package org.shmemlab.model.operation;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.operation.Operation.SignalPart;
import org.shmemlab.model.program.AtomicOp;
import org.shmemlab.model.program.CallScope;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.SourceLine;

/** Operations for tests: of agent 0 of PE 0, to PE 1. */
final class Issued {
  private static final long X = 64;
  private static final long V = 128;

  private Issued() {}

  static Origin origin(int agent) {
    return new Origin(agent, 0, false, false, -1, 0, 0, new SourceLine("issued.c", 1));
  }

  static Operation.Put put(int words, boolean blocking, boolean signal) {
    SignalPart part = signal ? new SignalPart(V + 64, 1, SignalOperator.SET) : null;
    return put(words, blocking, part);
  }

  private static Operation.Put put(int words, boolean blocking, @Nullable SignalPart part) {
    return new Operation.Put(origin(0), 1, X, V, 8, words, 1, 1, blocking, CallScope.THREAD, part);
  }

  static Operation.PutValue p(int agent, long value) {
    return new Operation.PutValue(origin(agent), 1, X, ScalarType.I64, value);
  }

  static Operation.PeerStore store() {
    return new Operation.PeerStore(origin(0), 1, X, ScalarType.I64, 1, false);
  }

  static Operation.Get get(int words, boolean blocking) {
    return new Operation.Get(origin(0), 1, X, V, 8, words, 1, 1, blocking, CallScope.THREAD);
  }

  static Operation.GetValue g() {
    return new Operation.GetValue(origin(0), 1, X, ScalarType.I64, 3);
  }

  static Operation.Amo amo(int register, long fetch) {
    return new Operation.Amo(origin(0), 1, X, AtomicOp.ADD, ScalarType.I64, 1, 0, register, fetch);
  }

  static Operation.SignalUpdate signal() {
    return new Operation.SignalUpdate(origin(0), 1, X, 1, SignalOperator.ADD);
  }

  /** One of each kind, with up to three words. */
  static List<Operation> all() {
    List<Operation> all = new ArrayList<>();
    for (int words = 0; words <= 3; words++) {
      for (boolean blocking : new boolean[] {false, true}) {
        all.add(put(words, blocking, false));
        all.add(put(words, blocking, true));
        all.add(get(words, blocking));
      }
    }
    all.add(p(0, 1));
    all.add(store());
    all.add(g());
    all.add(amo(Instruction.NO_REGISTER, 0));
    all.add(amo(2, 0));
    all.add(amo(Instruction.NO_REGISTER, V));
    all.add(signal());
    return all;
  }
}
