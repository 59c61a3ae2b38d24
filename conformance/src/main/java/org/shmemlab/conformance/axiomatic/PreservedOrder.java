package org.shmemlab.conformance.axiomatic;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableTable;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.model.spec.Switch;

/**
 * Decides which events stay in program order (memory model, section 4), by one table: a sub-event
 * of an earlier operation, the agent's next call, and the later events of the agent that are then
 * ordered after the sub-event.
 */
final class PreservedOrder {
  /**
   * {@code all}: the agent itself continues after the sub-event. {@code updates}: only the updates
   * of later operations to the same PE, in the same context, are ordered after it. {@code -}:
   * nothing. After {@code if} stands the switch of the profile that says so. An acknowledgement
   * follows all other events of its operation, so that where all of them precede something, it
   * does.
   */
  static final String TABLE =
      """
      earlier sub-event         | next                         | fence                     | sync | system fence                 | quiet | flush
      issue                     | all                          | all                       | all  | all                          | all   | all
      source-read of put        | all                          | all                       | all  | all                          | all   | all
      source-read of put_nbi    | -                            | -                         | -    | -                            | all   | all
      visible of put            | -                            | updates                   | -    | -                            | all   | -
      visible of put_nbi        | -                            | updates if fenceCoversNbi | -    | -                            | all   | -
      visible of p              | -                            | updates                   | -    | -                            | all   | -
      visible of peer store     | -                            | updates                   | all  | all                          | all   | -
      signal-visible of put     | -                            | updates                   | -    | -                            | all   | -
      signal-visible of put_nbi | -                            | updates if fenceCoversNbi | -    | -                            | all   | -
      signal-visible of signal  | -                            | updates                   | -    | -                            | all   | -
      rmw                       | -                            | updates                   | -    | -                            | all   | -
      remote-read               | -                            | -                         | -    | -                            | all   | -
      landed of get             | all                          | all                       | all  | all                          | all   | all
      landed of get_nbi         | -                            | -                         | -    | -                            | all   | -
      landed of fetch           | all if fetchesInProgramOrder | -                         | -    | all if fetchesInProgramOrder | all   | all if fetchesInProgramOrder
      landed of fetch_nbi       | -                            | -                         | -    | -                            | all   | -
      """;

  /** Covered by a flush of NCCL besides: "locally consumed" ("Device API – GIN", "flush"). */
  private static final Earlier LANDED_BEFORE_FLUSH = Earlier.LANDED_OF_GET_NBI;

  /** The rows. */
  enum Earlier {
    ISSUE,
    SOURCE_READ_OF_PUT,
    SOURCE_READ_OF_PUT_NBI,
    VISIBLE_OF_PUT,
    VISIBLE_OF_PUT_NBI,
    VISIBLE_OF_P,
    VISIBLE_OF_PEER_STORE,
    SIGNAL_VISIBLE_OF_PUT,
    SIGNAL_VISIBLE_OF_PUT_NBI,
    SIGNAL_VISIBLE_OF_SIGNAL,
    RMW,
    REMOTE_READ,
    LANDED_OF_GET,
    LANDED_OF_GET_NBI,
    LANDED_OF_FETCH,
    LANDED_OF_FETCH_NBI;

    /** The row's name in the table. */
    String text() {
      String words = name().toLowerCase(Locale.ROOT).replace('_', ' ');
      return words
          .replaceFirst("^(source|remote) read", "$1-read")
          .replaceFirst("^signal visible", "signal-visible")
          .replace(" nbi", "_nbi");
    }
  }

  /** The columns: what the agent does after the earlier operation. */
  enum Between {
    NEXT,
    FENCE,
    SYNC,
    SYSTEM_FENCE,
    QUIET,
    FLUSH
  }

  /** The cells: the events ordered after the sub-event. */
  enum Later {
    NOTHING,
    UPDATES,
    ALL
  }

  private final ImmutableTable<Earlier, Between, Later> cells;

  /** The table under a profile. */
  PreservedOrder(Profile profile) {
    List<String> lines = Splitter.on('\n').omitEmptyStrings().splitToList(TABLE);
    ImmutableTable.Builder<Earlier, Between, Later> builder = ImmutableTable.builder();
    for (String line : lines.subList(1, lines.size())) {
      List<String> texts = Splitter.on('|').trimResults().splitToList(line);
      Earlier row =
          Arrays.stream(Earlier.values())
              .filter(earlier -> earlier.text().equals(texts.get(0)))
              .findFirst()
              .orElseThrow(() -> new IllegalStateException("no sub-event: " + texts.get(0)));
      for (Between between : Between.values()) {
        boolean lands = isOfNccl(profile) && row == LANDED_BEFORE_FLUSH && between == Between.FLUSH;
        builder.put(
            row, between, lands ? Later.ALL : cell(texts.get(between.ordinal() + 1), profile));
      }
    }
    cells = builder.buildOrThrow();
  }

  private static boolean isOfNccl(Profile profile) {
    return profile.table().equals(Profile.NCCL_DEVICE.table());
  }

  private static Later cell(String text, Profile profile) {
    List<String> parts = Splitter.on(" if ").splitToList(text);
    if (parts.size() > 1) {
      Optional<Switch> condition = Switch.named(parts.get(1));
      if (!profile.has(condition.orElseThrow())) {
        return Later.NOTHING;
      }
    }
    return switch (parts.get(0)) {
      case "all" -> Later.ALL;
      case "updates" -> Later.UPDATES;
      case "-" -> Later.NOTHING;
      default -> throw new IllegalStateException("no cell: " + text);
    };
  }

  Later after(Earlier earlier, Between between) {
    Later later = cells.get(earlier, between);
    if (later == null) {
      throw new IllegalStateException("the table has no row for " + earlier);
    }
    return later;
  }
}
