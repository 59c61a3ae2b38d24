package org.shmemlab.transports.network;

import com.google.common.primitives.ImmutableIntArray;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Asks SimGrid through its Java bindings in a process of its own: there is one SimGrid per process,
 * it ends the process on an error, and it may need another C library than this one. The process
 * compiles {@code SimGridServer.java} as it starts, so that nothing here needs SimGrid to be built.
 *
 * <p>Latencies are waited for on this side, because SimGrid's models would let flows with short
 * latencies have more than their fair share.
 */
final class SimGridEngine implements NetworkEngine {
  /** The folder that {@code scripts/simgrid-root} made. */
  static final String FOLDER = "SHMEMLAB_SIMGRID";

  private final List<Link> links;
  private final List<Long> latencies = new ArrayList<>();
  private final Path server;
  private final Process process;
  private final DataOutputStream to;
  private final DataInputStream from;
  private int flows;
  private int underWay;
  private long now;

  /** Why there is no SimGrid here, in one line that says what to do; null if there is. */
  static @Nullable String missing() {
    var folder = System.getenv(FOLDER);
    var how = ": run scripts/simgrid-root DIR and set " + FOLDER + "=DIR";
    if (folder == null || folder.isBlank()) {
      return "the network engine 'simgrid' needs SimGrid" + how;
    }
    return Files.isExecutable(command(folder))
        ? null
        : "no SimGrid in " + folder + " (" + FOLDER + ")" + how;
  }

  private static Path command(String folder) {
    return Path.of(folder, "simgrid-java");
  }

  SimGridEngine(List<Link> links) {
    Arguments.ofLinks(links);
    this.links = List.copyOf(links);
    try {
      server = Files.createTempDirectory("shmemlab").resolve("SimGridServer.java");
      try (var source =
          Objects.requireNonNull(SimGridEngine.class.getResourceAsStream("SimGridServer.java"))) {
        Files.copy(source, server, StandardCopyOption.REPLACE_EXISTING);
      }
      var command = command(Objects.requireNonNull(System.getenv(FOLDER))).toString();
      process =
          new ProcessBuilder(command, "-XX:+UseSerialGC", server.toString())
              .redirectError(server.resolveSibling("errors").toFile())
              .start();
      to = new DataOutputStream(new BufferedOutputStream(process.getOutputStream()));
      from = new DataInputStream(new BufferedInputStream(process.getInputStream()));
      to.writeInt(links.size());
      for (var link : links) {
        to.writeDouble(link.bytesPerSecond());
      }
    } catch (IOException e) {
      throw new UncheckedIOException("SimGrid does not start: " + e.getMessage(), e);
    }
  }

  @Override
  public int addRoute(ImmutableIntArray route) {
    latencies.add(Arguments.ofRoute(links, route));
    ask(() -> {
      to.writeByte('R');
      to.writeInt(route.length());
      for (var i = 0; i < route.length(); i++) {
        to.writeInt(route.get(i));
      }
    });
    return latencies.size() - 1;
  }

  @Override
  public int start(long at, int route, long bytes, double cap) {
    Arguments.ofFlow(now, at, route, latencies.size(), bytes, cap);
    var end = Arguments.within(at + latencies.get(route));
    ask(() -> {
      to.writeByte('F');
      to.writeLong(end);
      to.writeInt(route);
      to.writeLong(bytes);
      to.writeDouble(cap);
    });
    underWay++;
    return flows++;
  }

  @Override
  public long now() {
    return now;
  }

  @Override
  public long advance(long limit, IntConsumer completed) {
    Arguments.ofAdvance(now, limit);
    if (underWay == 0) {
      now = limit == NEVER ? now : limit;
      return limit;
    }
    var done = new ArrayList<Integer>();
    ask(() -> {
      to.writeByte('A');
      to.writeLong(limit);
      to.flush();
      now = Arguments.within(from.readLong());
      for (var left = from.readInt(); left > 0; left--) {
        done.add(from.readInt());
      }
    });
    underWay -= done.size();
    done.stream().sorted().forEach(completed::accept);
    return now;
  }

  private interface Question {
    void put() throws IOException;
  }

  private void ask(Question question) {
    try {
      question.put();
    } catch (IOException e) {
      throw new UncheckedIOException("SimGrid has ended: " + lastWords(), e);
    }
  }

  private String lastWords() {
    try {
      process.waitFor(10, TimeUnit.SECONDS);
      var words = Files.readString(server.resolveSibling("errors")).lines().toList();
      return words.isEmpty() ? "it said nothing" : words.getFirst();
    } catch (IOException e) {
      return "it said nothing";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "it said nothing";
    }
  }

  @Override
  public void close() {
    try {
      to.close();
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
      from.close();
      Files.deleteIfExists(server.resolveSibling("errors"));
      Files.deleteIfExists(server);
      Files.deleteIfExists(server.getParent());
    } catch (IOException e) {
      process.destroyForcibly();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
