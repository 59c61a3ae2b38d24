package org.shmemlab.labs.workers;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.google.common.collect.ImmutableMap;
import java.util.Map;
import java.util.TreeMap;
import org.shmemlab.labs.workbench.TimingTarget;
import org.shmemlab.scenarios.source.SourceFile;

/** Carries a request to a process, as a line of JSON. */
@JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME)
public sealed interface Request {
  /**
   * To grade an answer.
   *
   * @param lab the name of its lab
   * @param file what messages call the answer
   * @param quick whether orders and times are left out, which need longer
   */
  record Grade(String lab, String file, String text, boolean quick) implements Request {}

  /**
   * To run a program.
   *
   * @param seed of the order of steps; 0 for taking turns
   */
  record Run(Code code, int pes, long seed) implements Request {}

  /**
   * To look at all orders of a program.
   *
   * @param transport whose orders; empty for those that NVSHMEM's documents allow
   * @param pesPerNode PEs that share a node, of a transport; 0 for what is usual there
   */
  record Check(Code code, int pes, String transport, int pesPerNode) implements Request {
    /** The usual number of PEs for each node. */
    public Check(Code code, int pes, String transport) {
      this(code, pes, transport, 0);
    }
  }

  /** To run a program in simulated time. */
  record Time(Code code, int pes, TimingTarget place) implements Request {}

  /**
   * A program.
   *
   * @param file what messages call it
   * @param define macros before its first line
   */
  record Code(String file, String text, Map<String, String> define) {
    public Code {
      define = ImmutableMap.copyOf(new TreeMap<>(define));
    }

    /** A program without macros. */
    public Code(String file, String text) {
      this(file, text, Map.of());
    }

    SourceFile source() {
      return new SourceFile(file, text).define(define);
    }
  }
}
