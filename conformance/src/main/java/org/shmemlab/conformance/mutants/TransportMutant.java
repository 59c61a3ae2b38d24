package org.shmemlab.conformance.mutants;

import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.shmemlab.model.operation.OrderingRules;
import org.shmemlab.model.order.OrderTable;
import org.shmemlab.transports.rules.Transport;

/**
 * Replaces a transport by one with a property switched off, or by another transport.
 *
 * @param name what is not so any more, or newly so
 * @param touches the transports that it changes
 * @param transport the transport instead of one
 * @param rules the ordering rules instead of a transport's
 */
public record TransportMutant(
    String name,
    Predicate<Transport> touches,
    UnaryOperator<Transport> transport,
    UnaryOperator<OrderingRules> rules) {

  /** A change of some tables of transports. */
  static TransportMutant ofTables(String name, UnaryOperator<OrderTable> change) {
    return ofTables(name, _ -> true, change);
  }

  /** The same, of some transports. */
  static TransportMutant ofTables(
      String name, Predicate<Transport> touched, UnaryOperator<OrderTable> change) {
    return ofTransport(
        name, transport -> touched.test(transport) ? transport.with(change) : transport);
  }

  /** A change of a property outside of all tables. */
  static TransportMutant ofRules(String name, UnaryOperator<OrderingRules> rules) {
    return new TransportMutant(name, _ -> true, transport -> transport, rules);
  }

  /** Another transport is in its place. */
  static TransportMutant ofTransport(String name, UnaryOperator<Transport> change) {
    return new TransportMutant(
        name, transport -> !change.apply(transport).equals(transport), change, rules -> rules);
  }
}
