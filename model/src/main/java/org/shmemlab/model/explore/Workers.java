package org.shmemlab.model.explore;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Runs computations in parallel: this package knows no threads, but others may lend it some. */
public interface Workers {
  /** One after the other. */
  Workers ALONE =
      new Workers() {
        @Override
        public int count() {
          return 1;
        }

        @Override
        public <A, B> List<B> all(List<A> arguments, Function<A, B> function) {
          List<B> results = new ArrayList<>(arguments.size());
          for (A argument : arguments) {
            results.add(function.apply(argument));
          }
          return results;
        }
      };

  /** How many can work at the same time. */
  int count();

  /**
   * Applies a function to each argument, in any order or at the same time.
   *
   * @param function changes nothing that another application of it sees
   * @return the results in the order of the arguments
   */
  <A, B> List<B> all(List<A> arguments, Function<A, B> function);
}
