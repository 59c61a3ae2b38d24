package org.shmemlab.scenarios.backend;

import com.google.common.base.Joiner;
import com.google.common.collect.ImmutableList;
import java.util.Collections;
import java.util.Optional;
import java.util.regex.Pattern;
import org.shmemlab.scenarios.litmus.LitmusFile;
import org.shmemlab.scenarios.litmus.LitmusFile.Body;
import org.shmemlab.scenarios.litmus.LitmusFile.Word;

/**
 * Writes a litmus test for GPUs: a kernel whose agents are threads, and the hosts' part before it.
 */
final class NvshmemLitmus extends LitmusCode {
  private static final Pattern COLLECTIVE =
      Pattern.compile("nvshmemx?_(\\w*_)?(barrier|sync|reduce|broadcast|f?collect|alltoall)");

  NvshmemLitmus(int number, LitmusFile test) {
    super(number, test);
  }

  /** Why this backend has no form of a test, if it has none. */
  static Optional<String> leftOut(LitmusFile test) {
    for (Body body : test.bodies()) {
      String text =
          test.source().text().substring(body.statements().from(), body.statements().to());
      if (body.onHost() && Pattern.compile("_wait_until|\\bwhile\\b").matcher(text).find()) {
        return Optional.of("a host waits, and a wait of the host cannot be given a bound");
      }
      if (Pattern.compile("_wait_until_(all|some)").matcher(text).find()) {
        return Optional.of("it waits for several words at once, for which there is no bound");
      }
    }
    return QuestionCode.tooLarge(test);
  }

  @Override
  String head(Body body, String function) {
    return body.onHost()
        ? "static void " + function + "(lab_instance &lab)"
        : "__device__ static void " + function + "(lab_instance &lab)";
  }

  @Override
  void declareWords(Body body) {
    for (int i = 0; i < test.words().size(); i++) {
      Word word = test.words().get(i);
      String type = word.typeName() + (word.length() < 0 ? "" : "[" + word.length() + "]");
      say("  using lab_" + word.name() + " = " + type + ";");
      say(
          ("  lab_" + word.name() + " &" + word.name() + " = lab_word<lab_" + word.name())
              + (">(lab, " + i + "); (void) " + word.name() + ";"));
    }
  }

  @Override
  String keep(Body body, int seen, String value) {
    return (body.onHost() ? "lab_keep_host" : "lab_keep")
        + ("(lab, " + seen + ", (long long) " + value + ");");
  }

  @Override
  void code() {
    kernel();
    host();
    ImmutableList<Integer> counts = agentsByPe();
    say("static const int " + name + "_here[] = {" + Joiner.on(", ").join(counts) + "};");
    boolean shared = test.source().text().contains("__syncthreads");
    say(
        "static const lab_code "
            + name
            + "_code = {\n  "
            + Joiner.on(", ")
                .join(
                    agents().isEmpty() ? "NULL" : "(const void *) " + name + "_kernel",
                    hosts().isEmpty() ? "NULL" : name + "_host",
                    agents().size(),
                    Collections.max(counts),
                    name + "_here",
                    shared ? 1 : 0,
                    COLLECTIVE.matcher(test.source().text()).find() ? 1 : 0)
            + "};");
  }

  private void kernel() {
    if (agents().isEmpty()) {
      return;
    }
    say("__global__ void " + name + "_kernel(const __grid_constant__ lab_run r) {");
    say("  if (blockIdx.x >= r.blocks) {\n    lab_stress(r);\n    return;\n  }");
    say("  int columns = r.lanes / r.crowd, inside = threadIdx.x % 32;");
    say("  if (inside >= r.crowd) {\n    return;\n  }");
    say("  int lane = blockIdx.x % columns * r.crowd + inside;");
    say("  int slot = blockIdx.x / columns + threadIdx.x / 32;");
    int[] slots = new int[test.pes()];
    ImmutableList<Body> agents = agents();
    for (int i = 0; i < agents.size(); i++) {
      Body body = agents.get(i);
      say("  if (r.pe == " + body.pe() + " && slot == " + slots[body.pe()]++ + ") {");
      say("    lab_agent<" + function(body) + ">(r, lane, " + i + ");\n  }");
    }
    say("}");
  }

  private void host() {
    if (hosts().isEmpty()) {
      return;
    }
    say("static void " + name + "_host(int pe, lab_instance &lab) {");
    for (Body body : hosts()) {
      say("  if (pe == " + body.pe() + ") {\n    " + function(body) + "(lab);\n  }");
    }
    say("}");
  }
}
