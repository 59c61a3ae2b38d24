package org.shmemlab.model.operation;

/**
 * How rules carry out an operation: what is decided when it is issued.
 *
 * @param atIssue whether its events all happen in the step that issues it; such an operation is
 *     never seen in flight by anybody
 * @param wordByWord whether its words become visible, are read and land one by one. Where nobody
 *     may look at an unfinished operation without a conflict, all words at once show the same
 *     outcomes and the same conflicts, with far fewer states.
 * @param parts how finely its events are told apart
 * @param loadsSource whether the thread that issued it reads its source by plain loads of its own
 * @param fencesSource whether that thread passes a fence for all GPUs once it has read the source
 * @param dropsUnread whether it gives no value back where nobody reads it, and its call does not
 *     wait
 * @param ways what its parts travel on, as far as the rules tell that
 * @param fencedBy on which sides a fence is called that orders it before what follows
 */
public record Carriage(
    boolean atIssue,
    boolean wordByWord,
    Parts parts,
    boolean loadsSource,
    boolean fencesSource,
    boolean dropsUnread,
    Ways ways,
    Sides fencedBy) {
  /** In flight, all words at once, with the events of the memory model. */
  public static final Carriage USUAL =
      new Carriage(false, false, Parts.USUAL, false, false, false, Ways.UNTOLD, Sides.BOTH);

  /** The same, at issue or not. */
  public Carriage atIssue(boolean now) {
    return new Carriage(
        now, wordByWord, parts, loadsSource, fencesSource, dropsUnread, ways, fencedBy);
  }

  /** The same, word by word or not. */
  public Carriage wordByWord(boolean apart) {
    return new Carriage(
        atIssue, apart, parts, loadsSource, fencesSource, dropsUnread, ways, fencedBy);
  }

  /** The same with events told apart otherwise. */
  public Carriage with(Parts other) {
    return new Carriage(
        atIssue, wordByWord, other, loadsSource, fencesSource, dropsUnread, ways, fencedBy);
  }

  /** The same with a source that is read otherwise. */
  public Carriage source(boolean loaded, boolean fenced) {
    return new Carriage(atIssue, wordByWord, parts, loaded, fenced, dropsUnread, ways, fencedBy);
  }

  /** The same, ordered by fences of these sides. */
  public Carriage fencedBy(Sides sides) {
    return new Carriage(
        atIssue, wordByWord, parts, loadsSource, fencesSource, dropsUnread, ways, sides);
  }
}
