package org.shmemlab.cli;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Makes an input that is answered wrongly smaller, as long as the same is wrong about it. */
final class Smaller {
  private static final int MOST_TRIALS = 400;

  private final Path scratch;
  private final String kindOfWrong;
  private int trials;

  private Smaller(Path scratch, String wrong) {
    this.scratch = scratch;
    this.kindOfWrong = kind(wrong);
  }

  /** The text about a smallest input: its command line and its file, with odd characters named. */
  static String of(OddInput input, Path scratch) throws IOException {
    Smaller smaller = new Smaller(scratch, input.wrong(scratch));
    OddInput fewer = smaller.inWords(input);
    OddInput small = smaller.inPieces(smaller.inPieces(fewer, "(?<=\n)"), "");
    return small.words() + "\n" + visible(new String(small.content(), StandardCharsets.UTF_8));
  }

  private OddInput inWords(OddInput input) throws IOException {
    OddInput small = input;
    for (int at = small.words().size() - 1; at > 0; at--) {
      List<String> words = new ArrayList<>(small.words());
      words.remove(at);
      OddInput smaller = new OddInput(small.name(), small.content(), ImmutableList.copyOf(words));
      if (isAsWrong(smaller)) {
        small = smaller;
      }
    }
    return small;
  }

  // Halves, quarters and so on of what is left are taken out.
  private OddInput inPieces(OddInput input, String between) throws IOException {
    OddInput small = input;
    List<String> pieces =
        Arrays.asList(new String(input.content(), StandardCharsets.UTF_8).split(between));
    for (int size = Math.max(1, pieces.size() / 2); size >= 1; size /= 2) {
      for (int from = 0; from < pieces.size() && trials < MOST_TRIALS; ) {
        List<String> left = new ArrayList<>(pieces.subList(0, from));
        left.addAll(pieces.subList(Math.min(pieces.size(), from + size), pieces.size()));
        OddInput smaller = small.with(String.join("", left).getBytes(StandardCharsets.UTF_8));
        if (isAsWrong(smaller)) {
          small = smaller;
          pieces = left;
        } else {
          from += size;
        }
      }
    }
    return small;
  }

  private boolean isAsWrong(OddInput input) throws IOException {
    trials++;
    return kind(input.wrong(scratch)).equals(kindOfWrong);
  }

  // The same mistake may be reported with another number.
  private static String kind(String wrong) {
    return wrong.replaceAll("'[^']*'|\\d+", "N");
  }

  private static String visible(String text) {
    return text.codePoints()
        .mapToObj(c ->
            c == '\n' || (c >= ' ' && c < 127) ? Character.toString(c) : "\\u{%x}".formatted(c))
        .collect(Collectors.joining());
  }
}
