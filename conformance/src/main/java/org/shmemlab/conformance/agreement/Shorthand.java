package org.shmemlab.conformance.agreement;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Writes an enumerated program in one line: {@code put_nbi x@1; fence; set f@1 | wait f@1; load
 * x@1}. Numbers are left out: they are those of the {@link CallSequence}.
 */
public final class Shorthand {
  private Shorthand() {}

  /** The line of a program. */
  public static String of(SmallProgram program) {
    return program.bodies().stream()
        .map(body -> body.stream().map(Shorthand::of).collect(Collectors.joining("; ")))
        .collect(Collectors.joining(" | "))
        .strip();
  }

  private static String of(Call call) {
    String verb = call.verb().name().toLowerCase(Locale.ROOT);
    return call.word().isEmpty() ? verb : verb + ' ' + call.word() + '@' + call.target();
  }

  /**
   * The program that a line stands for.
   *
   * @throws IllegalArgumentException if it stands for none
   */
  public static SmallProgram parse(String line) {
    List<String> bodies = Splitter.on('|').trimResults().splitToList(line);
    if (bodies.size() != 2) {
      throw new IllegalArgumentException("not two PEs: " + line);
    }
    ImmutableList.Builder<ImmutableList<Call>> program = ImmutableList.builder();
    for (int pe = 0; pe < bodies.size(); pe++) {
      List<Letter> letters = new ArrayList<>();
      for (String call : Splitter.on(';').trimResults().omitEmptyStrings().split(bodies.get(pe))) {
        letters.add(letter(call, pe));
      }
      program.add(CallSequence.of(letters, pe).calls());
    }
    return new SmallProgram(program.build());
  }

  private static Letter letter(String call, int self) {
    List<String> parts = Splitter.onPattern("[ @]").splitToList(call);
    Verb verb = Verb.valueOf(parts.get(0).toUpperCase(Locale.ROOT));
    return parts.size() < 3
        ? new Letter(verb, "", true)
        : new Letter(verb, parts.get(1), Integer.parseInt(parts.get(2)) == self);
  }
}
