package org.shmemlab.scenarios.mutants;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.shmemlab.model.choices.Choices;

/** One kind of wound to a source; each leaves a text, and mostly no program. */
enum Damage {
  DROP_TOKENS {
    @Override
    void wound(List<String> tokens, Choices choices) {
      int at = choices.next(tokens.size());
      tokens.subList(at, Math.min(tokens.size(), at + choices.between(1, 12))).clear();
    }
  },
  DUPLICATE_TOKENS {
    @Override
    void wound(List<String> tokens, Choices choices) {
      int at = choices.next(tokens.size());
      int end = Math.min(tokens.size(), at + choices.between(1, 30));
      tokens.addAll(choices.next(tokens.size()), List.copyOf(tokens.subList(at, end)));
    }
  },
  SWAP_TOKENS {
    @Override
    void wound(List<String> tokens, Choices choices) {
      Collections.swap(tokens, choices.next(tokens.size()), choices.next(tokens.size()));
    }
  },
  INSERT_WORDS {
    @Override
    void wound(List<String> tokens, Choices choices) {
      tokens.add(choices.next(tokens.size()), " " + choices.pick(Words.ALL) + " ");
    }
  },
  /** One name or number in the place of another: many a mutant like that is a program. */
  EXCHANGE_WORDS {
    @Override
    void wound(List<String> tokens, Choices choices) {
      List<Integer> words = places(tokens, "\\w+");
      if (!words.isEmpty()) {
        tokens.set(choices.pick(words), tokens.get(choices.pick(words)));
      }
    }
  },
  REPLACE_TOKENS {
    @Override
    void wound(List<String> tokens, Choices choices) {
      tokens.set(choices.next(tokens.size()), choices.pick(Words.ALL));
    }
  },
  CUT {
    @Override
    void wound(List<String> tokens, Choices choices) {
      tokens.subList(choices.next(tokens.size()), tokens.size()).clear();
    }
  },
  UNBALANCE {
    @Override
    void wound(List<String> tokens, Choices choices) {
      List<Integer> brackets = places(tokens, "[](){}<>\\[]|<<<|>>>");
      if (!brackets.isEmpty()) {
        tokens.set(choices.pick(brackets), choices.yes() ? "" : choices.pick(Words.BRACKETS));
      }
    }
  },
  NEST_DEEPLY {
    @Override
    void wound(List<String> tokens, Choices choices) {
      int depth = choices.pick(ImmutableList.of(20, 150, 199, 3000, 20_000));
      String open = choices.pick(Words.NESTING);
      String close =
          choices.yes()
              ? ""
              : open.chars()
                  .mapToObj(c -> c == '(' ? ")" : c == '{' ? "}" : c == '[' ? "]" : "")
                  .collect(Collectors.joining());
      String core = choices.yes() ? "x" : "";
      tokens.add(choices.next(tokens.size()), open.repeat(depth) + core + close.repeat(depth));
    }
  },
  NEST_DECLARATORS {
    @Override
    void wound(List<String> tokens, Choices choices) {
      String level = choices.pick(Words.DECLARATORS);
      tokens.add(choices.next(tokens.size()), "int " + level.repeat(choices.between(2, 60)));
    }
  },
  CHAIN {
    @Override
    void wound(List<String> tokens, Choices choices) {
      int length = choices.pick(ImmutableList.of(100, 3000, 30_000));
      tokens.add(choices.next(tokens.size()), choices.pick(Words.LINKS).repeat(length));
    }
  },
  HUGE_NUMBER {
    @Override
    void wound(List<String> tokens, Choices choices) {
      List<Integer> numbers = places(tokens, "\\d.*");
      if (!numbers.isEmpty()) {
        tokens.set(choices.pick(numbers), choices.pick(Words.NUMBERS));
      }
    }
  },
  LEAVE_OPEN {
    @Override
    void wound(List<String> tokens, Choices choices) {
      tokens.add(choices.next(tokens.size()), choices.pick(Words.OPENINGS));
    }
  },
  RANDOM_CHARACTERS {
    @Override
    void wound(List<String> tokens, Choices choices) {
      StringBuilder noise = new StringBuilder();
      int bound = choices.yes() ? 256 : 0x1_0000;
      for (int left = choices.between(1, 40); left > 0; left--) {
        noise.append((char) choices.next(bound));
      }
      tokens.add(choices.next(tokens.size()), noise.toString());
    }
  },
  MACROS {
    @Override
    void wound(List<String> tokens, Choices choices) {
      tokens.add(choices.next(tokens.size()), "\n" + choices.pick(Words.MACROS) + "\n");
    }
  };

  /** Words, numbers, strings, comments, single marks, and the space between them. */
  private static final Pattern TOKEN =
      Pattern.compile(
          "[A-Za-z_]\\w*|\\d[\\w.]*|\"(?:[^\"\\\\\n]|\\\\.)*\"|//[^\n]*|<<<|>>>|\\s+|.",
          Pattern.DOTALL);

  /** Damages that often leave a program. */
  private static final ImmutableList<Damage> GENTLE =
      ImmutableList.of(EXCHANGE_WORDS, EXCHANGE_WORDS, HUGE_NUMBER);

  /** Wounds the tokens, of which there is at least one; joined, they are the text. */
  abstract void wound(List<String> tokens, Choices choices);

  private static List<Integer> places(List<String> tokens, String pattern) {
    return IntStream.range(0, tokens.size())
        .filter(i -> tokens.get(i).matches(pattern))
        .boxed()
        .toList();
  }

  /** A source with one gentle wound, or one to {@code most} of any kind. */
  static String damaged(String source, int most, Choices choices) {
    List<String> tokens =
        new ArrayList<>(TOKEN.matcher(source).results().map(result -> result.group()).toList());
    boolean gently = choices.yes();
    for (int left = gently ? 1 : choices.between(1, most); left > 0 && !tokens.isEmpty(); left--) {
      (gently ? choices.pick(GENTLE) : choices.pick(values())).wound(tokens, choices);
    }
    return String.join("", tokens);
  }
}
