package org.shmemlab.plan.answer;

/** Lists the goals for which a point can be the best. */
public enum Objective {
  /** The most results in a second, at any price. */
  TIME("most results per second"),
  /** The least money, or GPU time where no price is known, for a result. */
  COST("least cost per result");

  private final String text;

  Objective(String text) {
    this.text = text;
  }

  /** In words. */
  public String text() {
    return text;
  }
}
