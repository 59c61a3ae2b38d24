package org.shmemlab.scenarios.accepted;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSortedMultiset;
import com.google.common.collect.Multiset;
import com.google.common.collect.TreeMultiset;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.FindingIdentity;
import org.shmemlab.model.explore.FindingKind;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.scenarios.source.Directive;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * Decides which findings of one check are accepted: those that a comment allows, each comment one,
 * and of the rest those that the baseline still has, each as often as it has them. Gathers the
 * findings of a new baseline.
 */
public final class AcceptedFindings {
  private final Path folder;
  private final boolean compared;
  private final boolean everything;
  private final Multiset<KnownFinding> left = TreeMultiset.create();
  private final Multiset<KnownFinding> gathered = TreeMultiset.create();
  private final Set<String> files = new HashSet<>(); // asked only whether they are in it

  /** Two accesses in either order are one mistake. */
  private record Mistake(FindingKind kind, List<SourceLine> lines) {
    static Mistake of(Finding finding) {
      return new Mistake(finding.kind(), finding.lines().stream().distinct().sorted().toList());
    }
  }

  private AcceptedFindings(Path folder, boolean compared, boolean everything) {
    this.folder = folder;
    this.compared = compared;
    this.everything = everything;
  }

  /** Accepts the findings that comments allow. */
  public static AcceptedFindings allowed() {
    return new AcceptedFindings(Path.of("").toAbsolutePath(), false, false);
  }

  /**
   * Accepts the findings of a baseline, too.
   *
   * @param folder the folder of the baseline's file
   */
  public static AcceptedFindings of(Baseline baseline, Path folder) {
    AcceptedFindings accepted =
        new AcceptedFindings(folder.toAbsolutePath().normalize(), true, false);
    accepted.left.addAll(baseline.findings());
    return accepted;
  }

  /**
   * Accepts everything, for a new baseline.
   *
   * @param folder the folder of the baseline's file
   */
  public static AcceptedFindings all(Path folder) {
    return new AcceptedFindings(folder.toAbsolutePath().normalize(), true, true);
  }

  /** The baseline of the findings so far, without those that a comment allows. */
  public Baseline gathered() {
    return new Baseline(ImmutableSortedMultiset.copyOf(gathered));
  }

  /** How many findings of the baseline are gone, of those whose files were all seen through. */
  public int gone() {
    return (int)
        left.stream()
            .filter(one -> one.places().stream().allMatch(place -> files.contains(place.file())))
            .count();
  }

  /**
   * The accepted ones among the findings of a program.
   *
   * @param findings each once
   */
  public Acceptances of(SourceFile program, List<Finding> findings) {
    return decided(program, findings).acceptances;
  }

  /**
   * Takes note of all findings of a program, after the last of them was found.
   *
   * @param complete whether every order was seen
   */
  public void settle(SourceFile program, List<Finding> findings, boolean complete) {
    Decided decided = decided(program, findings);
    gathered.addAll(decided.gathered);
    decided.gathered.forEach(left::remove);
    // A new conflict may hide a known one.
    if (complete && findings.stream().allMatch(one -> decided.acceptances.of(one).isPresent())) {
      files.addAll(decided.files);
    }
  }

  private record Decided(
      Acceptances acceptances, ImmutableList<KnownFinding> gathered, ImmutableList<String> files) {}

  private Decided decided(SourceFile program, List<Finding> findings) {
    Map<String, SourceFile> sources = sources(program, findings);
    Map<FindingIdentity, Acceptance> all = new LinkedHashMap<>();
    List<Allowance> unused = allow(sources, findings, all);
    Map<String, List<String>> texts = new LinkedHashMap<>();
    sources.forEach((path, file) -> texts.put(path, Splitter.on('\n').splitToList(file.text())));
    Multiset<KnownFinding> remaining = TreeMultiset.create(left);
    Map<Mistake, KnownFinding> others = new LinkedHashMap<>();
    Set<Mistake> known = new HashSet<>(); // asked only whether they are in it
    for (Finding finding : findings) {
      Mistake mistake = Mistake.of(finding);
      if (!all.containsKey(finding.identity()) && !others.containsKey(mistake)) {
        KnownFinding kept = KnownFinding.of(finding, folder, texts);
        others.put(mistake, kept);
        if (everything || remaining.remove(kept)) {
          known.add(mistake);
        }
      }
      if (known.contains(mistake)) {
        all.putIfAbsent(finding.identity(), new Acceptance.Known());
      }
    }
    return new Decided(
        new Acceptances(compared, ImmutableMap.copyOf(all), ImmutableList.copyOf(unused)),
        ImmutableList.copyOf(others.values()),
        sources.keySet().stream()
            .map(path -> KnownFinding.relative(path, folder))
            .collect(toImmutableList()));
  }

  // A finding may be in a header, which is no file of the program.
  private static Map<String, SourceFile> sources(SourceFile program, List<Finding> findings) {
    Map<String, SourceFile> sources = new LinkedHashMap<>();
    program.files().forEach(file -> sources.put(file.path(), file));
    for (Finding finding : findings) {
      for (SourceLine line : finding.lines()) {
        if (!sources.containsKey(line.file()) && line.line() > 0) {
          try {
            sources.put(line.file(), SourceFile.read(Path.of(line.file())));
          } catch (IOException notThere) {
            sources.put(line.file(), new SourceFile(line.file(), ""));
          }
        }
      }
    }
    return sources;
  }

  /** Gives each comment one finding: one that is reported at its line before any other there. */
  private static List<Allowance> allow(
      Map<String, SourceFile> sources,
      List<Finding> findings,
      Map<FindingIdentity, Acceptance> all) {
    List<Allowance> left = new ArrayList<>();
    for (SourceFile file : sources.values()) {
      SourceFile alone = new SourceFile(file.path(), file.text());
      Directive.of(alone).forEach(one -> Allowance.of(one).ifPresent(left::add));
    }
    for (boolean reported : new boolean[] {true, false}) {
      for (Allowance allowance : List.copyOf(left)) {
        for (Finding finding : findings) {
          boolean there =
              reported
                  ? allowance.isAbout(finding.line())
                  : finding.lines().stream().anyMatch(allowance::isAbout);
          if (there && finding.kind() == allowance.kind() && !all.containsKey(finding.identity())) {
            Mistake mistake = Mistake.of(finding);
            findings.stream()
                .filter(one -> Mistake.of(one).equals(mistake))
                .forEach(one -> all.put(one.identity(), new Acceptance.Allowed(allowance)));
            left.remove(allowance);
            break;
          }
        }
      }
    }
    return left;
  }
}
