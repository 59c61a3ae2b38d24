package org.shmemlab.model.spec;

import com.google.common.collect.ImmutableSet;
import java.util.Collection;
import org.shmemlab.model.operation.Pending;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.spec.Conflicts.Conflict;
import org.shmemlab.model.step.Access;

/**
 * Exempts pairs of accesses that a user accepts, besides those that a profile exempts, so that a
 * search goes on where they meet. A pair is that of two lines with their uses of memory, whichever
 * agents make the accesses.
 */
public final class AcceptedConflicts implements Exemptions {
  private final Exemptions usual;
  private final ImmutableSet<ImmutableSet<Site>> pairs;
  private final ImmutableSet<Site> sites;

  /** A line that uses memory. */
  private record Site(SourceLine line, Access.Use use) {
    static Site of(Access access) {
      return new Site(access.line(), access.use());
    }
  }

  /** Exempts these conflicts under a profile's rules. */
  public AcceptedConflicts(Specification rules, Collection<Conflict> accepted) {
    this.usual = new ProfileExemptions(rules);
    this.pairs =
        accepted.stream()
            .map(one -> pair(one.first(), one.second()))
            .collect(ImmutableSet.toImmutableSet());
    this.sites =
        pairs.stream().flatMap(ImmutableSet::stream).collect(ImmutableSet.toImmutableSet());
  }

  private static ImmutableSet<Site> pair(Access a, Access b) {
    return ImmutableSet.of(Site.of(a), Site.of(b));
  }

  @Override
  public boolean exempt(Access a, Access b) {
    return usual.exempt(a, b) || pairs.contains(pair(a, b));
  }

  @Override
  public boolean fenced(Pending earlier, Pending later) {
    return usual.fenced(earlier, later);
  }

  @Override
  public boolean sparesOnly(Access later, Access earlier) {
    return sites.contains(Site.of(later)) && !Site.of(later).equals(Site.of(earlier));
  }
}
