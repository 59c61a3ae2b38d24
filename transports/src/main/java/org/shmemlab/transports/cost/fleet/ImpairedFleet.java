package org.shmemlab.transports.cost.fleet;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.ImmutableDoubleArray;
import com.google.common.primitives.ImmutableIntArray;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.shmemlab.transports.impair.AbsentException;
import org.shmemlab.transports.impair.Impairment;
import org.shmemlab.transports.impair.Impairments;
import org.shmemlab.transports.platform.KeyNames;
import org.shmemlab.transports.platform.NicMapping;
import org.shmemlab.transports.platform.Node;
import org.shmemlab.transports.platform.Topology;
import org.shmemlab.transports.rules.EnvironmentVariable;

/** Applies impairments to the GPUs, NICs and links of one fleet. */
final class ImpairedFleet {
  private final Fleet fleet;
  private final Topology topology;
  private final int nodes;
  private final int nics;
  private final double[] gpus;
  private final double[] bytes;
  private final double[] messages;
  private final double[] links;
  private final Map<Integer, Set<Integer>> failed = new TreeMap<>(); // NICs by node

  private ImpairedFleet(Fleet fleet, Topology topology) {
    this.fleet = fleet;
    this.topology = topology;
    this.nodes = fleet.layout().nodes();
    this.nics = topology.platform().node().nics();
    this.gpus = usual(fleet.pes());
    this.bytes = usual(nodes * nics);
    this.messages = usual(nodes * nics);
    this.links = usual(topology.links());
  }

  /**
   * A fleet whose GPUs, NICs and links have the rates that are left of them.
   *
   * @throws AbsentException if something is said of what the job does not use
   */
  static Fleet by(Fleet fleet, Impairments impairments) {
    if (impairments.all().isEmpty()) {
      return fleet;
    }
    Wires wires = Objects.requireNonNull(fleet.wires());
    ImpairedFleet impaired = new ImpairedFleet(fleet, wires.topology());
    impairments.all().forEach(impaired::add);
    return fleet.in(
        new MachineCondition(
            array(impaired.gpus),
            array(impaired.bytes),
            array(impaired.messages),
            impaired.cards()),
        wires.slower(array(impaired.links)));
  }

  private static double[] usual(int count) {
    double[] times = new double[count];
    Arrays.fill(times, 1);
    return times;
  }

  // Where nothing is slow, nothing is to be computed.
  private static ImmutableDoubleArray array(double[] times) {
    return Arrays.stream(times).allMatch(one -> one == 1)
        ? ImmutableDoubleArray.of()
        : ImmutableDoubleArray.copyOf(times);
  }

  private void add(Impairment one) {
    switch (one) {
      case Impairment.SlowGpu slow -> gpus[pe(slow)] *= slow.times();
      case Impairment.SlowCards slow -> {
        for (int nic : cards(one, slow.cards())) {
          messages[nic] *= slow.times();
          slowPort(nic, slow.times());
        }
      }
      case Impairment.LoadedCards load -> {
        for (int nic : cards(one, load.cards())) {
          slowPort(nic, 1 / (1 - load.share()));
        }
      }
      case Impairment.LoadedNetwork load -> {
        for (int link = 0; link < links.length; link++) {
          if (topology.isBetweenSwitches(link)) {
            links[link] *= 1 / (1 - load.share());
          }
        }
      }
      case Impairment.SlowLink slow -> links[link(slow)] *= slow.times();
      case Impairment.Failed fail -> {
        for (int nic : cards(one, fail.cards())) {
          failed.computeIfAbsent(nic / nics, _ -> new TreeSet<>()).add(nic % nics);
        }
      }
    }
  }

  private void slowPort(int nic, double times) {
    bytes[nic] *= times;
    links[topology.port(nic / nics, nic % nics, true)] *= times;
    links[topology.port(nic / nics, nic % nics, false)] *= times;
  }

  // The PE that drives a GPU; a node may have more GPUs than PEs.
  private int pe(Impairment.SlowGpu slow) {
    Wires wires = Objects.requireNonNull(fleet.wires());
    return IntStream.range(0, fleet.pes())
        .filter(pe -> wires.gpu(pe) == slow.gpu())
        .findFirst()
        .orElseThrow(() ->
            new AbsentException(
                "--"
                    + slow.text()
                    + ": none of "
                    + fleet.pes()
                    + " PEs drives that GPU; they drive "
                    + wires.gpu(0)
                    + " to "
                    + wires.gpu(fleet.pes() - 1)
                    + (fleet.layout().pesPerNode() < topology.platform().node().gpus().count()
                        ? ", " + fleet.layout().pesPerNode() + " of each node"
                        : "")));
  }

  private int[] cards(Impairment about, Impairment.Cards cards) {
    Integer number = cards.number();
    Integer node = cards.node();
    if (number != null && number >= nics) {
      throw new AbsentException("--" + about.text() + ": a node has the cards 0 to " + (nics - 1));
    }
    if (node != null && node >= nodes) {
      throw new AbsentException(
          "--" + about.text() + ": " + fleet.pes() + " PEs are on the nodes 0 to " + (nodes - 1));
    }
    return IntStream.range(0, nodes * nics)
        .filter(nic -> number == null || nic % nics == number)
        .filter(nic -> node == null || nic / nics == node)
        .toArray();
  }

  private int link(Impairment.SlowLink slow) {
    ImmutableList<String> names =
        IntStream.range(0, links.length)
            .mapToObj(link -> topology.link(link).name())
            .collect(ImmutableList.toImmutableList());
    int found = names.indexOf(slow.link());
    if (found < 0) {
      throw new AbsentException(
          "--" + slow.text() + ": no link of this name" + KeyNames.nearest(slow.link(), names));
    }
    return found;
  }

  // On nodes that lack NICs, PEs use as many as elsewhere; one that is there twice carries both.
  private ImmutableMap<Integer, NicAssignment> cards() {
    Node node = topology.platform().node();
    if (!failed.isEmpty()
        && fleet.routes().transport().settings().has(EnvironmentVariable.ENABLE_NIC_PE_MAPPING)) {
      throw new IllegalArgumentException(
          "--fail nic of one node: "
              + EnvironmentVariable.ENABLE_NIC_PE_MAPPING.environmentName()
              + "=1 deals the cards of all nodes alike; leave one of both out");
    }
    int each = fleet.cards().each();
    ImmutableMap.Builder<Integer, NicAssignment> cards = ImmutableMap.builder();
    failed.forEach((number, gone) -> {
      ImmutableList<ImmutableIntArray> own = NicMapping.of(node, gone);
      ImmutableIntArray.Builder numbers = ImmutableIntArray.builder();
      for (int pe = 0; pe < fleet.layout().pesPerNode(); pe++) {
        for (int turn = 0; turn < each; turn++) {
          numbers.add(own.get(pe).get(turn % own.get(pe).length()));
        }
      }
      cards.put(number, new NicAssignment(numbers.build(), each, fleet.cards().stripe()));
    });
    return cards.buildOrThrow();
  }
}
