package org.shmemlab.scenarios.backend;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.shmemlab.scenarios.litmus.LitmusFile;
import org.shmemlab.scenarios.litmus.LitmusFile.Body;
import org.shmemlab.scenarios.litmus.LitmusFile.Word;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * Writes a litmus test for CPUs: the same statements with the names of OpenSHMEM, where version 1.4
 * has calls of the same meaning.
 */
final class OpenshmemLitmus extends LitmusCode {
  private static final Pattern CALL = Pattern.compile("nvshmemx?_\\w+|NVSHMEM_\\w+|__syncthreads");

  /** Names that OpenSHMEM 1.4 has with the same meaning (sections 9.1 to 9.9). */
  private static final Pattern KNOWN =
      Pattern.compile(
          "nvshmem_(my_pe|n_pes|ptr|fence|quiet|barrier_all|sync_all"
              + "|[a-z0-9]+_(p|g|put|get|iput|iget|put_nbi|get_nbi|wait_until|test)"
              + "|(put|get)mem(_nbi)?"
              + "|(int|long|longlong)_atomic_(fetch|set|swap|compare_swap|(fetch_)?(inc|add)))"
              + "|NVSHMEM_CMP_(EQ|NE|GT|GE|LT|LE)");

  /** Calls of programs that are new in OpenSHMEM 1.5. */
  private static final Pattern LATER =
      Pattern.compile("\\bshmem_\\w*(signal|team|_reduce|_wait_until_(any|all|some))\\w*");

  OpenshmemLitmus(int number, LitmusFile test) {
    super(number, test);
  }

  /** Why this backend has no form of a test, if it has none. */
  static Optional<String> leftOut(LitmusFile test) {
    for (Body body : test.bodies()) {
      String text =
          test.source().text().substring(body.statements().from(), body.statements().to());
      Matcher call = CALL.matcher(text);
      while (call.find()) {
        if (!KNOWN.matcher(call.group()).matches()) {
          return Optional.of("OpenSHMEM 1.4 has no counterpart of " + call.group());
        }
      }
      if (test.bodies().stream()
          .anyMatch(other ->
              !other.equals(body)
                  && other.pe() == body.pe()
                  && !other.onHost()
                  && !body.onHost())) {
        return Optional.of("several agents of one PE need threads, and a PE runs one here");
      }
    }
    return QuestionCode.tooLarge(test);
  }

  /** Why this backend has no form of a program, if it has none. */
  static Optional<String> leftOut(SourceFile program) {
    Matcher later = LATER.matcher(program.text());
    return later.find() ? Optional.of("OpenSHMEM 1.4 has no " + later.group()) : Optional.empty();
  }

  @Override
  String head(Body body, String function) {
    return "static void " + function + "(lab_instance *lab)";
  }

  @Override
  void declareWords(Body body) {
    for (int i = 0; i < test.words().size(); i++) {
      Word word = test.words().get(i);
      String length = word.length() < 0 ? "" : "[" + word.length() + "]";
      String type = word.typeName() + " (*)" + length;
      say("  typedef " + word.typeName() + " lab_type_" + word.name() + length + ";");
      say(
          ("  lab_type_" + word.name() + " *lab_" + word.name())
              + (" = (" + type + ") lab_word(lab, " + i + ");")
              + (" (void) lab_" + word.name() + ";"));
    }
    for (Word word : test.words()) {
      say("#define " + word.name() + " (*lab_" + word.name() + ")");
    }
  }

  @Override
  void forgetWords() {
    test.words().forEach(word -> say("#undef " + word.name()));
  }

  @Override
  String statements(Body body) {
    return super.statements(body)
        .replaceAll("\\bnvshmem_", "shmem_")
        .replaceAll("\\bNVSHMEM_", "SHMEM_");
  }

  @Override
  String keep(Body body, int seen, String value) {
    return "lab->seen[" + seen + "] = (long long) " + value + ";";
  }

  // One side only: the host's body runs before that of the PE's other agent.
  @Override
  void code() {
    say("static void " + name + "_act(int pe, lab_instance *lab) {");
    hosts().forEach(this::call);
    agents().forEach(this::call);
    say("}\nstatic const lab_code " + name + "_code = {" + name + "_act};");
  }

  private void call(Body body) {
    say("  if (pe == " + body.pe() + ") {\n    " + function(body) + "(lab);\n  }");
  }
}
