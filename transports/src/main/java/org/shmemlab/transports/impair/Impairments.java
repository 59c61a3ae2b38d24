package org.shmemlab.transports.impair;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedSet;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.shmemlab.transports.impair.Impairment.Cards;

/** All that does less than its platform says. */
public record Impairments(ImmutableList<Impairment> all) {
  /** Everything works as the platform says. */
  public static final Impairments NONE = new Impairments(ImmutableList.of());

  /**
   * Reads what command lines say.
   *
   * @param failed as "nic:3" or "nic:3@node:2"
   * @param slow as "gpu:17*1.3", "nic:3*2" or "link:leaf 0 up*2"
   * @param loaded as "network=0.3" or "nic=0.3"
   * @throws IllegalArgumentException saying what to write
   */
  public static Impairments of(List<String> failed, List<String> slow, List<String> loaded) {
    ImmutableList.Builder<Impairment> read = ImmutableList.builder();
    failed.forEach(text -> read.add(Reading.fail(text)));
    slow.forEach(text -> read.add(Reading.slow(text)));
    loaded.forEach(text -> read.add(Reading.load(text)));
    ImmutableList<Impairment> all = read.build();
    Set<String> subjects = new HashSet<>();
    for (Impairment one : all) {
      if (!subjects.add(one.subject())) {
        throw new IllegalArgumentException("--" + one.subject() + " is there twice; leave one out");
      }
    }
    return new Impairments(all);
  }

  /** As command lines say it, without what changes nothing. */
  public ImmutableList<String> texts() {
    return all.stream()
        .filter(one -> !one.isNothing())
        .map(Impairment::text)
        .collect(ImmutableList.toImmutableList());
  }

  /** The NICs that every node lacks. */
  public ImmutableSortedSet<Integer> failedEverywhere() {
    return all.stream()
        .filter(Impairments::isEverywhere)
        .map(one -> Objects.requireNonNull(((Impairment.Failed) one).cards().number()))
        .collect(ImmutableSortedSet.toImmutableSortedSet(Integer::compareTo));
  }

  /**
   * The impairments that are left where nodes have no longer the NICs {@link #failedEverywhere},
   * and the others have got numbers without a gap.
   *
   * @throws IllegalArgumentException if something is said of a NIC that is no longer there
   */
  public Impairments ofTheOthers() {
    ImmutableSortedSet<Integer> failed = failedEverywhere();
    return new Impairments(
        all.stream()
            .filter(one -> !isEverywhere(one))
            .map(one ->
                switch (one) {
                  case Impairment.Failed of -> new Impairment.Failed(left(one, of.cards(), failed));
                  case Impairment.SlowCards of ->
                      new Impairment.SlowCards(left(one, of.cards(), failed), of.times());
                  case Impairment.LoadedCards of ->
                      new Impairment.LoadedCards(left(one, of.cards(), failed), of.share());
                  default -> one;
                })
            .collect(ImmutableList.toImmutableList()));
  }

  private static boolean isEverywhere(Impairment one) {
    return one instanceof Impairment.Failed failed && failed.cards().node() == null;
  }

  private static Cards left(Impairment about, Cards cards, ImmutableSortedSet<Integer> failed) {
    Integer number = cards.number();
    if (number == null) {
      return cards;
    }
    if (failed.contains(number)) {
      throw new IllegalArgumentException(
          "--" + about.text() + ": --fail nic:" + number + " takes that card from every node");
    }
    return new Cards(number - failed.headSet(number).size(), cards.node());
  }
}
