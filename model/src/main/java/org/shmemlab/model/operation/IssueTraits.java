package org.shmemlab.model.operation;

/**
 * Holds the properties of an operation that rules fix at its issue.
 *
 * @param atIssue whether its events all happen in the step that issues it; such an operation is
 *     never in flight
 * @param wordByWord whether its words become visible, are read and land one by one. Where every
 *     access to an unfinished operation is a conflict, all words at once show the same outcomes and
 *     the same conflicts, with far fewer states.
 * @param parts how finely its events are distinguished
 * @param loadsSource whether the thread that issued it reads its source by plain loads of its own
 * @param fencesSource whether that thread passes a fence for all GPUs once it has read the source
 * @param deadFetchReturnsAtOnce whether a fetch whose result is never read returns no value, and
 *     its call does not wait
 * @param channels the channels of its parts, as far as the rules distinguish them
 * @param fencedBy on which sides a call of a fence orders it before later operations
 */
public record IssueTraits(
    boolean atIssue,
    boolean wordByWord,
    EventGranularity parts,
    boolean loadsSource,
    boolean fencesSource,
    boolean deadFetchReturnsAtOnce,
    Channels channels,
    Sides fencedBy) {
  /** In flight, all words at once, with the events of the memory model. */
  public static final IssueTraits USUAL =
      new IssueTraits(
          false, false, EventGranularity.USUAL, false, false, false, Channels.UNTOLD, Sides.BOTH);

  /** The same, at issue or not. */
  public IssueTraits atIssue(boolean now) {
    return new IssueTraits(
        now,
        wordByWord,
        parts,
        loadsSource,
        fencesSource,
        deadFetchReturnsAtOnce,
        channels,
        fencedBy);
  }

  /** The same, word by word or not. */
  public IssueTraits wordByWord(boolean apart) {
    return new IssueTraits(
        atIssue,
        apart,
        parts,
        loadsSource,
        fencesSource,
        deadFetchReturnsAtOnce,
        channels,
        fencedBy);
  }

  /** The same with another granularity of events. */
  public IssueTraits with(EventGranularity other) {
    return new IssueTraits(
        atIssue,
        wordByWord,
        other,
        loadsSource,
        fencesSource,
        deadFetchReturnsAtOnce,
        channels,
        fencedBy);
  }

  /** The same with a source that is read otherwise. */
  public IssueTraits source(boolean loaded, boolean fenced) {
    return new IssueTraits(
        atIssue, wordByWord, parts, loaded, fenced, deadFetchReturnsAtOnce, channels, fencedBy);
  }

  /** The same, ordered by fences of these sides. */
  public IssueTraits fencedBy(Sides sides) {
    return new IssueTraits(
        atIssue,
        wordByWord,
        parts,
        loadsSource,
        fencesSource,
        deadFetchReturnsAtOnce,
        channels,
        sides);
  }
}
