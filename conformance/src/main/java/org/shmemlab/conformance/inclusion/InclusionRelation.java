package org.shmemlab.conformance.inclusion;

/** What has to be within what. */
public enum InclusionRelation {
  /** What GPUs showed is within what their transport can show. */
  HARDWARE_IN_TRANSPORT("hardware within transport"),
  /** What GPUs showed of a defined test is within the specification. */
  HARDWARE_IN_SPECIFICATION("hardware within specification"),
  /** What a transport can show of a defined test is within the specification. */
  TRANSPORT_IN_SPECIFICATION("transport within specification"),
  /** Interleavings are within every reading of the specification. */
  SEQUENTIAL_IN_SPECIFICATION("sequentially consistent within specification"),
  /** The lenient reading is within the strict one. */
  LENIENT_IN_STRICT("lenient within strict"),
  /** With more order, a test shows no more than without. */
  MORE_ORDER("more order, no more outcomes");

  private final String words;

  InclusionRelation(String words) {
    this.words = words;
  }

  /** The relation in words. */
  public String words() {
    return words;
  }
}
