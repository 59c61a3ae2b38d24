package org.shmemlab.conformance.transports;

import org.shmemlab.scenarios.litmus.LitmusProgram;
import org.shmemlab.transports.rules.Transport;

/**
 * Pairs one program with one transport.
 *
 * @param column the transport in words
 * @param pesPerNode PEs that share a node
 * @param expected y if the outcome that the program asks for is possible, n if it is not, r if the
 *     transport does not take the program
 */
public record TransportCell(
    LitmusProgram program, String column, Transport transport, int pesPerNode, String expected) {
  @Override
  public String toString() {
    return program.test().name() + " on " + column;
  }
}
