package org.shmemlab.transports.platform;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableMap;
import com.google.common.io.Resources;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.shmemlab.model.program.SourceLine;

/**
 * The library whose calls communicate over a platform's paths. A platform has the costs of NVSHMEM;
 * {@code nccl.yaml} has those of NCCL's device interface that differ, and a platform with them has
 * {@link #SUFFIX} at the end of its name.
 */
public enum PeerLibrary {
  NVSHMEM,
  NCCL;

  /** The end of the name of a platform that has the costs of NCCL. */
  static final String SUFFIX = "+nccl";

  private static final String FILE = "nccl.yaml";
  private static final String PATHS = "paths";

  /** NCCL's names of paths: of loads and stores, and of the two backends of GIN. */
  private static final ImmutableMap<String, PathKind> NAMES =
      ImmutableMap.of(
          "lsa", PathKind.NVLINK, "gin-gdaki", PathKind.IBGDA, "gin-proxy", PathKind.IBRC);

  /** The name on the command line. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The library of a name, if it is one. */
  public static Optional<PeerLibrary> of(String key) {
    return Arrays.stream(values()).filter(library -> library.key().equals(key)).findFirst();
  }

  /** The name of a platform with the costs of this library. */
  public String platform(String name) {
    return this == NCCL && !name.endsWith(SUFFIX) ? name + SUFFIX : name;
  }

  /** The names of paths in a transport, where NCCL has names of its own for them. */
  public String transport(String name) {
    return this == NVSHMEM
        ? name
        : Splitter.on('+')
            .splitToStream(name)
            .map(part -> NAMES.containsKey(part) ? NAMES.get(part).key() : part)
            .collect(Collectors.joining("+"));
  }

  /**
   * A platform's document with the costs of NCCL over its own, without the networks that GIN has no
   * backend for.
   *
   * @throws PlatformException if there is a network and GIN has no backend for any
   */
  static Yaml overlaid(Yaml platform, SourceLine at) throws PlatformException {
    if (!(platform instanceof Yaml.Mapping below)
        || !(part(below, PATHS) instanceof Yaml.Mapping paths)
        || !(part(costs(), PATHS) instanceof Yaml.Mapping over)) {
      return platform; // the binder says what is wrong with it
    }
    Map<String, Yaml.Entry> left = new LinkedHashMap<>();
    paths
        .entries()
        .forEach((key, entry) -> {
          boolean isNetwork = PathKind.of(key).filter(PathKind::isRemote).isPresent();
          if (!isNetwork) {
            left.put(key, entry);
          } else if (over.entries().containsKey(key)
              && entry.value() instanceof Yaml.Mapping low
              && part(over, key) instanceof Yaml.Mapping high) {
            left.put(key, new Yaml.Entry(entry.at(), low.with(high)));
          }
        });
    if (over.entries().keySet().stream().noneMatch(left::containsKey)
        && left.size() < paths.entries().size()) {
      throw PlatformException.of(
          at,
          "GIN of NCCL goes over "
              + String.join(" and ", over.entries().keySet())
              + "; this platform has "
              + String.join(", ", paths.entries().keySet()));
    }
    Map<String, Yaml.Entry> entries = new LinkedHashMap<>(below.entries());
    entries.put(PATHS, new Yaml.Entry(paths.at(), new Yaml.Mapping(paths.at(), copy(left))));
    if (part(below, "name") instanceof Yaml.Scalar name) {
      entries.put(
          "name", new Yaml.Entry(name.at(), new Yaml.Scalar(name.at(), name.text() + SUFFIX)));
    }
    return new Yaml.Mapping(below.at(), copy(entries));
  }

  private static ImmutableMap<String, Yaml.Entry> copy(Map<String, Yaml.Entry> entries) {
    return ImmutableMap.copyOf(entries);
  }

  private static Yaml part(Yaml.Mapping whole, String key) {
    Yaml.Entry entry = whole.entries().get(key);
    return entry == null ? new Yaml.Scalar(whole.at(), "") : entry.value();
  }

  private static Yaml.Mapping costs() throws PlatformException {
    try {
      String text =
          Resources.toString(
              Resources.getResource(PeerLibrary.class, FILE), StandardCharsets.UTF_8);
      return (Yaml.Mapping) Yaml.parse(FILE, text);
    } catch (IOException problem) {
      throw new UncheckedIOException(problem);
    }
  }
}
