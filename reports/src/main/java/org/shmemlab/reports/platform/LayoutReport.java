package org.shmemlab.reports.platform;

import com.google.common.collect.ImmutableList;
import java.lang.invoke.MethodHandles;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.job.JobLayout;
import org.shmemlab.reports.json.Document;
import org.shmemlab.reports.json.Schema;
import org.shmemlab.reports.table.Table;
import org.shmemlab.transports.cost.fleet.Fleet;
import org.shmemlab.transports.cost.fleet.NicAssignment;
import org.shmemlab.transports.platform.PathKind;
import org.shmemlab.transports.rules.Routes;
import org.shmemlab.transports.simulate.MessageCost;

/**
 * Reports the places of a job's PEs, the channels of their operations, and the NIC of each.
 *
 * @param where platform and transport
 */
public record LayoutReport(String where, Fleet fleet) {
  private static final double PICOSECONDS_PER_MICROSECOND = 1e6;

  /**
   * Describes the PEs that PE 0 reaches in one way.
   *
   * @param firstPe the first of the PEs there
   * @param lastPe the last of them
   * @param transfers what carries puts, gets and signals that set
   * @param updates what carries atomics and signals that add
   * @param putAndQuietUs time of a put of 8 bytes and its quiet, microseconds; null to the own PE
   */
  private record Reach(
      String to,
      int firstPe,
      int lastPe,
      String transfers,
      String updates,
      @Nullable Double putAndQuietUs) {}

  private record Place(int pe, int node, int domain, int nic) {}

  private record Whole(
      String where,
      int pes,
      int nodes,
      int pesPerNode,
      int domains,
      int pesPerDomain,
      String quiet,
      String host,
      ImmutableList<Reach> reaches,
      ImmutableList<Integer> nicsOfNode) {}

  /** A page of text. */
  public String text() {
    JobLayout layout = fleet.layout();
    StringBuilder out = new StringBuilder();
    out.append(where).append(": ").append(count(layout.pes(), "PE")).append(" on ");
    out.append(count(layout.nodes(), "node")).append(", ").append(domains(layout)).append("\n\n");
    Columns table = new Columns();
    table.row(
        "from PE 0 to",
        "PEs",
        "put, get, signal set",
        "atomic, signal add",
        "put of 8 B and quiet");
    for (Reach reach : reaches()) {
      table.row(
          reach.to,
          reach.firstPe == reach.lastPe
              ? "" + reach.firstPe
              : reach.firstPe + " to " + reach.lastPe,
          reach.transfers,
          reach.updates,
          reach.putAndQuietUs == null
              ? ""
              : String.format(Locale.ROOT, "%.3f us", reach.putAndQuietUs));
    }
    out.append(table).append('\n');
    if (routes().useNetwork()) {
      out.append("A quiet asks ").append(quiet()).append(", whatever was used; ");
      out.append("calls of the host take ").append(host()).append(" where they need a network.\n");
      out.append("Network cards of a node's PEs: ").append(cards(fleet.cards())).append('\n');
    } else {
      out.append("No network is used.\n");
    }
    return out.toString();
  }

  private static Object cards(NicAssignment cards) {
    return cards.each() == 1
        ? cards.numbers()
        : IntStream.range(0, cards.pes()).mapToObj(cards::of).toList();
  }

  private static String domains(JobLayout layout) {
    return layout.domains() == 1
        ? "all map each other's memory"
        : layout.pesPerDomain() == 1
            ? "none maps another's memory"
            : "in " + layout.domains() + " domains whose PEs map each other's memory";
  }

  /** The same as JSON. */
  public String json() {
    JobLayout layout = fleet.layout();
    return Document.text(
        Schema.LAYOUT,
        ImmutableList.of(
            new Whole(
                where,
                layout.pes(),
                layout.nodes(),
                layout.pesPerNode(),
                layout.domains(),
                layout.pesPerDomain(),
                quiet(),
                host(),
                reaches(),
                ImmutableList.copyOf(fleet.nicOf().asList()))));
  }

  /** The PEs that PE 0 reaches, as a table. */
  public Table reachTable() {
    return Table.of("reaches", MethodHandles.lookup(), Reach.class, reaches());
  }

  /** Where each PE is, as a table. */
  public Table places() {
    JobLayout layout = fleet.layout();
    return Table.of(
        "pes",
        MethodHandles.lookup(),
        Place.class,
        IntStream.range(0, layout.pes())
            .mapToObj(pe -> new Place(pe, layout.node(pe), layout.domain(pe), fleet.nic(pe)))
            .toList());
  }

  // The own PE, the rest of the node, the rest of a larger domain, and all others.
  private ImmutableList<Reach> reaches() {
    JobLayout layout = fleet.layout();
    int node = Math.min(layout.pesPerNode(), layout.pes());
    int domain = Math.min(Math.max(node, layout.pesPerDomain()), layout.pes());
    ImmutableList.Builder<Reach> reaches = ImmutableList.builder();
    reaches.add(reach("itself", 0, 1));
    if (node > 1) {
      reaches.add(reach("its node", 1, node));
    }
    if (domain > node) {
      reaches.add(reach("its domain, other nodes", node, domain));
    }
    if (layout.pes() > domain) {
      reaches.add(reach(domain > node ? "other domains" : "other nodes", domain, layout.pes()));
    }
    return reaches.build();
  }

  private Reach reach(String to, int first, int end) {
    Routes routes = routes();
    Double time =
        first == 0
            ? null
            : MessageCost.between(fleet, first, to).totalPs() / PICOSECONDS_PER_MICROSECOND;
    String transfers = first == 0 ? "memory" : name(routes.path(0, first), "none");
    String updates = routes.useNetwork() ? quiet() : transfers;
    return new Reach(
        to,
        first,
        end - 1,
        transfers,
        routes.hasAtomics() ? updates : updates + " (signals alone)",
        time);
  }

  private String quiet() {
    return routes().useNetwork() ? name(routes().transport().network(), "nothing") : "no network";
  }

  private String host() {
    return name(routes().transport().networkOfHost(), "none");
  }

  private Routes routes() {
    return fleet.routes();
  }

  private static String name(Optional<PathKind> path, String otherwise) {
    return path.map(PathKind::key).orElse(otherwise);
  }

  private static String count(int number, String what) {
    return number + " " + what + (number == 1 ? "" : "s");
  }
}
