package org.shmemlab.plan.cluster;

/** Computes units, here or elsewhere. */
public interface Computing {
  /** Here, one after the other. */
  Computing HERE =
      new Computing() {
        @Override
        public <R> R result(Units<R> units) {
          R all = units.none();
          for (long number = 0; number < units.count() && !units.stopped(); number++) {
            R one = units.unit(number);
            all = units.sum(all, one);
            if (units.isEnough(one)) {
              break;
            }
          }
          return all;
        }
      };

  /** The result of all units, or of some where these are enough or the work is stopped. */
  <R> R result(Units<R> units);
}
