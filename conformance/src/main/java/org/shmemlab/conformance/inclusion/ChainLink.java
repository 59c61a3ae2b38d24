package org.shmemlab.conformance.inclusion;

import com.google.common.collect.ImmutableSortedSet;
import java.util.Optional;

/**
 * Holds one link of the chain: the inclusion of one column in another, for one test.
 *
 * @param inner who shows less, in words
 * @param outer who shows more, in words
 * @param beyond outcomes of the inner that the outer does not have
 * @param known why it is broken, if that is known
 */
public record ChainLink(
    String test,
    InclusionRelation relation,
    String inner,
    String outer,
    Inclusion inclusion,
    ImmutableSortedSet<String> beyond,
    Optional<KnownViolation> known) {

  /** Whether it is broken, and nothing known explains that. */
  public boolean fails() {
    return inclusion == Inclusion.BROKEN && known.isEmpty();
  }

  /** The inclusion that holds or does not, and by how much. */
  String how() {
    return switch (inclusion) {
      case HOLDS -> inner + " is within " + outer;
      case UNKNOWN -> inner + " was not explored far enough to be compared with " + outer;
      case BROKEN ->
          inner
              + " is not within "
              + outer
              + ": "
              + (beyond.isEmpty() ? "it is undefined" : String.join(" | ", beyond));
    };
  }

  @Override
  public String toString() {
    return test + ": " + how() + known.map(why -> " (" + why.words() + ")").orElse("");
  }
}
