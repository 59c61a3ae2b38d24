package org.shmemlab.reports.platform;

import com.google.common.collect.ImmutableList;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.shmemlab.reports.json.Document;
import org.shmemlab.reports.json.Schema;
import org.shmemlab.reports.table.Table;
import org.shmemlab.transports.platform.Node;
import org.shmemlab.transports.platform.PathKind;
import org.shmemlab.transports.platform.Platform;
import org.shmemlab.transports.platform.PlatformLink;
import org.shmemlab.transports.platform.Quantities;
import org.shmemlab.transports.platform.Quantity;
import org.shmemlab.transports.platform.Route;
import org.shmemlab.transports.platform.Topology;

/** Describes platforms. */
public final class PlatformReport {
  private PlatformReport() {}

  /** One line for each platform. */
  public static String table(List<Platform> platforms) {
    Columns table = new Columns().row("name", "GPUs", "NICs", "paths", "what it is");
    for (Platform p : platforms) {
      String paths =
          p.paths().keySet().stream().map(PathKind::key).collect(Collectors.joining(" "));
      String nics = p.node().nics() + " x " + p.node().nic().bandwidth();
      table.row(p.name(), "" + p.node().gpus().count(), nics, paths, p.summary());
    }
    return table + "GPUs and NICs are those of one node; NAME:4 is a cluster of four nodes.\n";
  }

  /** The names and what they stand for, as JSON. */
  public static String tableJson(List<Platform> platforms) {
    return Document.text(Schema.PLATFORMS, platforms.stream().map(Summary::of).toList());
  }

  /** The same as a table. */
  public static Table summaries(List<Platform> platforms) {
    return Table.of(
        "platforms",
        MethodHandles.lookup(),
        Summary.class,
        platforms.stream().map(Summary::of).toList());
  }

  /** Every number of a platform as a table. */
  public static Table numbers(Platform platform) {
    return Table.of("numbers", MethodHandles.lookup(), Numbered.class, numbered(platform));
  }

  /** The links of a route as a table, from its beginning. */
  public static Table links(@Nullable Way route) {
    return Table.of(
        "links", MethodHandles.lookup(), Hop.class, route == null ? List.of() : hops(route));
  }

  private static ImmutableList<Numbered> numbered(Platform platform) {
    ImmutableList.Builder<Numbered> numbers = ImmutableList.builder();
    Quantities.of(platform).forEach((key, q) -> numbers.add(Numbered.of(key, q)));
    return numbers.build();
  }

  /**
   * Everything about a platform.
   *
   * @param route a way to show as well, or null
   */
  public static String text(Platform platform, @Nullable Way route) {
    StringBuilder out = new StringBuilder();
    out.append(platform.name()).append(": ").append(platform.summary()).append("\n\n");
    picture(platform.node(), out);
    out.append('\n');
    Columns numbers = new Columns();
    Quantities.of(platform).forEach((key, q) -> numbers.row(key, q.toString(), q.source()));
    out.append(numbers);
    if (route != null) {
      out.append('\n').append(route(route));
    }
    return out.toString();
  }

  /** The same as JSON. */
  public static String json(Platform platform, @Nullable Way route) {
    return Document.text(
        Schema.PLATFORM,
        ImmutableList.of(
            new Whole(
                platform.name(),
                platform.summary(),
                numbered(platform),
                route == null ? ImmutableList.of() : hops(route))));
  }

  /** A route of a topology, from one PE to another. */
  public record Way(Topology topology, int from, int to, Route route) {}

  private static String route(Way way) {
    Columns links = new Columns();
    ImmutableList<Hop> hops = hops(way);
    hops.forEach(hop ->
        links.row(
            "  " + hop.link,
            String.format(Locale.ROOT, "%.4g GB/s", hop.gigabytesPerSecond),
            hop.microseconds == 0 ? "" : "+" + hop.microseconds + " us"));
    String head = "PE " + way.from + " to PE " + way.to + " by " + way.route.path().key() + ":";
    return head + (hops.isEmpty() ? " no link, it is the same GPU\n" : "\n" + links);
  }

  private static ImmutableList<Hop> hops(Way way) {
    return way.route.links().stream()
        .mapToObj(number -> Hop.of(way.topology.link(number)))
        .collect(ImmutableList.toImmutableList());
  }

  private static void picture(Node node, StringBuilder out) {
    String gpus = list("gpu", IntStream.range(0, node.gpus().count()).boxed().toList());
    switch (node.nvlink()) {
      case Node.NvLink.Switched s ->
          out.append("NVSwitch ").append(s.port()).append(" a port: ").append(gpus).append('\n');
      case Node.NvLink.Mesh m ->
          out.append("NVLink ").append(m.pair()).append(" a pair: ").append(gpus).append('\n');
      case null -> out.append("no NVLink: ").append(gpus).append('\n');
    }
    int socket = -1;
    for (Node.Root root : node.roots()) {
      if (root.socket() != socket) {
        socket = root.socket();
        out.append("socket ").append(socket).append('\n');
      }
      String below = root.below() == Node.Root.Below.SWITCH ? "PCIe switch" : "host bridge";
      out.append("  +- ").append(below).append('\n');
      if (!root.gpus().isEmpty()) {
        out.append("  |    +- ").append(list("gpu", root.gpus())).append('\n');
      }
      if (!root.nics().isEmpty()) {
        out.append("  |    +- ").append(list("nic", root.nics())).append('\n');
      }
    }
  }

  private static String list(String what, List<Integer> numbers) {
    return what + " " + numbers.stream().map(String::valueOf).collect(Collectors.joining(" "));
  }

  private record Summary(String name, String summary, int gpus, int nics) {
    static Summary of(Platform p) {
      return new Summary(p.name(), p.summary(), p.node().gpus().count(), p.node().nics());
    }
  }

  private record Whole(
      String name, String summary, ImmutableList<Numbered> numbers, ImmutableList<Hop> route) {}

  private record Numbered(
      String key,
      double value,
      String unit,
      @Nullable Double low,
      @Nullable Double high,
      boolean estimate,
      String source) {
    static Numbered of(String key, Quantity q) {
      Quantity.Range range = q.range();
      return new Numbered(
          key,
          q.value(),
          q.unit(),
          range == null ? null : range.low(),
          range == null ? null : range.high(),
          q.isEstimate(),
          q.source());
    }
  }

  private record Hop(String link, double gigabytesPerSecond, double microseconds) {
    static Hop of(PlatformLink link) {
      return new Hop(link.name(), link.bytesPerSecond() / 1e9, link.picoseconds() / 1e6);
    }
  }
}
