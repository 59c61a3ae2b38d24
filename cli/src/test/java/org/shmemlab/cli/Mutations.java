package org.shmemlab.cli;

import com.google.common.primitives.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.shmemlab.model.choices.Choices;

/**
 * Makes odd files of valid ones: with lines and words moved, numbers at the ends of their ranges,
 * parts of other files, and bytes that are no text. All is drawn from {@link Choices}.
 */
final class Mutations {
  private static final Pattern WORD = Pattern.compile("[A-Za-z_][A-Za-z_0-9]*");
  private static final Pattern NUMBER = Pattern.compile("\\d+(\\.\\d+)?");
  private static final Pattern MARK = Pattern.compile("[^\\sA-Za-z_0-9]");
  private static final int MOST_CHARACTERS = 40_000;

  private static final String[] NUMBERS = {
    "0",
    "-1",
    "1",
    "2",
    "3",
    "7",
    "64",
    "255",
    "65536",
    "2147483647",
    "2147483648",
    "-2147483648",
    "4294967296",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551616",
    "1e308",
    "1e-400",
    "0.5",
    "NaN",
    "0x",
    "0x7fffffffffffffff",
    "1000000",
    "00",
    "1e9999999999"
  };
  private static final String[] SMALL_NUMBERS = {
    "0", "1", "2", "3", "7", "8", "10", "64", "0.5", "99", "1000", "65536"
  };
  private static final String[] MARKS = {
    "", "(", ")", "{", "}", "[", "]", ";", ",", ":", "\"", "'", "\\", "#", "&", "*", "-", "|", "\n",
    "\t", "<", ">", "=", "%s", "/*", "//", "~", "!", "@", "\u0000", "\uFEFF", "\u2028", "é", "😀"
  };

  private final Choices choices;
  private final List<byte[]> others;

  /**
   * Mutations of one kind of file.
   *
   * @param others valid files of that kind, from which parts are taken
   */
  Mutations(Choices choices, List<byte[]> others) {
    this.choices = choices;
    this.others = others;
  }

  /** An odd version of a file. */
  byte[] of(byte[] valid) {
    if (choices.yes(1, 16)) {
      return bytes(valid.clone());
    }
    String text = new String(valid, StandardCharsets.UTF_8);
    if (choices.yes(1, 4)) {
      return everywhere(text).getBytes(StandardCharsets.UTF_8);
    }
    for (int left = choices.between(1, 4); left > 0; left--) {
      text = once(text);
    }
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** An odd version of a file that is no text: bytes changed, left out, doubled and put in. */
  byte[] ofBinary(byte[] valid) {
    byte[] odd = valid.clone();
    if (choices.yes(1, 4)) {
      odd[choices.next(odd.length)] ^= (byte) (1 << choices.next(Byte.SIZE));
      return odd;
    }
    for (int left = choices.between(1, 4); left > 0; left--) {
      odd = onceInBytes(odd);
    }
    return odd;
  }

  private byte[] onceInBytes(byte[] bytes) {
    int from = choices.next(bytes.length + 1);
    int to = Math.min(bytes.length, from + choices.between(1, 8));
    byte[] before = Arrays.copyOf(bytes, from);
    byte[] part = Arrays.copyOfRange(bytes, from, to);
    byte[] rest = Arrays.copyOfRange(bytes, to, bytes.length);
    return switch (choices.next(6)) {
      case 0, 1 -> bytes(bytes.clone());
      case 2 -> Bytes.concat(before, rest);
      case 3 -> Bytes.concat(before, part, part, rest);
      case 4 -> before;
      default -> {
        byte[] other = choices.pick(others);
        int at = choices.next(other.length + 1);
        byte[] piece = Arrays.copyOfRange(other, at, Math.min(other.length, at + 40));
        yield Bytes.concat(before, piece, part, rest);
      }
    };
  }

  private String once(String text) {
    return switch (choices.next(10)) {
      case 0, 1, 2 -> replaced(text, NUMBER, choices.pick(NUMBERS));
      case 3, 4 -> replaced(text, WORD, found(other(), WORD));
      case 5 -> replaced(text, MARK, choices.pick(MARKS));
      case 6 -> replaced(text, WORD, "");
      case 7 -> spliced(text);
      case 8 -> text.substring(0, choices.next(text.length() + 1));
      default -> lines(text);
    };
  }

  // One number or word is another one wherever it stands, so that most files stay ones to work on.
  private String everywhere(String text) {
    boolean number = choices.yes(3, 4);
    String instead = number ? choices.pick(SMALL_NUMBERS) : found(other(), WORD);
    List<MatchResult> places = (number ? NUMBER : WORD).matcher(text).results().toList();
    return places.isEmpty()
        ? text
        : text.replaceAll("\\b" + Pattern.quote(choices.pick(places).group()) + "\\b", instead);
  }

  private String lines(String text) {
    List<String> lines = new ArrayList<>(text.lines().toList());
    if (lines.isEmpty()) {
      return other();
    }
    int at = choices.next(lines.size());
    switch (choices.next(5)) {
      case 0 -> lines.remove(at);
      case 1 -> lines.add(choices.next(lines.size()), lines.get(at));
      case 2 -> lines.add(choices.next(lines.size()), lines.remove(at));
      case 3 -> lines.add(at, choices.pick(other().lines().toList()));
      default -> lines.set(at, (lines.get(at) + " ").repeat(choices.pick(2, 50)));
    }
    return String.join("\n", lines) + "\n";
  }

  private String spliced(String text) {
    String other = other();
    int from = choices.next(other.length() + 1);
    int to = Math.min(other.length(), from + choices.next(400));
    int at = choices.next(text.length() + 1);
    String whole = text.substring(0, at) + other.substring(from, to) + text.substring(at);
    return whole.length() <= MOST_CHARACTERS ? whole : text;
  }

  private String replaced(String text, Pattern what, String by) {
    List<MatchResult> places = what.matcher(text).results().toList();
    if (places.isEmpty()) {
      return text + by;
    }
    MatchResult place = choices.pick(places);
    return text.substring(0, place.start()) + by + text.substring(place.end());
  }

  private String found(String text, Pattern what) {
    List<MatchResult> places = what.matcher(text).results().toList();
    return places.isEmpty() ? "x" : choices.pick(places).group();
  }

  private String other() {
    return new String(choices.pick(others), StandardCharsets.UTF_8);
  }

  private byte[] bytes(byte[] bytes) {
    for (int left = bytes.length == 0 ? 0 : choices.between(1, 8); left > 0; left--) {
      bytes[choices.next(bytes.length)] = (byte) choices.next(256);
    }
    return bytes;
  }
}
