package org.shmemlab.conformance.agreement;

import com.google.common.collect.ImmutableList;
import com.google.common.io.Resources;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds programs that the named profiles judge differently, without those that only add calls. */
public final class Ambiguity {
  private static final String LIST = "profiles-differ.txt";

  private Ambiguity() {}

  /** Those of two PEs with at most three calls each, which were found by trying all programs. */
  public static ImmutableList<SmallProgram> known() {
    try {
      return Resources.readLines(
              Resources.getResource(Ambiguity.class, LIST), StandardCharsets.UTF_8)
          .stream()
          .map(Shorthand::parse)
          .collect(ImmutableList.toImmutableList());
    } catch (IOException problem) {
      throw new UncheckedIOException(problem);
    }
  }

  /** The lines of the list that {@link #known} reads. */
  static String lines(List<SmallProgram> programs) {
    return programs.stream()
        .map(program -> Shorthand.of(program) + "\n")
        .collect(Collectors.joining());
  }

  /**
   * Those that contain no smaller one, whatever the PEs are called and which numbers are written;
   * smaller ones first.
   */
  public static ImmutableList<SmallProgram> smallest(Stream<SmallProgram> programs) {
    List<SmallProgram> found = new ArrayList<>();
    programs
        .sorted(Comparator.comparingInt(SmallProgram::size))
        .filter(program -> !contains(program, found))
        .forEachOrdered(found::add);
    return ImmutableList.copyOf(found);
  }

  /** Whether a program only adds calls to one of those. */
  public static boolean contains(SmallProgram program, List<SmallProgram> smaller) {
    SmallProgram mirrored = program.mirrored();
    return smaller.stream().anyMatch(part -> part.isPartOf(program) || part.isPartOf(mirrored));
  }
}
