package org.shmemlab.reports.run;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.reports.page.Tracks;
import org.shmemlab.transports.cost.parameters.TransferKind;
import org.shmemlab.transports.simulate.Message;
import org.shmemlab.transports.simulate.Timeline;
import org.shmemlab.transports.simulate.Timeline.Slice;

/**
 * Arranges a timeline as a page holds it: the agents of each PE, then proxies, queue pairs and
 * links. Simultaneous work of a station is on several tracks.
 */
final class TimelineTracks {
  private final Map<String, Integer> names = new LinkedHashMap<>();
  private final Map<String, Integer> lines = new LinkedHashMap<>();
  private final Map<Place, Integer> trackOf = new HashMap<>(); // looked up only
  private final ImmutableList.Builder<Tracks.Track> tracks = ImmutableList.builder();
  private final PackedNumbers slices = new PackedNumbers();
  private int size; // tracks so far

  private record Place(String group, String track) {}

  private TimelineTracks() {}

  static Tracks of(Timeline timeline) {
    return new TimelineTracks().all(timeline);
  }

  private Tracks all(Timeline timeline) {
    Map<Timeline.Group, Map<Integer, Map<Place, List<Slice>>>> all = new TreeMap<>();
    for (int i = 0; i < timeline.size(); i++) {
      Slice slice = timeline.get(i);
      if (slice.from() < slice.to()) {
        all.computeIfAbsent(slice.group(), _ -> new TreeMap<>())
            .computeIfAbsent(slice.number(), _ -> new LinkedHashMap<>())
            .computeIfAbsent(new Place(group(slice), slice.track()), _ -> new ArrayList<>())
            .add(slice);
      }
    }
    all.values()
        .forEach(numbers -> numbers.values().forEach(places -> places.forEach(this::lanes)));
    PackedNumbers arrows = new PackedNumbers();
    int messages = arrows(timeline.operations(), arrows);
    return new Tracks(
        ImmutableList.copyOf(names.keySet()),
        ImmutableList.copyOf(lines.keySet()),
        ImmutableList.copyOf(TransferKind.values()).stream()
            .map(TransferKind::text)
            .collect(ImmutableList.toImmutableList()),
        tracks.build(),
        slices.text(),
        messages,
        arrows.text());
  }

  private static String group(Slice slice) {
    return switch (slice.group()) {
      case AGENTS -> "PE " + slice.number();
      case PROXIES -> "proxies";
      case QUEUE_PAIRS -> "queue pairs";
      case LINKS -> "links";
    };
  }

  // Each slice goes to the first track that is free.
  private void lanes(Place place, List<Slice> all) {
    all.sort(Comparator.comparingLong(Slice::from).thenComparingLong(Slice::to));
    List<List<Slice>> lanes = new ArrayList<>();
    for (Slice slice : all) {
      List<Slice> free =
          lanes.stream()
              .filter(lane -> lane.getLast().to() <= slice.from())
              .findFirst()
              .orElseGet(() -> {
                lanes.add(new ArrayList<>());
                return lanes.getLast();
              });
      free.add(slice);
    }
    trackOf.putIfAbsent(place, size);
    trackOf.putIfAbsent(new Place(place.group(), ""), size); // the first one of a PE
    for (List<Slice> lane : lanes) {
      tracks.add(new Tracks.Track(place.group(), place.track(), lane.size()));
      size++;
      long before = 0;
      for (Slice slice : lane) {
        slices
            .add(slice.from() - before)
            .add(slice.to() - slice.from())
            .add(number(names, slice.name()))
            .add(line(slice.line()))
            .add(slice.operation() + 1L);
        before = slice.from();
      }
    }
  }

  private int arrows(List<Message> messages, PackedNumbers arrows) {
    List<Message> shown =
        messages.stream()
            .filter(message -> message.atTarget() != Message.NEVER)
            .filter(message -> trackOf.containsKey(caller(message)))
            .filter(message -> trackOf.containsKey(target(message)))
            .sorted(Comparator.comparingLong(Message::issued))
            .toList();
    long before = 0;
    for (Message message : shown) {
      arrows
          .add(message.issued() - before)
          .add(message.atTarget() - message.issued())
          .add(trackOf.getOrDefault(caller(message), 0))
          .add(trackOf.getOrDefault(target(message), 0))
          .add(message.bytes())
          .add(message.kind().ordinal())
          .add(line(message.line()))
          .add(message.operation());
      before = message.issued();
    }
    return shown.size();
  }

  private static Place caller(Message message) {
    return new Place("PE " + message.from(), message.agent());
  }

  private static Place target(Message message) {
    return new Place("PE " + message.to(), "");
  }

  private int line(@Nullable SourceLine line) {
    return line == null || line.line() == 0
        ? 0
        : 1 + number(lines, line.file() + ":" + line.line());
  }

  private static int number(Map<String, Integer> known, String name) {
    return known.computeIfAbsent(name, _ -> known.size());
  }
}
