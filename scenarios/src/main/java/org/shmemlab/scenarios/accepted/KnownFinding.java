package org.shmemlab.scenarios.accepted;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.FindingKind;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.step.Access;
import org.shmemlab.scenarios.source.Directive;

/**
 * Identifies a finding of a program by the parts that edits of other lines leave alone: its kind
 * and the text of its lines, without their numbers.
 *
 * @param what the form of a mistake's sentence; empty for other kinds
 * @param places its lines, in an order that does not depend on the schedule that showed it
 */
public record KnownFinding(FindingKind kind, String what, ImmutableList<Place> places)
    implements Comparable<KnownFinding> {
  private static final Comparator<Place> PLACES =
      Comparator.comparing(Place::file).thenComparing(Place::text).thenComparing(Place::use);

  /**
   * A line of a source.
   *
   * @param file its path, relative to the folder of the baseline
   * @param text the line without space and directives around it; empty where the source is not
   *     there
   * @param use how an access there uses memory; empty where the finding is not about accesses
   */
  public record Place(String file, String text, String use) {}

  /**
   * The identity of a finding.
   *
   * @param folder the folder that paths are relative to
   * @param texts the lines of each file, by the path that the finding names
   */
  static KnownFinding of(Finding finding, Path folder, Map<String, List<String>> texts) {
    ImmutableList<Place> places =
        finding.accesses().isEmpty()
            ? finding.identity().lines().stream()
                .map(line -> place(line, "", folder, texts))
                .sorted(PLACES)
                .collect(toImmutableList())
            : finding.accesses().stream()
                .map(one -> place(one.line(), word(one.use()), folder, texts))
                .sorted(PLACES)
                .collect(toImmutableList());
    String what = finding.accesses().isEmpty() ? finding.identity().what() : "";
    return new KnownFinding(finding.kind(), what, places);
  }

  private static String word(Access.Use use) {
    return use.name().toLowerCase(Locale.ROOT);
  }

  private static Place place(
      SourceLine line, String use, Path folder, Map<String, List<String>> texts) {
    List<String> lines = texts.getOrDefault(line.file(), List.of());
    boolean there = line.line() >= 1 && line.line() <= lines.size();
    String text = there ? Directive.stripped(lines.get(line.line() - 1)) : "";
    return new Place(relative(line.file(), folder), text, use);
  }

  /** A path as a baseline in a folder has it. */
  static String relative(String file, Path folder) {
    return folder.relativize(Path.of(file).toAbsolutePath().normalize()).toString();
  }

  @Override
  public int compareTo(KnownFinding other) {
    return Comparator.comparing((KnownFinding one) -> one.places.toString())
        .thenComparing(KnownFinding::kind)
        .thenComparing(KnownFinding::what)
        .compare(this, other);
  }
}
