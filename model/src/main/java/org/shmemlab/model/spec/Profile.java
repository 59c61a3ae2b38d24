package org.shmemlab.model.spec;

import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Sets;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.shmemlab.model.order.OrderTable;
import org.shmemlab.model.order.TableText;
import org.shmemlab.model.order.TableVocabulary;
import org.shmemlab.model.threads.ThreadOrder;

/**
 * One reading of the documents: tables of order, and which switches are on.
 *
 * @param name as on the command line
 * @param document the document that it follows
 * @param on the switches that are on
 * @param table its table of order, whose entries hold as far as their switches are on
 * @param threads the table of thread order, which no switch changes
 */
public record Profile(
    String name, String document, ImmutableSet<Switch> on, OrderTable table, ThreadOrder threads) {
  /** The words of a profile's table: its switches are the settings. */
  public static final TableVocabulary VOCABULARY =
      new TableVocabulary(
          "specification",
          Arrays.stream(Switch.values()).map(Switch::key).collect(ImmutableSet.toImmutableSet()),
          false);

  /** The words of the table of NCCL's device interface. */
  public static final TableVocabulary NCCL_VOCABULARY =
      new TableVocabulary("nccl-device", VOCABULARY.settings(), false);

  private static final OrderTable SPECIFICATION = TableText.builtIn(Profile.class, VOCABULARY);

  /** The consistency table of the "Using NVSHMEM" page: the weakest promise. */
  public static final Profile NVSHMEM =
      new Profile(
          "nvshmem",
          "Using NVSHMEM, \"Data Consistency\", table of access types",
          Sets.immutableEnumSet(Switch.STREAMS_RUN_AT_ONCE, Switch.ATOMICS_IN_ONE_ORDER),
          SPECIFICATION,
          ThreadOrder.PTX);

  /** The NVSHMEM API page on memory ordering. */
  public static final Profile ORDERING_PAGE =
      new Profile(
          "nvshmem-ordering-page",
          "NVSHMEM API, \"Memory Ordering\"",
          Sets.immutableEnumSet(
              Switch.ANY_LOCAL_SIDE,
              Switch.FENCE_COVERS_NBI,
              Switch.OWN_ATOMIC_POLLS_MAY_WATCH,
              Switch.P_IS_WAITABLE,
              Switch.SIGNAL_FETCH_SYNCHRONISES,
              Switch.FETCHES_IN_PROGRAM_ORDER,
              Switch.QUIET_DRAINS_PE,
              Switch.SIGNAL_OPERATORS_MIX,
              Switch.STREAMS_RUN_AT_ONCE,
              Switch.ATOMICS_IN_ONE_ORDER),
          SPECIFICATION,
          ThreadOrder.PTX);

  /**
   * OpenSHMEM 1.6: as the ordering page, but one operator per signal word, and waits only on words
   * that AMOs and signals update ("Point-to-Point Synchronization Routines", wait_until).
   */
  public static final Profile OPENSHMEM =
      new Profile(
          "openshmem-1.6",
          "OpenSHMEM 1.6, section 9.12 \"Memory Ordering Routines\" and 9.8 \"Signaling"
              + " Operations\"",
          Sets.immutableEnumSet(
              Switch.ANY_LOCAL_SIDE,
              Switch.FENCE_COVERS_NBI,
              Switch.FENCE_COVERS_BOTH_SIDES,
              Switch.SIGNAL_FETCH_SYNCHRONISES,
              Switch.FETCHES_IN_PROGRAM_ORDER,
              Switch.QUIET_DRAINS_PE,
              Switch.STREAMS_RUN_AT_ONCE,
              Switch.ATOMICS_IN_ONE_ORDER),
          SPECIFICATION,
          ThreadOrder.PTX);

  /** NCCL's device interface, strictly: what its documents leave open is not promised. */
  public static final Profile NCCL_DEVICE =
      new Profile(
          "nccl-device",
          "NCCL 2.30, \"Device API – GIN\"",
          Sets.immutableEnumSet(
              Switch.ANY_LOCAL_SIDE,
              Switch.OWN_ATOMIC_POLLS_MAY_WATCH,
              Switch.SIGNAL_FETCH_SYNCHRONISES,
              Switch.STREAMS_RUN_AT_ONCE,
              Switch.ATOMICS_IN_ONE_ORDER),
          TableText.builtIn(Profile.class, NCCL_VOCABULARY),
          ThreadOrder.PTX);

  /** The same, leniently: what its documents leave open is promised. */
  public static final Profile NCCL_DEVICE_LENIENT =
      new Profile(
          "nccl-device-lenient",
          "NCCL 2.30, \"Device API – GIN\", leniently",
          Sets.union(
                  NCCL_DEVICE.on(),
                  Sets.immutableEnumSet(Switch.STRONG_COVERS_SIGNALS, Switch.FLUSH_DRAINS_CONTEXT))
              .immutableCopy(),
          NCCL_DEVICE.table(),
          ThreadOrder.PTX);

  private static final Pattern SETTING = Pattern.compile("\\G([+-])(\\w+)");

  /** The table that takes the place of the specification's, if one does. */
  public Optional<OrderTable> rules() {
    return table.equals(SPECIFICATION) || table.equals(NCCL_DEVICE.table())
        ? Optional.empty()
        : Optional.of(table);
  }

  /** The specification's table. */
  public static OrderTable specification() {
    return SPECIFICATION;
  }

  /** The readings of the documents of NVSHMEM and OpenSHMEM. */
  public static Stream<Profile> all() {
    return Stream.of(NVSHMEM, ORDERING_PAGE, OPENSHMEM);
  }

  /** Whether it is of NCCL's device interface. */
  public boolean isOfNccl() {
    return table.equals(NCCL_DEVICE.table());
  }

  /** The readings of the documents of NCCL's device interface, the strict one first. */
  public static Stream<Profile> ofNccl() {
    return Stream.of(NCCL_DEVICE, NCCL_DEVICE_LENIENT);
  }

  /** All that have names of their own. */
  public static Stream<Profile> known() {
    return Stream.concat(all(), ofNccl());
  }

  /**
   * The profile of a name: that of a named one, followed by {@code +key} or {@code -key} for each
   * switch that is set otherwise, as {@link #with} writes it.
   */
  public static Optional<Profile> named(String name) {
    return known()
        .filter(base -> name.startsWith(base.name()))
        .flatMap(base -> base.changed(name.substring(base.name().length())).stream())
        .findFirst();
  }

  private Optional<Profile> changed(String settings) {
    Profile changed = this;
    Matcher setting = SETTING.matcher(settings);
    int end = 0;
    while (setting.find()) {
      Optional<Switch> option = Switch.named(setting.group(2));
      if (option.isEmpty()) {
        return Optional.empty();
      }
      changed = changed.with(option.get(), setting.group(1).equals("+"));
      end = setting.end();
    }
    return end == settings.length() ? Optional.of(changed) : Optional.empty();
  }

  public boolean has(Switch option) {
    return on.contains(option);
  }

  /** The same profile with one switch set. */
  public Profile with(Switch option, boolean value) {
    ImmutableSet<Switch> set =
        value
            ? ImmutableSet.copyOf(Sets.union(on, ImmutableSet.of(option)))
            : ImmutableSet.copyOf(Sets.difference(on, ImmutableSet.of(option)));
    return new Profile(name + (value ? "+" : "-") + option.key(), document, set, table, threads);
  }

  /**
   * The same switches with another table; the name, and the answers that tests expect under it,
   * stay.
   */
  public Profile with(OrderTable other) {
    return new Profile(name, document, on, other, threads);
  }

  /** The same promises of the library with another table of thread order. */
  public Profile with(ThreadOrder other) {
    return new Profile(name, document, on, table, other);
  }
}
