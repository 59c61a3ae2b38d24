package org.shmemlab.conformance.agreement;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import org.shmemlab.model.program.Program;
import org.shmemlab.scenarios.litmus.Condition;
import org.shmemlab.scenarios.litmus.Litmus;
import org.shmemlab.scenarios.litmus.LitmusFile;
import org.shmemlab.scenarios.litmus.LitmusProgram;
import org.shmemlab.scenarios.litmus.LitmusProgram.Observed;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * Holds a program of a few calls per PE, with one agent each.
 *
 * <p>The words are {@code x} and {@code y} for data, {@code f} and {@code h} for AMOs, {@code s}
 * and {@code t} for signals; {@code v} is 1 and the source of puts, {@code u} is where gets land.
 *
 * @param bodies the calls of each PE
 */
public record SmallProgram(ImmutableList<ImmutableList<Call>> bodies) {
  static final ImmutableList<String> WORDS =
      ImmutableList.of("x", "y", "f", "h", "s", "t", "u", "v");

  /** The program as a litmus file that asks for all values. */
  public String text() {
    return text("small", "Two semantics compare their answers.", "expect nvshmem: allowed");
  }

  /**
   * The program as a litmus file that asks for all values.
   *
   * @param name the test's name
   * @param why its sentence
   * @param expectation its last lines, as in {@code expect nvshmem: allowed}
   */
  public String text(String name, String why, String expectation) {
    StringBuilder text = new StringBuilder("C " + name + "\n\"" + why + "\"\n");
    text.append("\n{ long x; long y; long f; long h; ")
        .append("uint64_t s; uint64_t t; long u; long v = 1; }\n");
    List<String> asked = new ArrayList<>();
    for (int pe = 0; pe < bodies.size(); pe++) {
      text.append("\nP").append(pe).append(" {\n");
      int registers = 0;
      for (Call call : bodies.get(pe)) {
        String register = "";
        if (call.verb().gives()) {
          asked.add(pe + ":r" + registers + " = 0");
          register = "long r" + registers++ + " = ";
        }
        text.append("  ").append(register).append(call.text()).append('\n');
      }
      text.append("}\n");
    }
    for (int pe = 0; pe < bodies.size(); pe++) {
      for (String word : changed()) {
        asked.add(word + "@" + pe + " = 0");
      }
    }
    return text.append("\nexists (")
        .append(String.join(" /\\ ", asked))
        .append(")\n\n")
        .append(expectation)
        .append('\n')
        .toString();
  }

  /** Whether it has syncs and barriers: where they meet each other, they are misused. */
  boolean mixesMeetings() {
    return uses(Verb.SYNC) && uses(Verb.BARRIER);
  }

  /** How many calls it has. */
  int size() {
    return bodies.stream().mapToInt(ImmutableList::size).sum();
  }

  /** The program with PEs 0 and 1 exchanged; there are no others. */
  SmallProgram mirrored() {
    return new SmallProgram(
        bodies.reverse().stream()
            .map(body -> body.stream().map(Call::mirrored).collect(ImmutableList.toImmutableList()))
            .collect(ImmutableList.toImmutableList()));
  }

  /** Whether it becomes another program by adding calls, whatever numbers are written. */
  boolean isPartOf(SmallProgram other) {
    for (int pe = 0; pe < bodies.size(); pe++) {
      ImmutableList<Call> mine = bodies.get(pe);
      int found = 0;
      for (Call call : other.bodies.get(pe)) {
        found += found < mine.size() && mine.get(found).doesTheSameAs(call) ? 1 : 0;
      }
      if (found < mine.size()) {
        return false;
      }
    }
    return true;
  }

  private boolean uses(Verb verb) {
    return bodies.stream().flatMap(ImmutableList::stream).anyMatch(call -> call.verb() == verb);
  }

  private ImmutableList<String> changed() {
    List<String> used = new ArrayList<>();
    for (ImmutableList<Call> body : bodies) {
      for (Call call : body) {
        used.add(call.word());
        switch (call.verb()) {
          case PUT_SIGNAL, PUT_SIGNAL_NBI -> used.add("s");
          case GET, GET_NBI -> used.add("u");
          default -> {}
        }
      }
    }
    ImmutableList<String> changed =
        WORDS.stream().filter(used::contains).collect(ImmutableList.toImmutableList());
    return changed.isEmpty() ? ImmutableList.of("x") : changed;
  }

  /**
   * The program, built without the front-end. Its agents are host threads, so that there is no
   * launch to explore.
   */
  public LitmusProgram build() {
    LitmusFile test = Litmus.parse(new SourceFile("small.litmus", text())).test();
    if (test == null) {
      throw new IllegalStateException("not a litmus test:\n" + text());
    }
    Building building = new Building(this);
    Program program = building.program();
    ImmutableList.Builder<Observed> observed = ImmutableList.builder();
    for (Condition.Observable observable : test.question().condition().observables()) {
      long address =
          switch (observable) {
            case Condition.Register register ->
                building.address("P" + register.pe() + "_" + register.name());
            case Condition.Word word -> building.address(word.name());
          };
      observed.add(new Observed(observable, address));
    }
    return new LitmusProgram(test, program, observed.build());
  }

  /** The program as the front-end compiles its text: its agents are device threads. */
  public LitmusProgram compile() {
    LitmusProgram compiled = Litmus.compile(new SourceFile("small.litmus", text())).program();
    if (compiled == null) {
      throw new IllegalStateException("not a litmus test:\n" + text());
    }
    return compiled;
  }

  @Override
  public String toString() {
    return text();
  }
}
