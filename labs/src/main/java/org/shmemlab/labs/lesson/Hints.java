package org.shmemlab.labs.lesson;

import com.google.common.collect.ImmutableList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Hints of a page: GitHub and others fold away what stands between these marks. */
final class Hints {
  private static final Pattern FOLDED =
      Pattern.compile("<details>\\s*<summary>[^<]*</summary>(.*?)</details>", Pattern.DOTALL);

  private Hints() {}

  static ImmutableList<String> of(String page) {
    ImmutableList.Builder<String> hints = ImmutableList.builder();
    for (Matcher folded = FOLDED.matcher(page); folded.find(); ) {
      hints.add(folded.group(1).strip());
    }
    return hints.build();
  }
}
