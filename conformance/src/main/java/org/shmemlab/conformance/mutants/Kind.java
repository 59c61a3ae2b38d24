package org.shmemlab.conformance.mutants;

import com.google.common.collect.ImmutableList;
import java.util.function.Predicate;
import org.shmemlab.model.operation.Operation;

/**
 * A kind of operation.
 *
 * @param name as in sentences
 * @param is which operations are of it
 */
record Kind(String name, Predicate<Operation> is) {
  static final Kind PUT = new Kind("put", op -> op instanceof Operation.Put put && put.blocking());
  static final Kind PUT_NBI =
      new Kind("put_nbi", op -> op instanceof Operation.Put put && !put.blocking());
  static final Kind P = new Kind("p", Operation.PutValue.class::isInstance);
  static final Kind AMO = new Kind("an AMO", Operation.Amo.class::isInstance);
  static final Kind SIGNAL = new Kind("signal_op", Operation.SignalUpdate.class::isInstance);
  static final Kind PEER_STORE =
      new Kind("a store through a mapped pointer", Operation.PeerStore.class::isInstance);
  static final Kind GET = new Kind("get", op -> op instanceof Operation.Get get && get.blocking());
  static final Kind GET_NBI =
      new Kind("get_nbi", op -> op instanceof Operation.Get get && !get.blocking());
  static final Kind G = new Kind("g", Operation.GetValue.class::isInstance);

  static final ImmutableList<Kind> UPDATES =
      ImmutableList.of(PUT, PUT_NBI, P, AMO, SIGNAL, PEER_STORE);
}
