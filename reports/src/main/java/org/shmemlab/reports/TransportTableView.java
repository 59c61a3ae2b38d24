package org.shmemlab.reports;

import com.google.common.collect.ImmutableMap;

/** Who is told what all transports make of litmus tests: each test in turn, at last the end. */
public interface TransportTableView extends FilesView {
  /**
   * What the specification and each transport make of a litmus test.
   *
   * @param test its name
   * @param cells a mark by the name of a profile or transport: y, n, undefined, deadlock, - where
   *     it is not possible there, ? where not every order was seen
   */
  void row(String test, ImmutableMap<String, String> cells);

  /** The end of all tests. */
  void end();
}
