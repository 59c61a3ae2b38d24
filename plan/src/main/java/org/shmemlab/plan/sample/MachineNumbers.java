package org.shmemlab.plan.sample;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSortedMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.shmemlab.plan.grid.Point;
import org.shmemlab.transports.platform.Dimension;
import org.shmemlab.transports.platform.PathKind;
import org.shmemlab.transports.platform.Quantities;
import org.shmemlab.transports.platform.Quantity;
import org.shmemlab.transports.rules.Transport;

/** Finds the numbers of a point's machine that its traffic may depend on, by their places. */
public final class MachineNumbers {
  private MachineNumbers() {}

  /** Those of the GPU's calls, the node, the network, and the paths of the transport. */
  public static ImmutableMap<String, Quantity> of(Point point) {
    Transport transport = point.carrier();
    String paths =
        Stream.concat(transport.peer().stream(), transport.network().stream())
            .map(PathKind::key)
            .collect(Collectors.joining("|"));
    String expression =
        "gpu\\.(clock|block-sync|poll)|host\\.system-fence|node\\..*|network\\..*|paths\\.("
            + paths
            + ")\\..*";
    return Quantities.of(point.machine().platform()).entrySet().stream()
        .filter(number -> number.getKey().matches(expression))
        .collect(
            ImmutableMap.toImmutableMap(number -> number.getKey(), number -> number.getValue()));
  }

  /** A factor for each of the numbers that some condition holds for. */
  static ImmutableSortedMap<String, Double> factors(
      Point point, Predicate<String> which, double factor) {
    return of(point).entrySet().stream()
        .filter(number -> which.test(number.getKey()) && isContinuous(number.getValue()))
        .collect(
            ImmutableSortedMap.toImmutableSortedMap(
                String::compareTo, number -> number.getKey(), _ -> factor));
  }

  /** Whether a number can be a little larger: neither a count nor a size. */
  static boolean isContinuous(Quantity number) {
    return number.dimension() != Dimension.COUNT
        && number.dimension() != Dimension.SIZE
        && number.value() != 0;
  }
}
