package org.shmemlab.plan.trace;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import org.shmemlab.model.program.SourceLine;

/**
 * A node of an execution trace of Chakra, in any of its forms (MLCommons Chakra, {@code
 * schema/protobuf/et_def.proto}).
 *
 * @param id by which others depend on it, a number of up to 64 bits
 * @param type its name: "COMM_SEND_NODE"
 * @param deps what has to be over before, by control or data
 * @param micros how long it takes, microseconds
 * @param attributes numbers and words by name; lists of truths as "true true"
 */
record ChakraNode(
    String id,
    String type,
    ImmutableList<String> deps,
    String micros,
    ImmutableMap<String, String> attributes,
    SourceLine at) {
  /** Names of the types, in the order of their numbers. */
  static final ImmutableList<String> TYPES =
      ImmutableList.of(
          "INVALID_NODE",
          "METADATA_NODE",
          "MEM_LOAD_NODE",
          "MEM_STORE_NODE",
          "COMP_NODE",
          "COMM_SEND_NODE",
          "COMM_RECV_NODE",
          "COMM_COLL_NODE");
}
