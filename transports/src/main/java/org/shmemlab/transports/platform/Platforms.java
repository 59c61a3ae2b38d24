package org.shmemlab.transports.platform;

import com.google.common.collect.ImmutableList;
import com.google.common.io.Resources;
import com.google.common.primitives.Ints;
import java.io.IOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.transports.platform.PlatformException.Mistake;

/** Finds platforms: those that come with this project, by name, and those of a user, by file. */
public final class Platforms {
  /** The platforms that come with this project. */
  public static final ImmutableList<String> NAMES =
      ImmutableList.of(
          "hgx-h200",
          "h200-nvlink-measured",
          "h200-ib200",
          "dgx-h100",
          "hgx-h100",
          "h100-mesh",
          "h800",
          "alps",
          "p5",
          "p5en",
          "gb200-nvl72",
          "gb200-nvl72-2nic",
          "hgx-b200-roce",
          "h200-nvl",
          "h200-nvl-pair",
          "gh200",
          "gh200-nvl2");

  /** A platform that is like one that is like one ... ends somewhere. */
  private static final int DEEPEST = 8;

  private static final Pattern NODES = Pattern.compile("(.+):(\\d+)");

  private Platforms() {}

  /** One of {@link #NAMES}, or the same with the costs of NCCL. */
  public static Platform named(String name) {
    try {
      return bind(yaml(name, null, new SourceLine(name, 0), 0));
    } catch (PlatformException problem) {
      throw new IllegalArgumentException(problem.getMessage(), problem);
    }
  }

  /**
   * Reads the platform that a user names: a preset ({@code hgx-h200}), or a file ({@code
   * my/machine.yaml}); followed by {@code :4}, four nodes of it, else as many as the PEs need;
   * followed by {@code +nccl}, with the costs of {@link PeerLibrary#NCCL}.
   *
   * @throws PlatformException if there is no such platform, or its file is wrong
   */
  public static Cluster find(String nameOrFile) throws PlatformException {
    SourceLine nowhere = new SourceLine(nameOrFile, 0);
    boolean isNccl = nameOrFile.endsWith(PeerLibrary.SUFFIX);
    String suffix = isNccl ? PeerLibrary.SUFFIX : "";
    Matcher parts = NODES.matcher(nameOrFile.substring(0, nameOrFile.length() - suffix.length()));
    if (!parts.matches()) {
      return new Cluster(bind(yaml(nameOrFile, null, nowhere, 0)), null);
    }
    Integer nodes = Ints.tryParse(parts.group(2));
    if (nodes == null || nodes < 1 || nodes > Cluster.MOST_NODES) {
      throw PlatformException.of(nowhere, "a cluster has 1 to " + Cluster.MOST_NODES + " nodes");
    }
    return new Cluster(bind(yaml(parts.group(1) + suffix, null, nowhere, 0)), nodes);
  }

  /**
   * Reads a platform from its text.
   *
   * @param file its name in messages; a platform that it is like may be in the same folder
   * @throws PlatformException with one line for each mistake
   */
  public static Platform parse(String file, String text) throws PlatformException {
    return bind(based(Yaml.parse(file, text), file, 0));
  }

  private static Platform bind(Yaml yaml) throws PlatformException {
    Binder binder = new Binder();
    Platform platform = binder.record(Platform.class, yaml, "platform");
    if (platform != null) {
      new Soundness(yaml, binder).check(platform);
    }
    if (platform == null || !binder.mistakes().isEmpty()) {
      throw new PlatformException(
          ImmutableList.sortedCopyOf(
              Comparator.comparing((Mistake m) -> m.at().file())
                  .thenComparingInt(m -> m.at().line()),
              binder.mistakes()));
    }
    return platform;
  }

  private static Yaml yaml(String name, @Nullable String neighbour, SourceLine at, int depth)
      throws PlatformException {
    if (name.endsWith(PeerLibrary.SUFFIX)) {
      String base = name.substring(0, name.length() - PeerLibrary.SUFFIX.length());
      return PeerLibrary.overlaid(yaml(base, neighbour, at, depth), at);
    }
    if (NAMES.contains(name)) {
      String file = name + ".yaml";
      URL resource = Resources.getResource(Platforms.class, file);
      try {
        return based(
            Yaml.parse(file, Resources.toString(resource, StandardCharsets.UTF_8)), null, depth);
      } catch (IOException problem) {
        throw PlatformException.of(at, "cannot read the platform " + name);
      }
    }
    if (!name.endsWith(".yaml") && !name.endsWith(".yml")) {
      throw PlatformException.of(
          at,
          "no platform '"
              + name
              + "'"
              + KeyNames.suggestion(name, NAMES)
              + " (a file's name ends in .yaml)");
    }
    try {
      Path path = neighbour == null ? Path.of(name) : Path.of(neighbour).resolveSibling(name);
      String file = path.toString();
      return based(Yaml.parse(file, Files.readString(path)), file, depth);
    } catch (IOException | InvalidPathException problem) {
      throw PlatformException.of(at, "cannot read " + name + ": no such file, or not UTF-8 text");
    }
  }

  /** Puts a document over the one that it says it is like. */
  private static Yaml based(Yaml yaml, @Nullable String file, int depth) throws PlatformException {
    if (!(yaml instanceof Yaml.Mapping mapping)) {
      return yaml;
    }
    Yaml.Entry like = mapping.entries().get("like");
    if (like == null) {
      return NicCount.shared(mapping, mapping);
    }
    if (!(like.value() instanceof Yaml.Scalar base)) {
      throw PlatformException.of(like.at(), "'like' names a platform or a file");
    }
    if (depth == DEEPEST) {
      throw PlatformException.of(like.at(), "platforms are like each other in a circle");
    }
    Yaml below = yaml(base.text(), file, like.at(), depth + 1);
    return below instanceof Yaml.Mapping bottom
        ? NicCount.shared(bottom.with(mapping.without("like")), mapping)
        : below;
  }
}
