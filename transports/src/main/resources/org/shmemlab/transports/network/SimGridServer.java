import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.simgrid.s4u.Activity;
import org.simgrid.s4u.ActivitySet;
import org.simgrid.s4u.Actor;
import org.simgrid.s4u.Comm;
import org.simgrid.s4u.Engine;
import org.simgrid.s4u.Host;
import org.simgrid.s4u.Link;
import org.simgrid.s4u.NetZone;
import org.simgrid.s4u.SimgridException;
import org.simgrid.s4u.TimeoutException;

/**
 * Answers, on standard input and output, with SimGrid's results about flows: the other half of
 * SimGridEngine. One actor starts every flow, because an actor is a thread of the operating system.
 *
 * <p>First comes the number of links and the bandwidth of each, in bytes per second; then requests:
 * 'R' and the links of a route; 'F' and the time in picoseconds, route, bytes and rate cap of a
 * flow;
 * 'A' and the limit of an advance, answered by the time reached and the flows that completed.
 */
final class SimGridServer extends Actor {
  private static final double PICOSECONDS = 1e12;

  /** So many pairs of hosts there are for routes, and so many links for flows with a rate cap. */
  private static final int HOSTS = 1024;

  private static final int CEILINGS = 2048;

  private record Way(int route, int ceiling) {}

  private record Flow(int number, double at, int route, long bytes, double cap) {}

  private final DataInputStream in;
  private final DataOutputStream out;
  private final NetZone zone;
  private final Host[] hosts;
  private final Link[] links;
  private final List<Link[]> routes = new ArrayList<>();

  /** The hosts that a route joins, by its links' numbers and that of a ceiling or -1. */
  private final Map<Way, Host[]> ways = new HashMap<>();

  private final Link[] ceilings;
  private final BitSet ceilingsInUse = new BitSet();
  private final Map<Integer, Integer> ceilingOf = new HashMap<>();
  private final PriorityQueue<Flow> waiting =
      new PriorityQueue<>(
          (one, other) ->
              one.at == other.at
                  ? Integer.compare(one.number, other.number)
                  : Double.compare(one.at, other.at));
  private final ActivitySet moving = new ActivitySet();
  private final List<Integer> done = new ArrayList<>();
  private int flows;

  public static void main(String[] args) throws IOException {
    var in = new DataInputStream(new BufferedInputStream(System.in));
    var out = new DataOutputStream(new BufferedOutputStream(System.out));
    var engine =
        new Engine(
            new String[] {
              "shmemlab",
              "--cfg=network/model:raw",
              "--cfg=network/crosstraffic:0",
              "--cfg=network/TCP-gamma:0",
              "--cfg=precision/timing:1e-12",
              "--cfg=precision/work-amount:1e-9",
              "--log=root.thres:critical"
            });
    var zone = engine.get_netzone_root();
    var hosts = new Host[HOSTS];
    for (var i = 0; i < HOSTS; i++) {
      hosts[i] = zone.add_host("host" + i, 1e9);
    }
    var links = new Link[in.readInt()];
    for (var i = 0; i < links.length; i++) {
      links[i] = zone.add_link("link" + i, in.readDouble());
    }
    var ceilings = new Link[CEILINGS];
    for (var i = 0; i < CEILINGS; i++) {
      ceilings[i] = zone.add_link("ceiling" + i, 1);
    }
    zone.seal();
    engine.add_actor("flows", hosts[0], new SimGridServer(in, out, zone, hosts, links, ceilings));
    engine.run();
  }

  private SimGridServer(
      DataInputStream in,
      DataOutputStream out,
      NetZone zone,
      Host[] hosts,
      Link[] links,
      Link[] ceilings) {
    this.in = in;
    this.out = out;
    this.zone = zone;
    this.hosts = hosts;
    this.links = links;
    this.ceilings = ceilings;
  }

  @Override
  public void run() throws SimgridException {
    try {
      while (true) {
        switch (in.readByte()) {
          case 'R' -> addRoute();
          case 'F' ->
              waiting.add(
                  new Flow(
                      flows++,
                      in.readLong() / PICOSECONDS,
                      in.readInt(),
                      in.readLong(),
                      in.readDouble()));
          default -> advance(in.readLong());
        }
      }
    } catch (EOFException e) {
      // The other half has no more questions; SimGrid need not wind down.
      Runtime.getRuntime().halt(0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void addRoute() throws IOException {
    var crossed = new Link[in.readInt()];
    for (var i = 0; i < crossed.length; i++) {
      crossed[i] = links[in.readInt()];
    }
    routes.add(crossed);
  }

  /** Each way joins two hosts of its own: the n-th pair (a, b) with b below a. */
  private Host[] ends(Way way) {
    var known = ways.get(way);
    if (known != null) {
      return known;
    }
    var a = 1;
    var b = ways.size();
    while (b >= a) {
      b -= a++;
    }
    if (a == HOSTS) {
      throw new IllegalStateException("no more than " + ways.size() + " routes fit");
    }
    var crossed = routes.get(way.route);
    if (way.ceiling >= 0) {
      crossed = Arrays.copyOf(crossed, crossed.length + 1);
      crossed[crossed.length - 1] = ceilings[way.ceiling];
    }
    zone.add_route(hosts[a], hosts[b], crossed);
    var ends = new Host[] {hosts[a], hosts[b]};
    ways.put(way, ends);
    return ends;
  }

  /** A link for one flow alone: SimGrid 4.0 does not heed the rate of a direct communication. */
  private int ceiling(Flow flow) {
    if (flow.cap == Double.POSITIVE_INFINITY) {
      return -1;
    }
    var ceiling = ceilingsInUse.nextClearBit(0);
    if (ceiling == CEILINGS) {
      throw new IllegalStateException("no more than " + CEILINGS + " capped flows fit at a time");
    }
    ceilingsInUse.set(ceiling);
    ceilingOf.put(flow.number, ceiling);
    ceilings[ceiling].set_bandwidth(flow.cap);
    return ceiling;
  }

  private void advance(long limit) throws IOException, SimgridException {
    done.clear();
    var until = limit;
    while (true) {
      var next = waiting.isEmpty() ? Long.MAX_VALUE : whole(waiting.peek().at);
      if (next > until && moving.empty()) {
        break;
      }
      if (!await(Math.min(next, until))) {
        if (next > until) {
          break;
        }
        startDue();
      }
      if (!done.isEmpty()) {
        // All others of the same picosecond belong to the answer.
        until = whole(Engine.get_clock());
      }
    }
    out.writeLong(until);
    out.writeInt(done.size());
    for (var flow : done) {
      out.writeInt(flow);
    }
    out.flush();
  }

  /** Goes on to the next completion and notes it; says no if none comes by then. */
  private boolean await(long until) throws SimgridException {
    var patience = until == Long.MAX_VALUE ? -1 : until / PICOSECONDS - Engine.get_clock();
    if (moving.empty() || (patience <= 0 && patience != -1)) {
      if (patience > 0) {
        sleep_until(until / PICOSECONDS);
      }
      return takeFinished();
    }
    try {
      note(moving.await_any_for(patience));
      return true;
    } catch (TimeoutException e) {
      return false;
    }
  }

  private boolean takeFinished() throws SimgridException {
    var finished = moving.empty() ? null : moving.test_any();
    if (finished == null) {
      return false;
    }
    note(finished);
    return true;
  }

  private void note(Activity activity) {
    var flow = Integer.parseInt(activity.get_name());
    done.add(flow);
    var ceiling = ceilingOf.remove(flow);
    if (ceiling != null) {
      ceilingsInUse.clear(ceiling);
    }
  }

  private void startDue() {
    var now = whole(Engine.get_clock());
    while (!waiting.isEmpty() && whole(waiting.peek().at) <= now) {
      var flow = waiting.remove();
      if (flow.bytes == 0) {
        done.add(flow.number);
      } else {
        var comm = Comm.sendto_init();
        comm.set_name(Integer.toString(flow.number));
        comm.set_payload_size((double) flow.bytes);
        // Knowing both ends, it starts.
        var ends = ends(new Way(flow.route, ceiling(flow)));
        comm.set_source(ends[0]);
        comm.set_destination(ends[1]);
        moving.push(comm);
      }
    }
  }

  /** The first whole picosecond by which a time has come, within SimGrid's precision. */
  private static long whole(double seconds) {
    var at = seconds * PICOSECONDS;
    return (long) Math.ceil(at - Math.max(1e-3, 4 * Math.ulp(at)));
  }
}
