package org.shmemlab.conformance.mutants;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Sets;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.shmemlab.model.order.Moment;
import org.shmemlab.model.order.OrderTable;
import org.shmemlab.model.order.RuleCondition;
import org.shmemlab.model.order.RuleEntry;
import org.shmemlab.model.order.RuleEntry.Part;
import org.shmemlab.model.order.TableText;
import org.shmemlab.model.order.TableVocabulary;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.model.table.BadTable;
import org.shmemlab.transports.rules.TransportTables;

/** Changes a table of order for mutants: takes something out of its entries, or puts it in. */
final class TableChange {
  private static final ImmutableList<TableVocabulary> VOCABULARIES =
      ImmutableList.<TableVocabulary>builder()
          .add(Profile.VOCABULARY)
          .addAll(TransportTables.VOCABULARIES)
          .build();

  private TableChange() {}

  /** One more entry, as tables write it. */
  static UnaryOperator<OrderTable> plus(String entry) {
    return table -> {
      String text = "table " + table.name() + "\nearlier | later | where\n" + entry;
      try {
        return table.with(TableText.parse("mutant", text, VOCABULARIES).entries().getFirst());
      } catch (BadTable problem) {
        throw new IllegalArgumentException(entry, problem);
      }
    };
  }

  /** A fence orders nothing after these operations. */
  static UnaryOperator<OrderTable> unfenced(OperationGroup kind) {
    return table -> table.without(RuleEntry::isOfFence, kind::has, _ -> true);
  }

  /** The order of issue orders nothing after these operations. */
  static UnaryOperator<OrderTable> unordered(OperationGroup kind) {
    return table ->
        table.without(where(RuleCondition.ISSUED_BEFORE), kind::has, later -> later.of() != null);
  }

  /** The signal of a put does not wait for the data of its own put. */
  static UnaryOperator<OrderTable> signalsBeforeData() {
    return table -> table.without(where(RuleCondition.OWN), _ -> true, is(Moment.SIGNAL_VISIBLE));
  }

  /** Signals wait for nothing but the data of their own put. */
  static UnaryOperator<OrderTable> signalsUnordered() {
    return table ->
        table.without(where(RuleCondition.OWN).negate(), _ -> true, is(Moment.SIGNAL_VISIBLE));
  }

  /** A call waits for nothing. */
  static UnaryOperator<OrderTable> free(Moment call) {
    return table -> table.without(_ -> true, _ -> true, is(call));
  }

  /** A call does not wait for these operations. */
  static UnaryOperator<OrderTable> free(Moment call, OperationGroup of) {
    return table -> table.without(_ -> true, of::has, is(call));
  }

  /** The calls that issue these operations return at once. */
  static UnaryOperator<OrderTable> returnsAtOnce(OperationGroup kind) {
    return table ->
        table
            .without(where(RuleCondition.OWN), kind::has, is(Moment.RETURN))
            .without(_ -> true, _ -> true, is(Moment.RETURN).and(kind::has));
  }

  /** The return of a call waits for its own operation alone. */
  static UnaryOperator<OrderTable> returnsForItself() {
    return table -> table.without(where(RuleCondition.OWN).negate(), _ -> true, is(Moment.RETURN));
  }

  /** A call waits for what its own agent issued, and for nothing else. */
  static UnaryOperator<OrderTable> ofItsAgent(Moment call) {
    return table ->
        table.where(
            entry -> entry.isBefore(call),
            where ->
                with(
                    RuleCondition.SAME_AGENT,
                    without(RuleCondition.ISSUED_BEFORE, without(RuleCondition.SAME_PE, where))));
  }

  /** Entries with a fence hold under one more condition. */
  static UnaryOperator<OrderTable> fencesOnlyWhere(RuleCondition added) {
    return table -> table.where(RuleEntry::isOfFence, where -> with(added, where));
  }

  /** Entries with a fence hold without a condition. */
  static UnaryOperator<OrderTable> fencesWithout(RuleCondition gone) {
    return table -> table.where(RuleEntry::isOfFence, where -> without(gone, where));
  }

  private static Predicate<Part> is(Moment moment) {
    return part -> part.moment() == moment;
  }

  private static Predicate<RuleEntry> where(RuleCondition condition) {
    return entry -> entry.where().contains(condition);
  }

  private static ImmutableSet<RuleCondition> with(
      RuleCondition added, ImmutableSet<RuleCondition> where) {
    return Sets.union(where, ImmutableSet.of(added)).immutableCopy();
  }

  private static ImmutableSet<RuleCondition> without(
      RuleCondition gone, ImmutableSet<RuleCondition> where) {
    return Sets.difference(where, ImmutableSet.of(gone)).immutableCopy();
  }
}
