package org.shmemlab.scenarios.litmus;

import com.google.common.base.Splitter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.shmemlab.scenarios.litmus.LitmusTest.Body;
import org.shmemlab.scenarios.litmus.LitmusTest.FirstValue;
import org.shmemlab.scenarios.litmus.LitmusTest.Local;
import org.shmemlab.scenarios.litmus.LitmusTest.Text;
import org.shmemlab.scenarios.litmus.LitmusTest.Word;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * Writes a litmus test as one CUDA C program, every part on the line where the file has it.
 *
 * <p>Words become symmetric variables and each block a function. {@code main}, which stands on the
 * line of the question, starts the library, gives words their first values where they differ
 * between PEs, runs the host's block, and launches one thread block with a thread per agent. What
 * the question asks of a register is stored at the end of its block in a variable that nobody else
 * touches.
 */
final class Translation {
  private final LitmusTest test;
  private final List<StringBuilder> lines = new ArrayList<>();

  private Translation(LitmusTest test) {
    this.test = test;
    for (String _ : Splitter.on('\n').split(test.source().text())) {
      lines.add(new StringBuilder());
    }
  }

  /** The program, under the name of the litmus file. */
  static SourceFile of(LitmusTest test) {
    Translation translation = new Translation(test);
    translation.write();
    return new SourceFile(test.source().path(), String.join("\n", translation.lines));
  }

  /** The name of the variable that holds the last value of a register. */
  static String seen(int pe, String agent, String name) {
    return function(pe, agent) + "_" + name;
  }

  private static String function(int pe, String agent) {
    return "P" + pe + (agent.isEmpty() ? "" : "_" + agent);
  }

  private void write() {
    put(1, "#include <nvshmemx.h>"); // the first line names the test, so nothing else is there
    Text declared = new Text(0, 0, 0);
    for (Word word : test.words()) {
      if (!word.declaration().equals(declared)) {
        declared = word.declaration();
        put(declared.line(), "__attribute__((symmetric)) ");
        copy(declared);
      }
    }
    test.bodies().forEach(this::body);
    int last = test.question().line().line();
    kernel(last);
    main(last);
  }

  private void body(Body body) {
    List<Local> asked = asked(body);
    String side = body.onHost() ? "static " : "__device__ ";
    int open = body.open().line();
    for (Local local : asked) {
      put(open, side + local.typeName() + " " + seen(body, local) + "; ");
    }
    put(open, side + "void " + function(body.pe(), body.agent()) + "() {");
    copy(body.statements());
    int close = body.close().line();
    for (Local local : asked) {
      put(close, seen(body, local) + " = " + local.name() + "; ");
    }
    put(close, "} ");
  }

  private List<Local> asked(Body body) {
    List<Local> asked = new ArrayList<>();
    for (Condition.Observable observable : test.question().condition().observables()) {
      for (Local local : body.variables()) {
        if (observable.equals(
            new Condition.Register(body.pe(), body.agent(), local.name(), local.type()))) {
          asked.add(local);
        }
      }
    }
    return asked;
  }

  private static String seen(Body body, Local local) {
    return seen(body.pe(), body.agent(), local.name());
  }

  // ---------------------------------------------------------------- the program around the blocks

  private void kernel(int line) {
    put(line, "__global__ void litmus() { int pe = nvshmem_my_pe(); ");
    int[] threads = new int[test.pes()];
    for (Body body : test.bodies()) {
      if (!body.onHost()) {
        int thread = threads[body.pe()]++;
        String agent = "pe == " + body.pe() + " && threadIdx.x == " + thread;
        put(line, "if (" + agent + ") " + call(body));
      }
    }
    put(line, "} ");
  }

  private void main(int line) {
    put(line, "int main() { nvshmem_init(); int pe = nvshmem_my_pe(); ");
    for (FirstValue value : test.firstValues()) {
      String place = value.word().name() + (value.index() < 0 ? "" : "[" + value.index() + "]");
      put(
          line,
          ("if (pe == " + value.pe() + ") { ")
              + (value.word().typeName() + " value = " + value.value() + "; ")
              + ("cudaMemcpy(&" + place + ", &value, sizeof value, cudaMemcpyHostToDevice); } "));
    }
    if (!test.firstValues().isEmpty()) {
      put(line, "nvshmem_barrier_all(); ");
    }
    for (Body body : test.bodies()) {
      if (body.onHost()) {
        put(line, "if (pe == " + body.pe() + ") " + call(body));
      }
    }
    int threads = threads();
    if (threads > 0) {
      put(
          line,
          ("nvshmemx_collective_launch((const void *) litmus, dim3(1), dim3(" + threads + "), ")
              + "0, 0, 0); cudaDeviceSynchronize(); ");
    }
    put(line, "return 0; }");
  }

  private static String call(Body body) {
    return function(body.pe(), body.agent()) + "(); ";
  }

  /** Threads of the PE that has most. */
  private int threads() {
    int[] threads = new int[test.pes()];
    for (Body body : test.bodies()) {
      threads[body.pe()] += body.onHost() ? 0 : 1;
    }
    return Arrays.stream(threads).max().orElse(0);
  }

  // ---------------------------------------------------------------- lines

  private void put(int line, String text) {
    lines.get(line - 1).append(text);
  }

  /** Copies a part of the file to the lines where it stands. */
  private void copy(Text part) {
    int line = part.line();
    String text = test.source().text().substring(part.from(), part.to());
    for (String piece : Splitter.on('\n').split(text)) {
      put(line++, piece);
    }
    put(line - 1, " ");
  }
}
