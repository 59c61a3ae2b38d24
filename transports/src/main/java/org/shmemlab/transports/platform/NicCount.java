package org.shmemlab.transports.platform;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.Ints;
import java.util.LinkedHashMap;
import java.util.Map;
import org.shmemlab.model.program.SourceLine;

/**
 * Reads {@code node.nic.count} of a platform file: so many NICs, which the host bridges share
 * evenly. It stands for the lists of NICs in {@code node.roots}, and has the name under which
 * {@code plan --set} changes it.
 */
final class NicCount {
  private static final String NODE = "node";
  private static final String NIC = "nic";
  private static final String COUNT = "count";
  private static final String ROOTS = "roots";
  private static final String NICS = "nics";

  private NicCount() {}

  /**
   * The document with lists of NICs in place of their count.
   *
   * @param whole with everything that it is like
   * @param own part of it, whose count and lists have to agree
   * @throws PlatformException if the count is none
   */
  static Yaml.Mapping shared(Yaml.Mapping whole, Yaml.Mapping own) throws PlatformException {
    Yaml.Mapping node = part(whole, NODE);
    Yaml.Mapping nic = part(node, NIC);
    Yaml.Entry entry = nic.entries().get(COUNT);
    Yaml.Entry roots = node.entries().get(ROOTS);
    if (entry == null) {
      return whole;
    }
    int count = count(entry);
    if (roots == null || !(roots.value() instanceof Yaml.Items items) || items.items().isEmpty()) {
      throw PlatformException.of(entry.at(), "node.nic.count needs node.roots, which share them");
    }
    int listed = listed(part(own, NODE));
    if (listed > 0 && listed != count) {
      throw PlatformException.of(
          entry.at(),
          "node.nic.count is " + count + ", but node.roots lists " + listed + "; leave one out");
    }
    Yaml.Entry others = new Yaml.Entry(roots.at(), sharing(items, count));
    Yaml.Mapping counted =
        put(put(node, NIC, new Yaml.Entry(nic.at(), nic.without(COUNT))), ROOTS, others);
    return put(whole, NODE, new Yaml.Entry(node.at(), counted));
  }

  // As other numbers have it, with a source, or alone.
  private static int count(Yaml.Entry entry) throws PlatformException {
    Yaml value = entry.value();
    if (value instanceof Yaml.Mapping mapping) {
      Yaml.Entry inner = mapping.entries().get("value");
      value = inner == null ? value : inner.value();
    }
    Integer count = value instanceof Yaml.Scalar scalar ? Ints.tryParse(scalar.text()) : null;
    if (count == null || count < 1 || count > Node.MOST_NICS) {
      throw PlatformException.of(
          entry.at(), "node.nic.count is a whole number from 1 to " + Node.MOST_NICS);
    }
    return count;
  }

  private static int listed(Yaml.Mapping node) {
    Yaml.Entry roots = node.entries().get(ROOTS);
    int listed = 0;
    if (roots != null && roots.value() instanceof Yaml.Items items) {
      for (Yaml root : items.items()) {
        Yaml.Entry nics = root instanceof Yaml.Mapping one ? one.entries().get(NICS) : null;
        listed += nics != null && nics.value() instanceof Yaml.Items list ? list.items().size() : 0;
      }
    }
    return listed;
  }

  private static Yaml.Items sharing(Yaml.Items roots, int count) {
    ImmutableList<ImmutableList<Integer>> shares = Node.shares(count, roots.items().size());
    ImmutableList.Builder<Yaml> all = ImmutableList.builder();
    for (int i = 0; i < shares.size(); i++) {
      Yaml root = roots.items().get(i);
      SourceLine at = root.at();
      Yaml.Items nics =
          new Yaml.Items(
              at,
              shares.get(i).stream()
                  .map(nic -> (Yaml) new Yaml.Scalar(at, String.valueOf(nic)))
                  .collect(ImmutableList.toImmutableList()));
      all.add(root instanceof Yaml.Mapping one ? put(one, NICS, new Yaml.Entry(at, nics)) : root);
    }
    return new Yaml.Items(roots.at(), all.build());
  }

  private static Yaml.Mapping part(Yaml.Mapping of, String key) {
    Yaml.Entry entry = of.entries().get(key);
    return entry != null && entry.value() instanceof Yaml.Mapping part
        ? part
        : new Yaml.Mapping(of.at(), ImmutableMap.of());
  }

  private static Yaml.Mapping put(Yaml.Mapping of, String key, Yaml.Entry entry) {
    Map<String, Yaml.Entry> entries = new LinkedHashMap<>(of.entries());
    entries.put(key, entry);
    return new Yaml.Mapping(of.at(), ImmutableMap.copyOf(entries));
  }
}
