package org.shmemlab.conformance.inclusion;

/** Counts the links that hold, in one sentence. */
public final class Sums {
  private Sums() {}

  /** Of one relation: {@code 3432 of 3474 hold, 42 broken and known why}. */
  public static String of(Chain chain, InclusionRelation relation) {
    long fails = chain.of(relation).filter(ChainLink::fails).count();
    long known = chain.count(relation, Inclusion.BROKEN) - fails;
    long unknown = chain.count(relation, Inclusion.UNKNOWN);
    return chain.count(relation, Inclusion.HOLDS)
        + " of "
        + chain.of(relation).count()
        + " hold"
        + (known == 0 ? "" : ", " + known + " broken and known why")
        + (unknown == 0 ? "" : ", " + unknown + " not explored far enough")
        + (fails == 0 ? "" : ", " + fails + " BROKEN");
  }
}
