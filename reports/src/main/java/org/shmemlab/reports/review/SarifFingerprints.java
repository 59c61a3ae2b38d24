package org.shmemlab.reports.review;

import com.google.common.base.Splitter;
import com.google.common.hash.Hashing;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * Recognises a finding again after its source was edited elsewhere, by the rule, the file, and the
 * text of the lines that it is about, without their numbers. Findings that have all that in common
 * are numbered.
 */
final class SarifFingerprints {
  private static final int DIGITS = 32;

  private final Map<String, List<String>> texts = new HashMap<>(); // looked up only
  private final Map<String, Integer> seen = new HashMap<>(); // looked up only

  /** Makes the lines of a program known. */
  void add(SourceFile source) {
    for (SourceFile file : source.files()) {
      texts.put(file.path(), Splitter.on('\n').splitToList(file.text()));
    }
  }

  /**
   * The fingerprint of the next finding.
   *
   * @param message of it, which counts where no line of a source does
   */
  String next(String rule, String message, List<SourceLine> places) {
    StringBuilder what = new StringBuilder(rule);
    boolean known = false;
    for (SourceLine place : places) {
      List<String> lines = texts.getOrDefault(place.file(), List.of());
      boolean there = place.line() >= 1 && place.line() <= lines.size();
      what.append('\n').append(place.file()).append('\n');
      what.append(there ? lines.get(place.line() - 1).strip() : "");
      known |= there;
    }
    if (!known) {
      what.append('\n').append(message);
    }
    String hash =
        Hashing.sha256().hashString(what, StandardCharsets.UTF_8).toString().substring(0, DIGITS);
    return hash + ":" + seen.merge(hash, 1, Integer::sum);
  }
}
