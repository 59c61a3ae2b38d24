package org.shmemlab.transports.simulate;

/** Lists the activities on which an agent spends simulated time. */
public enum Activity {
  /** Executing instructions of its own. */
  COMPUTE("compute"),
  /** In calls that start communication, until they are posted. */
  ISSUE("issue"),
  /** In a call that returns only when its operation is complete: on the wire and back. */
  TRANSFER("wire"),
  /** In a fence or a quiet. */
  ORDER("fence/quiet"),
  /** In a wait for a word of its own memory. */
  WAIT("wait"),
  /** In a barrier or another collective, waiting for the others and for the algorithm. */
  COLLECTIVE("collective"),
  /** The host for its device, a stream for its grid, a thread for others of its host. */
  DEVICE("device"),
  /** A kernel that is being launched. */
  LAUNCH("launch");

  private final String text;

  Activity(String text) {
    this.text = text;
  }

  /** How reports call it. */
  public String text() {
    return text;
  }
}
