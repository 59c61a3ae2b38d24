package org.shmemlab.reports;

import com.google.common.collect.ImmutableMap;

/**
 * Receives the answers of all transports about litmus tests: each test in turn, at last the end.
 */
public interface TransportTableView extends FilesView {
  /**
   * The answers of the specification and each transport about a litmus test.
   *
   * @param test its name
   * @param cells a mark by the name of a profile or transport: y, n, undefined, deadlock, - where
   *     it is not possible there, ? where not every order was seen
   */
  void row(String test, ImmutableMap<String, String> cells);

  /** The end of all tests. */
  void end();
}
