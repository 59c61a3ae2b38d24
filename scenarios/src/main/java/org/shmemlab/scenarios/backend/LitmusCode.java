package org.shmemlab.scenarios.backend;

import com.google.common.collect.ImmutableList;
import java.util.List;
import org.shmemlab.scenarios.litmus.Condition;
import org.shmemlab.scenarios.litmus.LitmusFile;
import org.shmemlab.scenarios.litmus.LitmusFile.Body;
import org.shmemlab.scenarios.litmus.LitmusFile.Local;
import org.shmemlab.scenarios.litmus.LitmusFile.Text;
import org.shmemlab.scenarios.litmus.LitmusFile.Word;

/**
 * Writes one litmus test as C: a function per agent around its unchanged statements, the first
 * values of the words, the question, and a table that the harness reads.
 */
abstract class LitmusCode {
  final LitmusFile test;
  final String name;
  private final StringBuilder text = new StringBuilder();

  /**
   * @param number of the test within the folder; makes names unique
   */
  LitmusCode(int number, LitmusFile test) {
    this.test = test;
    this.name = EscapedText.identifier(number, test.name());
  }

  /** The name of the {@code lab_test}. */
  String name() {
    return name;
  }

  /** The whole test. */
  String write() {
    say("// " + test.name());
    first();
    test.bodies().forEach(this::body);
    QuestionCode asked = QuestionCode.of(test);
    text.append(asked.seen(name + "_seen")).append(asked.witness(name + "_witness"));
    code();
    table(asked);
    return text.append('\n').toString();
  }

  // ---------------------------------------------------------------- parts that differ by backend

  /** Declares the words for a body, each a variable of its name. */
  abstract void declareWords(Body body);

  /** Removes the macros of {@link #declareWords}, where there are some. */
  void forgetWords() {}

  /** The start of a function's head: storage and parameter. */
  abstract String head(Body body, String function);

  /** Stores a value that the question asks for. */
  abstract String keep(Body body, int seen, String value);

  /**
   * The rest of the code: the calls of the bodies, and {@code NAME_code}, by which the harness
   * finds them.
   */
  abstract void code();

  /** The statements in the backend's words. */
  String statements(Body body) {
    return text(body.statements());
  }

  /** How many instances a job can run, 0 for any number. */
  int mostInstances() {
    return test.source().text().contains("_team_split_") ? 24 : 0; // a job has 32 teams or more
  }

  // ---------------------------------------------------------------- parts

  private void first() {
    StringBuilder sizes = new StringBuilder();
    say("static void " + name + "_first(int lab_pe, int lab_word, void *lab_image) {");
    Text declared = new Text(0, 0, 0);
    for (Word word : test.words()) {
      if (!word.declaration().equals(declared)) {
        declared = word.declaration();
        say("  static " + text(declared));
      }
      sizes.append(word.type().bytes() * Math.max(word.length(), 1)).append(", ");
    }
    for (LitmusFile.FirstValue value : test.firstValues()) {
      String place = value.word().name() + (value.index() < 0 ? "" : "[" + value.index() + "]");
      say("  if (lab_pe == " + value.pe() + ") " + place + " = " + value.value() + ";");
    }
    say("  (void) lab_pe;");
    say("  switch (lab_word) {");
    for (int i = 0; i < test.words().size(); i++) {
      String word = test.words().get(i).name();
      say("    case " + i + ": memcpy(lab_image, &" + word + ", sizeof " + word + "); break;");
    }
    say("    default: break;\n  }\n}");
    say("static const int " + name + "_bytes[] = {" + sizes + "0};");
  }

  private void body(Body body) {
    say(head(body, function(body)) + " {");
    declareWords(body);
    say(statements(body).strip());
    List<Condition.Observable> asked = QuestionCode.of(test).observables();
    for (int i = 0; i < asked.size(); i++) {
      if (asked.get(i) instanceof Condition.Register register
          && register.pe() == body.pe()
          && register.agent().equals(body.agent())) {
        for (Local local : body.variables()) {
          if (local.name().equals(register.name())) {
            say("  " + keep(body, i, local.name()));
          }
        }
      }
    }
    say("}");
    forgetWords();
  }

  private void table(QuestionCode asked) {
    boolean exists = test.question().quantifier() == LitmusFile.Quantifier.EXISTS;
    say(
        "extern const lab_test "
            + name
            + ";\nconst lab_test "
            + name
            + " = {\n  "
            + String.join(
                ",\n  ",
                EscapedText.literal(test.name()),
                EscapedText.literal(test.source().sha256()),
                EscapedText.jsonInside(test.source().text()),
                EscapedText.literal(test.question().toString()),
                exists ? "1" : "0",
                Integer.toString(test.pes()),
                Integer.toString(test.words().size()),
                name + "_bytes",
                name + "_first",
                Integer.toString(asked.observables().size()),
                name + "_seen",
                name + "_witness",
                Integer.toString(mostInstances()),
                test.source().text().contains("shmem_ptr") ? "1" : "0",
                "&" + name + "_code")
            + "};");
  }

  // ---------------------------------------------------------------- small things

  final void say(String line) {
    text.append(line).append('\n');
  }

  final String function(Body body) {
    return name + "_P" + body.pe() + (body.agent().isEmpty() ? "" : "_" + body.agent());
  }

  /** The agents that are no hosts, in the order of the file. */
  final ImmutableList<Body> agents() {
    return test.bodies().stream()
        .filter(body -> !body.onHost())
        .collect(ImmutableList.toImmutableList());
  }

  final ImmutableList<Body> hosts() {
    return test.bodies().stream().filter(Body::onHost).collect(ImmutableList.toImmutableList());
  }

  /** How many agents that are no hosts each PE has. */
  final ImmutableList<Integer> agentsByPe() {
    ImmutableList.Builder<Integer> counts = ImmutableList.builder();
    for (int pe = 0; pe < test.pes(); pe++) {
      int its = pe;
      counts.add((int) agents().stream().filter(body -> body.pe() == its).count());
    }
    return counts.build();
  }

  private String text(Text part) {
    return test.source().text().substring(part.from(), part.to());
  }
}
