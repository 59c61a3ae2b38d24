package org.shmemlab.conformance.mutants;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Sets;
import org.shmemlab.model.operation.Operation;
import org.shmemlab.model.operation.OperationKind;
import org.shmemlab.model.order.RuleEntry.Part;

/**
 * Groups operations that a mutant treats alike.
 *
 * @param name as in sentences
 * @param kinds how tables call them
 */
record OperationGroup(String name, ImmutableSet<OperationKind> kinds) {
  static final OperationGroup PUT = of("put", OperationKind.PUT);
  static final OperationGroup PUT_NBI = of("put_nbi", OperationKind.PUT_NBI);
  static final OperationGroup P = of("p", OperationKind.P);
  static final OperationGroup AMO =
      of("an AMO", OperationKind.AMO, OperationKind.FETCH, OperationKind.FETCH_NBI);
  static final OperationGroup SIGNAL = of("signal_op", OperationKind.SIGNAL_OP);
  static final OperationGroup PEER_STORE =
      of("a store through a mapped pointer", OperationKind.STORE);
  static final OperationGroup GET = of("get", OperationKind.GET);
  static final OperationGroup GET_NBI = of("get_nbi", OperationKind.GET_NBI);
  static final OperationGroup G = of("g", OperationKind.G);

  static final ImmutableList<OperationGroup> UPDATES =
      ImmutableList.of(PUT, PUT_NBI, P, AMO, SIGNAL, PEER_STORE);

  static OperationGroup of(String name, OperationKind first, OperationKind... others) {
    return new OperationGroup(name, Sets.immutableEnumSet(first, others));
  }

  /** Whether an operation is of this kind. */
  boolean is(Operation operation) {
    return kinds.contains(OperationKind.of(operation));
  }

  /** Whether a part of a table's entry is. */
  boolean has(Part part) {
    return part.of() != null && kinds.contains(part.of());
  }
}
