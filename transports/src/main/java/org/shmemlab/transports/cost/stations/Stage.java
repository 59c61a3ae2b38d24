package org.shmemlab.transports.cost.stations;

/** Where an operation spends its time. */
public enum Stage {
  /** The call itself, in the thread that makes it. */
  ISSUE("issue"),
  /** Copying by loads and stores. */
  COPY("copy"),
  /** In the proxy's queue and hands. */
  PROXY("proxy"),
  /** In a queue pair, until the NIC knows of it. */
  QUEUE_PAIR("queue pair"),
  /** Waiting for the port or NIC to send. */
  SEND_WAIT("wait to send"),
  /** On the way through NICs and switches. */
  WIRE("wire"),
  /** Entering the target's memory. */
  RECEIVE("receive"),
  /** The update of a signal or an atomic at the target. */
  UPDATE("signal or atomic"),
  /** The way back of an acknowledgement or of data. */
  RETURN("way back"),
  /** The issuer finding out: polling queues. */
  QUIET("quiet");

  private final String text;

  Stage(String text) {
    this.text = text;
  }

  /** How reports call it. */
  public String text() {
    return text;
  }
}
