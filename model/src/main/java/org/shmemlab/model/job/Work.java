package org.shmemlab.model.job;

import static org.shmemlab.model.memory.StructuralHash.mix;

import com.google.common.primitives.ImmutableLongArray;
import org.shmemlab.model.program.SourceLine;

/** Describes what a task of a stream does. */
public sealed interface Work {
  /** Call a function on the stream's own agent. */
  record Call(int function, ImmutableLongArray arguments) implements Work {}

  /** Run a grid to its end. The parameter objects are freed when it has ended. */
  record Launch(Grid.Shape shape, ImmutableLongArray arguments, ImmutableLongArray parameterObjects)
      implements Work {}

  /**
   * Nothing but wait for other tasks.
   *
   * @param line where the host asked for it
   */
  record Join(SourceLine line) implements Work {}

  /** A hash of all that decides what the work does. */
  default long fingerprint() {
    return switch (this) {
      case Call call -> mix(0, call.function, mix(call.arguments.asList()));
      case Launch launch -> mix(1, launch.shape.fingerprint(), mix(launch.arguments.asList()));
      case Join _ -> 2;
    };
  }
}
