package org.shmemlab.scenarios.spacetime;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.Space;
import org.shmemlab.model.step.Access;
import org.shmemlab.scenarios.spacetime.SpaceTime.Cell;
import org.shmemlab.scenarios.spacetime.SpaceTime.Change;

/** Tracks the words of memory that a schedule accesses, and their values after each step. */
final class TrackedWords {
  /** A picture of more words would be of no use. */
  private static final int MOST_OF_ACCESS = 16;

  private static final int MOST = 200;

  private record Place(Access.Place object, long offset) {}

  private record Word(Place place, ScalarType type) {}

  private final Map<Place, @Nullable ScalarType> touched = new LinkedHashMap<>();
  private final Map<Place, Integer> bytes = new LinkedHashMap<>();
  private List<Word> words = List.of();
  private List<String> held = new ArrayList<>();

  /** Adds the words that a step accesses. */
  void touch(List<Access> accesses) {
    for (Access access : accesses) {
      boolean inMemory =
          access.place().space() == Space.SYMMETRIC || access.place().space() == Space.PRIVATE;
      if (inMemory && access.to() > access.from()) {
        ScalarType type = access.type();
        int size = type == null ? size(access) : type.bytes();
        long end = Math.min(access.to(), access.from() + (long) MOST_OF_ACCESS * size);
        for (long offset = access.from(); offset + size <= end; offset += size) {
          touch(new Place(access.place(), offset), type, size);
        }
      }
    }
  }

  private void touch(Place place, @Nullable ScalarType type, int size) {
    if (touched.size() < MOST || touched.containsKey(place)) {
      bytes.merge(place, size, Math::min);
      if (type != null || !touched.containsKey(place)) {
        touched.put(place, type);
      }
    }
  }

  private static int size(Access access) {
    long range = access.to() - access.from();
    return range % 8 == 0 && access.from() % 8 == 0 ? 8 : range % 4 == 0 ? 4 : 1;
  }

  /** The words, by PE, object and offset; {@link #changes} reports their values from here on. */
  ImmutableList<Cell> cells(DiagramNames names) {
    words =
        touched.entrySet().stream()
            .filter(entry -> !coveredBySmaller(entry.getKey()))
            .map(entry -> new Word(entry.getKey(), type(entry.getKey(), entry.getValue())))
            .sorted(
                Comparator.comparingInt((Word word) -> word.place.object.pe())
                    .thenComparing(word -> word.place.object.space())
                    .thenComparingInt(word -> word.place.object.index())
                    .thenComparingLong(word -> word.place.offset))
            .toList();
    held = new ArrayList<>();
    words.forEach(_ -> held.add(""));
    return words.stream()
        .map(word -> new Cell(word.place.object.pe(), name(word, names)))
        .collect(ImmutableList.toImmutableList());
  }

  /** The cells that an access touches; none where it touches no word of the picture. */
  Optional<SpaceTime.Touch> touch(RecordedTouches.Touched touched, int skipped) {
    Access access = touched.access();
    int first = SpaceTime.NONE;
    int last = SpaceTime.NONE;
    for (int i = 0; i < words.size(); i++) {
      Word word = words.get(i);
      if (word.place.object.equals(access.place())
          && word.place.offset < access.to()
          && access.from() < word.place.offset + word.type.bytes()) {
        first = first == SpaceTime.NONE ? i : first;
        last = i;
      }
    }
    return first == SpaceTime.NONE
        ? Optional.empty()
        : Optional.of(
            new SpaceTime.Touch(
                touched.tick() - skipped,
                touched.reads(),
                access.use().updates(),
                first,
                last,
                touched.observed()));
  }

  // Of words that overlap, the smaller ones are shown.
  private boolean coveredBySmaller(Place place) {
    int size = bytes.getOrDefault(place, 1);
    for (int inside = 1; inside < size; inside++) {
      if (touched.containsKey(new Place(place.object, place.offset + inside))) {
        return true;
      }
    }
    return false;
  }

  private ScalarType type(Place place, @Nullable ScalarType known) {
    if (known != null) {
      return known;
    }
    return switch (bytes.getOrDefault(place, 1)) {
      case 8 -> ScalarType.I64;
      case 4 -> ScalarType.I32;
      default -> ScalarType.U8;
    };
  }

  private String name(Word word, DiagramNames names) {
    String object = names.object(word.place.object.name());
    boolean alone =
        word.place.offset == 0
            && words.stream()
                .noneMatch(
                    other -> !other.equals(word) && other.place.object.equals(word.place.object));
    return alone ? object : object + "[" + word.place.offset / word.type.bytes() + "]";
  }

  /** The values that differ from those of the last call. */
  ImmutableList<Change> changes(Machine machine) {
    ImmutableList.Builder<Change> changes = ImmutableList.builder();
    for (int i = 0; i < words.size(); i++) {
      Word word = words.get(i);
      OptionalLong value = machine.word(word.place.object, word.type, word.place.offset);
      String text = value.isPresent() ? text(word.type, value.getAsLong()) : "-";
      if (!text.equals(held.get(i))) {
        held.set(i, text);
        changes.add(new Change(i, text));
      }
    }
    return changes.build();
  }

  private static String text(ScalarType type, long value) {
    return switch (type) {
      case F16 -> String.valueOf(Float.float16ToFloat((short) value));
      case F32 -> String.valueOf(Float.intBitsToFloat((int) value));
      case F64 -> String.valueOf(Double.longBitsToDouble(value));
      case U64 -> Long.toUnsignedString(value);
      case I8, U8, I16, U16, I32, U32, I64 -> String.valueOf(value);
    };
  }
}
