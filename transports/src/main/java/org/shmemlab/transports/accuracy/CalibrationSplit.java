package org.shmemlab.transports.accuracy;

import com.google.common.collect.ImmutableList;
import com.google.common.io.Resources;
import com.google.common.math.LongMath;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.annotation.JsonNaming;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * Splits the rows of whole benchmark loops into those that numbers of a platform may rest on and
 * those held out, and groups the tests that are counted together: {@code loops.yaml}, which was
 * written before anything was fitted to them.
 */
public final class CalibrationSplit {
  private static final String FILE = "loops.yaml";

  /** The use of a row. */
  public enum Part {
    /** Numbers may rest on it. */
    FITTED,
    /** Of the machine that numbers rest on, but none may rest on this row. */
    HELD_OUT,
    /** Of a machine that no number rests on. */
    OTHER_MACHINE
  }

  @JsonNaming(PropertyNamingStrategies.KebabCaseStrategy.class)
  private record Contents(
      String fitted,
      List<String> otherMachines,
      List<Rule> heldOut,
      List<Rule> leftOut,
      List<Family> families) {}

  private record Family(String name, List<String> test) {}

  private record Rule(
      @Nullable String machine,
      @Nullable String size,
      @Nullable List<Integer> threads,
      @Nullable List<Integer> blocks,
      @Nullable List<Integer> iterations,
      @Nullable List<String> test,
      @Nullable List<String> type,
      @Nullable String wrong) {

    boolean names(Benchmark row) {
      return (machine == null || machine.equals(row.machine()))
          && (size == null || everySecond(row.bytes()))
          && (wrong == null || row.wrong() > 0)
          && (threads == null || threads.contains(row.threads()))
          && (blocks == null || blocks.contains(row.blocks()))
          && (iterations == null || iterations.contains(row.iterations()))
          && (test == null || test.contains(row.test()))
          && (type == null || type.contains(row.type()));
    }

    // 4, 16, 64 and so on; a test without sizes prints 1, or a number of threads.
    private static boolean everySecond(long bytes) {
      return bytes > 2
          && LongMath.isPowerOfTwo(bytes)
          && LongMath.log2(bytes, RoundingMode.UNNECESSARY) % 2 == 0;
    }
  }

  private final Contents contents;

  private CalibrationSplit(Contents contents) {
    this.contents = contents;
  }

  /** Reads the split that comes with this project. */
  public static CalibrationSplit read() {
    try {
      String text =
          Resources.toString(
              Resources.getResource(CalibrationSplit.class, FILE), StandardCharsets.UTF_8);
      return new CalibrationSplit(new YAMLMapper().readValue(text, Contents.class));
    } catch (IOException problem) {
      throw new UncheckedIOException(problem);
    }
  }

  /** The folders of results that it is about, the one that numbers rest on first. */
  public ImmutableList<String> machines() {
    return ImmutableList.<String>builder()
        .add(contents.fitted)
        .addAll(contents.otherMachines)
        .build();
  }

  /** Whether a row is compared at all. */
  public boolean compares(Benchmark row) {
    return contents.leftOut.stream().noneMatch(rule -> rule.names(row));
  }

  /** The families of tests in their order. */
  public ImmutableList<String> families() {
    return contents.families.stream().map(Family::name).collect(ImmutableList.toImmutableList());
  }

  /** The family of tests that a row is counted with; none if no family names its test. */
  public Optional<String> family(Benchmark row) {
    return contents.families.stream()
        .filter(family -> family.test.contains(row.test()))
        .map(Family::name)
        .findFirst();
  }

  /** The use of a row. */
  public Part of(Benchmark row) {
    if (!row.machine().equals(contents.fitted)) {
      return Part.OTHER_MACHINE;
    }
    return contents.heldOut.stream().anyMatch(rule -> rule.names(row))
        ? Part.HELD_OUT
        : Part.FITTED;
  }
}
