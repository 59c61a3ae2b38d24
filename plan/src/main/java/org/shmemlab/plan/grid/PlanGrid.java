package org.shmemlab.plan.grid;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Lists;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shmemlab.plan.workload.DoesNotFitException;
import org.shmemlab.plan.workload.Workload;
import org.shmemlab.transports.cost.fleet.Fleets;
import org.shmemlab.transports.impair.AbsentException;
import org.shmemlab.transports.platform.Cluster;
import org.shmemlab.transports.platform.PathKind;
import org.shmemlab.transports.platform.PlatformException;
import org.shmemlab.transports.platform.Platforms;
import org.shmemlab.transports.rules.BadTransport;

/**
 * Every combination of some choices.
 *
 * @param platforms as the command line names them
 * @param transports as it names them, each for those platforms that have it; null for a platform's
 *     first
 * @param settings values by the name of a parameter, or by the place of a platform's number or word
 * @param whatIf what is otherwise on every machine
 * @param pes numbers of PEs
 * @param perNode PEs of a node; null for all of its GPUs
 */
public record PlanGrid(
    Workload workload,
    List<String> platforms,
    List<@Nullable String> transports,
    Map<String, List<String>> settings,
    WhatIf whatIf,
    List<Integer> pes,
    @Nullable Integer perNode,
    long seed) {

  /** Of machines that are as usual but for the settings. */
  public PlanGrid(
      Workload workload,
      List<String> platforms,
      List<@Nullable String> transports,
      Map<String, List<String>> settings,
      List<Integer> pes,
      @Nullable Integer perNode,
      long seed) {
    this(workload, platforms, transports, settings, WhatIf.USUAL, pes, perNode, seed);
  }

  /** Most points of a grid. */
  public static final int MOST_POINTS = 1_000_000;

  /**
   * The contents of a grid.
   *
   * @param all by platform and changes of it, then by parameters, transport and number of PEs
   * @param absent why points are left out, of each one that is: it does not have what is otherwise
   *     than usual, but others have; or the workload needs more memory
   */
  public record Points(ImmutableList<Point> all, ImmutableList<String> absent) {}

  /**
   * Its points.
   *
   * @throws PlatformException if a platform cannot be read
   * @throws IllegalArgumentException if something does not fit; the message says what
   */
  public Points points() throws PlatformException {
    Map<String, List<String>> ofPlatform = new LinkedHashMap<>();
    Map<String, List<String>> ofWorkload = new LinkedHashMap<>();
    settings.forEach(
        (name, values) -> (name.contains(".") ? ofPlatform : ofWorkload).put(name, values));
    long number = (long) platforms.size() * transports.size() * pes.size();
    for (List<String> values : settings.values()) {
      number = Math.min(number * values.size(), MOST_POINTS + 1L);
    }
    if (number > MOST_POINTS) {
      throw new IllegalArgumentException("a grid of more than " + MOST_POINTS + " points");
    }
    List<Point> points = new ArrayList<>();
    List<IllegalArgumentException> absent = new ArrayList<>();
    for (String name : platforms) {
      Cluster cluster = Platforms.find(name);
      Set<MachineVariant> machines = new LinkedHashSet<>();
      for (ImmutableMap<String, String> changes : combinations(ofPlatform)) {
        machines.add(MachineVariant.of(name, cluster, changes, whatIf));
      }
      for (MachineVariant machine : machines) {
        List<@Nullable String> carriers = carriers(machine);
        for (ImmutableMap<String, String> values : combinations(ofWorkload)) {
          for (String transport : carriers) {
            for (int size : pes) {
              try {
                points.add(point(machine, values, transport, size));
              } catch (AbsentException | DoesNotFitException lacks) {
                absent.add(lacks);
              }
            }
          }
        }
      }
    }
    if (points.isEmpty() && !absent.isEmpty()) {
      throw absent.getLast();
    }
    return new Points(
        ImmutableList.copyOf(points),
        absent.stream()
            .map(IllegalArgumentException::getMessage)
            .collect(ImmutableList.toImmutableList()));
  }

  // Of networks that only some of the platforms have, each one takes its own.
  private List<@Nullable String> carriers(MachineVariant machine) {
    List<@Nullable String> had = new ArrayList<>();
    for (String transport : transports) {
      PathKind network = transport == null ? null : PathKind.of(transport).orElse(null);
      if (network == null || machine.platform().paths().containsKey(network)) {
        had.add(transport);
      }
    }
    if (had.isEmpty()) {
      machine.platform().path(PathKind.of(String.valueOf(transports.getFirst())).orElseThrow());
    }
    return had;
  }

  // Only what simulating it would refuse is refused here.
  private Point point(
      MachineVariant machine,
      ImmutableMap<String, String> values,
      @Nullable String transport,
      int size) {
    int gpus = machine.platform().node().gpus().count();
    int each = Math.min(size, perNode == null ? gpus : perNode);
    Point point =
        new Point(workload, workload.values(values), machine, transport, size, each, seed);
    try {
      machine.cluster().forPes(size);
      Fleets.on(machine.platform(), point.carrier(), size, each, machine.impairments());
    } catch (BadTransport bad) {
      throw new IllegalArgumentException(bad.text(), bad);
    }
    workload.check(point.values(), point.place());
    return point;
  }

  private static List<ImmutableMap<String, String>> combinations(Map<String, List<String>> of) {
    List<ImmutableMap<String, String>> all = new ArrayList<>();
    for (List<String> chosen : Lists.cartesianProduct(List.copyOf(of.values()))) {
      ImmutableMap.Builder<String, String> one = ImmutableMap.builder();
      int at = 0;
      for (String name : of.keySet()) {
        one.put(name, chosen.get(at++));
      }
      all.add(one.buildOrThrow());
    }
    return all;
  }
}
