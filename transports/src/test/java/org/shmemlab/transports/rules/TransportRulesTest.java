package org.shmemlab.transports.rules;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmemlab.model.operation.Caller;
import org.shmemlab.model.operation.InFlight;
import org.shmemlab.model.operation.Operation;
import org.shmemlab.model.operation.OrderingCall;
import org.shmemlab.model.operation.Origin;
import org.shmemlab.model.operation.Pending;
import org.shmemlab.model.program.AtomicOp;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.SourceLine;

/** Tests the order that a transport's tables give. */
class TransportRulesTest {
  private static final int FETCHED = 512;

  @ParameterizedTest
  @ValueSource(strings = {"nvlink", "ibrc", "ibdevx", "ibgda", "ucx", "cxi", "verbs", "efa"})
  void aQuietWaitsUntilAFetchedValueHasLanded(String name) {
    Transport transport = Transport.of(name, Settings.DEFAULT);
    int perNode = transport.peer().isPresent() ? 2 : 1;
    TransportRules rules =
        new TransportRules(new Routes(transport, transport.layout(2, perNode, 1)));
    Origin origin = new Origin(0, 0, true, false, 0, 0, 0, new SourceLine("fetch.cu", 1));
    Operation fetch =
        new Operation.Amo(
            origin, 1, 64, AtomicOp.ADD, ScalarType.I64, 1, 0, Instruction.NO_REGISTER, FETCHED);
    InFlight flight = new InFlight();
    Pending pending = flight.add(fetch, 8, rules);
    int number = pending.number();
    while (flight.find(number) != null) {
      assertThat(rules.mayPass(OrderingCall.QUIET, new Caller(0, 0, true, 0), flight)).isFalse();
      Pending next = flight.writable(flight.get(number));
      flight.happened(next, next.next().get(0));
    }
    assertThat(rules.mayPass(OrderingCall.QUIET, new Caller(0, 0, true, 0), flight)).isTrue();
  }
}
