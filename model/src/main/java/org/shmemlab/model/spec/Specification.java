package org.shmemlab.model.spec;

import com.google.common.cache.CacheBuilder;
import com.google.common.cache.CacheLoader;
import com.google.common.cache.LoadingCache;
import com.google.common.collect.ImmutableList;
import java.util.Arrays;
import java.util.BitSet;
import org.shmemlab.model.operation.Caller;
import org.shmemlab.model.operation.Capabilities;
import org.shmemlab.model.operation.Event;
import org.shmemlab.model.operation.EventGranularity;
import org.shmemlab.model.operation.InFlight;
import org.shmemlab.model.operation.IssueTraits;
import org.shmemlab.model.operation.Operation;
import org.shmemlab.model.operation.OrderingCall;
import org.shmemlab.model.operation.OrderingRules;
import org.shmemlab.model.operation.Pending;
import org.shmemlab.model.operation.Sides;
import org.shmemlab.model.order.AwaitedPart;
import org.shmemlab.model.order.CompiledTable;
import org.shmemlab.model.threads.ThreadOrder;

/**
 * Implements the weakest machine that the documents allow: every event may be late, and only a
 * table orders two of them (memory model, section 4). The table is that of a profile, whose
 * switches are the settings in it.
 */
public final class Specification implements OrderingRules {
  private static final int ANY_WAY = -1;

  private static final LoadingCache<Profile, CompiledTable> TABLES =
      CacheBuilder.newBuilder().weakKeys().build(CacheLoader.from(Specification::compiled));

  private final Profile profile;
  private final CompiledTable order;
  private final ImmutableList<IssueTraits>
      carriages; // by the sides whose fences order an operation
  private final Capabilities capabilities;

  /** The rules of the documents under a profile. */
  public Specification(Profile profile) {
    this.profile = profile;
    this.order = TABLES.getUnchecked(profile);
    // All words at once: a read of a word of an unfinished operation is a conflict, which ends the
    // branch.
    IssueTraits usual =
        IssueTraits.USUAL.with(new EventGranularity(false, false, !order.dataBeforeSignal()));
    this.carriages =
        Arrays.stream(Sides.values()).map(usual::fencedBy).collect(ImmutableList.toImmutableList());
    this.capabilities =
        new Capabilities(
            Capabilities.PLAIN.actsAtIssue(),
            !order.returnsWaitForOthers(),
            order.quietCoversOthers(ANY_WAY),
            profile.has(Switch.ANY_LOCAL_SIDE),
            !order.signalFetchWaits(),
            Capabilities.PLAIN.queuePairs(),
            Capabilities.PLAIN.loads(),
            Capabilities.PLAIN.refreshing());
  }

  private static CompiledTable compiled(Profile profile) {
    return CompiledTable.of(
        profile.table(), key -> Switch.named(key).filter(profile::has).isPresent());
  }

  /** The reading of the documents. */
  public Profile profile() {
    return profile;
  }

  @Override
  public String name() {
    return profile.name();
  }

  @Override
  public Capabilities capabilities() {
    return capabilities;
  }

  @Override
  public boolean weakAtomics() {
    return !profile.has(Switch.ATOMICS_IN_ONE_ORDER);
  }

  @Override
  public ThreadOrder threads() {
    return profile.threads();
  }

  @Override
  public IssueTraits issueTraits(Operation operation) {
    Sides side = Sides.of(operation.origin().onDevice());
    return carriages.get((order.fencesOfBothSides(operation) ? Sides.BOTH : side).ordinal());
  }

  @Override
  public boolean mayHappen(Pending operation, Event event, InFlight inFlight) {
    return order.mayHappen(operation, event, inFlight);
  }

  @Override
  public boolean mayReturn(Pending operation, InFlight inFlight) {
    return order.mayReturn(operation, inFlight);
  }

  @Override
  public boolean mayPass(OrderingCall call, Caller caller, InFlight inFlight) {
    // The landing of a value that another agent does not wait for is unobservable; if it landed
    // here, that agent would be ordered after its operation earlier than necessary.
    return order.mayPassButForValues(call, caller, inFlight);
  }

  @Override
  public boolean mayHoldBack(Operation earlier, Operation later, boolean fenced) {
    return order.mayHoldBack(earlier, later, fenced);
  }

  /**
   * Whether the updates of the later operation are ordered after those of the earlier one.
   *
   * @param issued whether the issue of the earlier operation happens-before the later one's
   * @param fenced whether a fence that reaches the earlier operation was between them
   */
  public boolean updatesInOrder(
      Operation earlier, Operation later, boolean issued, boolean fenced) {
    return (issued || fenced) && order.updatesInOrder(earlier, later, issued, fenced);
  }

  /**
   * Whether the update of a signal word by the later operation, issued after the earlier one, is
   * ordered after the reading of that one's source.
   */
  public boolean sourceInOrder(Operation earlier, Operation later) {
    return order.sourceInOrder(earlier, later);
  }

  /**
   * The part of an earlier operation that a call waits for.
   *
   * @param issuedBefore agents whose next step the issue of the operation happens-before
   */
  public AwaitedPart awaits(
      OrderingCall call, Caller caller, Operation earlier, BitSet issuedBefore) {
    return order.awaits(call, caller, earlier, issuedBefore);
  }
}
