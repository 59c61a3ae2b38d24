package org.shmemlab.scenarios.api.cuda;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import java.util.Collections;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.ExternalCall;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Parameter;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.scenarios.api.lowering.CallSite;
import org.shmemlab.scenarios.api.lowering.Emission;

/**
 * Queues the work that a call leaves to a stream: a task is a function that the front-end makes,
 * one for each line, so that a failure in it is reported at the line of the call.
 */
public record StreamTasks(CallSite site) {

  /** Queues a service: the stream asks for it with the values that the arguments have now. */
  public void enqueue(int stream, ExternalCall external, int... arguments) {
    int[] parameters = IntStream.range(0, arguments.length).toArray();
    enqueue(stream, external.name(), task -> task.invoke(external, parameters), arguments);
  }

  /**
   * Queues a task of several steps.
   *
   * @param name its action; two tasks of one name and line are the same
   * @param body its instructions; argument i is in register i
   */
  public void enqueue(int stream, String name, Consumer<Emission> body, int... arguments) {
    SourceLine line = site.code().line();
    int task =
        site.synthesised(
            name + " at " + line,
            ImmutableList.copyOf(
                Collections.nCopies(arguments.length, Parameter.of(ScalarType.U64))),
            code -> fill(code, line, body));
    site.code().emit(new Instruction.Enqueue(stream, task, ImmutableIntArray.copyOf(arguments)));
  }

  private static void fill(CodeBuilder code, SourceLine line, Consumer<Emission> body) {
    code.at(line);
    body.accept(new Emission(code));
  }
}
