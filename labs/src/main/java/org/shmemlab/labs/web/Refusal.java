package org.shmemlab.labs.web;

/** Refuses a request, with the server's answer. */
final class Refusal extends Exception {
  private static final long serialVersionUID = 1;

  private final int status;

  /**
   * @param status of HTTP
   * @param why one sentence for the person before the page
   */
  Refusal(int status, String why) {
    super(why);
    this.status = status;
  }

  int status() {
    return status;
  }

  String why() {
    return String.valueOf(getMessage());
  }
}
