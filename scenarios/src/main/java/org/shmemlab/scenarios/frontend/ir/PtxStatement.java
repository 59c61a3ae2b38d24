package org.shmemlab.scenarios.frontend.ir;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One instruction of inline PTX (PTX ISA, "Instruction Statements").
 *
 * @param guard the predicate that must hold, a {@code !} before it if it must not; empty for none
 * @param words the instruction's name and what follows it after dots: {@code ld}, {@code acquire},
 *     {@code gpu}, {@code u32}
 * @param operands what it works on; those of a vector one by one
 */
record PtxStatement(
    String guard, ImmutableList<String> words, ImmutableList<String> operands, String text) {
  private static final Pattern SHAPE =
      Pattern.compile("(?:@(!?[\\w%$.]+)\\s+)?([\\w.:]+)\\s*(.*)", Pattern.DOTALL);

  /** The instructions of an assembly text; declarations and braces around are left out. */
  static List<PtxStatement> all(String assembly) {
    List<PtxStatement> all = new ArrayList<>();
    String plain = assembly.replaceAll("//[^\n]*", "").replaceAll("/\\*.*?\\*/", "");
    for (String piece : Splitter.on(';').trimResults().split(plain)) {
      String text = withoutBraces(piece);
      if (text.isEmpty() || text.startsWith(".reg") || text.startsWith(".pragma")) {
        continue;
      }
      Matcher shape = SHAPE.matcher(text);
      if (!shape.matches()) {
        throw new NotSupported("asm: " + text);
      }
      String guard = shape.group(1) == null ? "" : shape.group(1);
      all.add(
          new PtxStatement(
              guard,
              ImmutableList.copyOf(
                  Splitter.on('.').omitEmptyStrings().split(shape.group(2).replace("::", "_"))),
              operands(shape.group(3)),
              text));
    }
    return all;
  }

  /** Scopes of names are one here: each statement of assembly has names of its own. */
  private static String withoutBraces(String piece) {
    String text = piece.strip();
    while (text.startsWith("{") || text.startsWith("}")) {
      text = text.substring(1).strip();
    }
    return text.endsWith("}") && text.indexOf('{') < 0
        ? text.substring(0, text.length() - 1).strip()
        : text;
  }

  private static ImmutableList<String> operands(String text) {
    return ImmutableList.copyOf(
        Splitter.on(',')
            .trimResults()
            .omitEmptyStrings()
            .splitToStream(text.replace("{", "").replace("}", "").replace("|", ","))
            .toList());
  }

  String name() {
    return words.get(0);
  }

  boolean has(String word) {
    return words.contains(word);
  }

  /** The type: the last word. */
  String type() {
    return words.get(words.size() - 1);
  }

  /** How many elements a vector has, 1 without {@code .v2} or {@code .v4}. */
  int vector() {
    return has("v2") ? 2 : has("v4") ? 4 : has("v8") ? 8 : 1;
  }
}
