package org.shmemlab.plan.sample;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedMap;
import com.google.common.hash.Hashing;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.SplittableRandom;
import org.shmemlab.plan.grid.Point;
import org.shmemlab.plan.grid.Trial;
import org.shmemlab.transports.platform.Quantity;

/**
 * Machines drawn from the intervals of their numbers: the interval of each number is cut into as
 * many equally likely parts as there are samples, and each part is drawn from once, in an order of
 * its own (McKay, Beckman and Conover 1979). The draw for a number follows from the seed and the
 * number's place alone, so that two points of one machine, or of two with the same paths, are
 * compared on the same draws.
 */
public final class LatinHypercube {
  private LatinHypercube() {}

  /** So many draws of a point. */
  public static ImmutableList<Trial> of(Point point, int samples, long seed) {
    Map<String, Quantity> numbers = MachineNumbers.of(point);
    ImmutableList.Builder<ImmutableSortedMap.Builder<String, Double>> draws =
        ImmutableList.builder();
    for (int sample = 0; sample < samples; sample++) {
      draws.add(ImmutableSortedMap.naturalOrder());
    }
    ImmutableList<ImmutableSortedMap.Builder<String, Double>> all = draws.build();
    numbers.forEach((place, number) -> {
      Interval interval = Interval.of(number);
      if (!interval.isPoint()) {
        double[] units = units(place, samples, seed);
        for (int sample = 0; sample < samples; sample++) {
          all.get(sample).put(place, interval.at(units[sample], number.value()) / number.value());
        }
      }
    });
    ImmutableList.Builder<Trial> trials = ImmutableList.builder();
    for (int sample = 0; sample < samples; sample++) {
      trials.add(new Trial(point, "sample " + (sample + 1), all.get(sample).buildOrThrow()));
    }
    return trials.build();
  }

  /** One number from 0 to 1 for each sample, each in a part of its own. */
  static double[] units(String place, int samples, long seed) {
    long own = Hashing.farmHashFingerprint64().hashString(place, StandardCharsets.UTF_8).asLong();
    SplittableRandom random = new SplittableRandom(seed ^ own);
    double[] units = new double[samples];
    for (int i = 0; i < samples; i++) {
      int at = random.nextInt(i + 1);
      units[i] = units[at];
      units[at] = (i + random.nextDouble()) / samples;
    }
    return units;
  }
}
