package org.shmemlab.conformance.inclusion;

/** Names the inclusions that have to hold. */
public enum InclusionRelation {
  /** Outcomes observed on GPUs are within those that their transport can show. */
  HARDWARE_IN_TRANSPORT("hardware within transport"),
  /** Outcomes of a defined test observed on GPUs are within the specification. */
  HARDWARE_IN_SPECIFICATION("hardware within specification"),
  /** Outcomes of a defined test that a transport can show are within the specification. */
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
