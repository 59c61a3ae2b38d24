package org.shmemlab.transports.experts;

import com.google.common.collect.Iterators;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.shmemlab.model.program.CallScope;
import org.shmemlab.transports.cost.parameters.TransferKind;
import org.shmemlab.transports.traffic.Placement;
import org.shmemlab.transports.traffic.TrafficScript;
import org.shmemlab.transports.traffic.TrafficStep;

/**
 * Plays dispatch, or combine, with high throughput: a token crosses the network once for each other
 * node that has an expert of it, to the PE there that has the sender's number in its node, which
 * forwards it inside the node. Tokens travel in chunks; each channel of a PE sends its share of the
 * tokens, while another agent forwards the tokens of that channel, chunk by chunk, one node after
 * the other, those of its own PE too. On one node the channels send to all PEs themselves.
 *
 * <p>The way back is the same in reverse: PEs send what they have to the forwarder, which adds it
 * up and sends each token once.
 */
public final class MoeThroughput implements TrafficScript {
  private static final int LAST = 0; // slot of the messages that have arrived at their end

  private final Placement place;
  private final int channels;
  private final Chunks chunks;
  private final boolean back;
  private final long bytes;
  private final double taking; // picoseconds for each byte that is forwarded
  private final int[] expected; // messages that each PE waits for at its end

  /**
   * One direction, between nodes with equal numbers of PEs.
   *
   * @param channels of each PE, each with an agent that sends and one that forwards
   * @param chunk most tokens that travel together
   * @param back whether tokens come home
   * @param bytes of a token
   * @param taking how long a forwarding agent takes for each byte, picoseconds, before it sends it:
   *     it reads its copies from where they arrived, or adds up the results that go home
   */
  public MoeThroughput(
      Routing routing, int channels, int chunk, boolean back, long bytes, double taking) {
    this.place = routing.place();
    this.channels = channels;
    this.chunks = new Chunks(routing, channels, chunk);
    this.back = back;
    this.bytes = bytes;
    this.taking = taking;
    this.expected = new int[place.pes()];
    for (int pe = 0; pe < place.pes(); pe++) {
      for (int channel = 0; channel < channels; channel++) {
        for (int number = 0; number < chunks.count(channel); number++) {
          expect(pe, channel, number);
        }
      }
    }
  }

  /**
   * How long a byte takes at a rate, picoseconds.
   *
   * @param rate in GB/s; 0 for no time at all
   */
  public static double taking(double rate) {
    return rate == 0 ? 0 : 1e3 / rate;
  }

  private void expect(int pe, int channel, int number) {
    for (int node = 0; back && node < place.nodes(); node++) {
      if (node != place.node(pe) && chunks.toNode(pe, channel, number, node) > 0) {
        expected[pe]++;
      }
    }
    for (int node = 0; node < place.nodes(); node++) {
      if (!back || place.nodes() == 1) {
        among(pe, channel, number, node, (target, _) -> expected[back ? pe : target]++);
      }
    }
  }

  // The counter of a forwarder for a node's chunks of a channel.
  private int slot(int channel, int node) {
    return 1 + channel * place.nodes() + node;
  }

  @Override
  public int pes() {
    return place.pes();
  }

  @Override
  public int agents() {
    return 2 * channels;
  }

  @Override
  public int slots() {
    return 1 + channels * place.nodes();
  }

  @Override
  public Iterator<TrafficStep> steps(int pe, int agent) {
    int channel = agent % channels;
    int[] heard = new int[place.nodes()]; // messages of each node that the agent has waited for
    Iterator<TrafficStep> all =
        TrafficScript.rounds(chunks.count(channel), number -> chunk(pe, agent, number, heard));
    return agent == 0
        ? Iterators.concat(
            all, Iterators.singletonIterator(new TrafficStep.Await(LAST, expected[pe])))
        : all;
  }

  private List<TrafficStep> chunk(int pe, int agent, int number, int[] heard) {
    List<TrafficStep> steps = new ArrayList<>();
    if (agent >= channels) {
      forward(pe, agent - channels, number, heard, steps);
    } else if (back) {
      giveBack(pe, agent, number, steps);
    } else {
      send(pe, agent, number, steps);
    }
    return steps;
  }

  // A chunk of one's own: to other nodes' forwarders, and to the PEs of this node.
  private void send(int pe, int channel, int number, List<TrafficStep> steps) {
    int here = place.node(pe);
    for (int turn = 1; turn < place.nodes(); turn++) {
      int node = (here + turn) % place.nodes();
      int tokens = chunks.toNode(pe, channel, number, node);
      if (tokens > 0) {
        steps.add(message(place.partner(pe, node), tokens, slot(channel, here)));
      }
    }
    if (place.nodes() == 1) {
      inside(pe, channel, number, here, steps);
    }
  }

  // To each PE of a node what it needs of a chunk.
  private void inside(int origin, int channel, int number, int node, List<TrafficStep> steps) {
    among(
        origin,
        channel,
        number,
        node,
        (target, tokens) -> steps.add(message(target, tokens, LAST)));
  }

  private void among(int origin, int channel, int number, int node, Chunks.Tokens tokens) {
    chunks.among(origin, channel, number, place.first(node), place.first(node + 1), tokens);
  }

  // The results of experts here for a chunk of every PE: to its forwarder in this node, or home.
  private void giveBack(int pe, int channel, int number, List<TrafficStep> steps) {
    int here = place.node(pe);
    for (int turn = 0; turn < place.pes(); turn++) {
      int origin = (pe + turn) % place.pes();
      int tokens = chunks.toPe(origin, channel, number, pe);
      if (tokens > 0) {
        int node = place.node(origin);
        steps.add(
            place.nodes() == 1
                ? message(origin, tokens, LAST)
                : message(place.partner(origin, here), tokens, slot(channel, node)));
      }
    }
  }

  // Chunks of one number of the PEs that have this one's number in their nodes, its own one first:
  // what it dispatches inside its node is in its buffer at once.
  private void forward(int pe, int channel, int number, int[] heard, List<TrafficStep> steps) {
    int here = place.node(pe);
    if (place.nodes() == 1) {
      return;
    }
    for (int turn = 0; turn < place.nodes(); turn++) {
      int node = (here + turn) % place.nodes();
      int origin = place.partner(pe, node);
      int tokens = chunks.toNode(origin, channel, number, here);
      if (tokens > 0) {
        if (back || turn > 0) {
          heard[node] += back ? sources(origin, channel, number, here) : 1;
          steps.add(new TrafficStep.Await(slot(channel, node), heard[node]));
        }
        if (taking > 0) {
          int copies = copies(origin, channel, number, here);
          steps.add(new TrafficStep.Compute(Math.round(taking * bytes * copies)));
        }
        if (!back) {
          inside(origin, channel, number, here, steps);
        } else if (turn > 0) {
          steps.add(message(origin, tokens, LAST));
        }
      }
    }
  }

  // PEs of a node that have something of a chunk.
  private int sources(int origin, int channel, int number, int node) {
    int[] sources = {0};
    among(origin, channel, number, node, (_, _) -> sources[0]++);
    return sources[0];
  }

  // Tokens of a chunk for the PEs of a node, each as often as there are PEs that need it.
  private int copies(int origin, int channel, int number, int node) {
    int[] copies = {0};
    among(origin, channel, number, node, (_, tokens) -> copies[0] += tokens);
    return copies[0];
  }

  private TrafficStep message(int target, int tokens, int slot) {
    return new TrafficStep.Send(
        TransferKind.PUT_SIGNAL, target, tokens * bytes, CallScope.BLOCK, slot);
  }
}
