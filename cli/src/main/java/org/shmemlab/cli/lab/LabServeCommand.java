package org.shmemlab.cli.lab;

import com.google.common.collect.ImmutableSet;
import com.google.common.net.InetAddresses;
import java.io.IOException;
import java.io.PrintStream;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.shmemlab.cli.shell.ExitCodes;
import org.shmemlab.cli.shell.Interruption;
import org.shmemlab.cli.shell.VersionProvider;
import org.shmemlab.labs.web.LabServer;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Runs {@code shmemlab lab serve} and {@code play}: a page to work in, for one person or for a
 * classroom.
 */
@Command(
    name = "serve",
    description =
        "Serves a page to work on the labs in: editor, runs, all orders, timelines, grades.",
    mixinStandardHelpOptions = true,
    versionProvider = VersionProvider.class,
    sortOptions = false,
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "2:a mistake in the command line, or the port is taken",
      "130:stopped by Ctrl-C or another signal"
    })
final class LabServeCommand implements Callable<Integer> {
  private static final int LOOK_MILLIS = 200;
  private static final int MOST_PORTS = 65_535;

  /** A token that can stand in a URL as it is, and is hard to guess. */
  private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9_-]{16,128}");

  private final PrintStream out;
  private final PrintStream err;

  @Option(
      names = "--port",
      paramLabel = "P",
      description = "where it listens; 0 for any free port (default: ${DEFAULT-VALUE})")
  private int port = 8380;

  @Option(
      names = "--listen",
      paramLabel = "ADDRESS",
      description =
          "an address of this machine for a classroom, 0.0.0.0 for all of them; users then need a"
              + " token (default: this machine alone)")
  private @Nullable String listen;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description =
          "the access token: 16 or more letters, digits, '-' or '_' (default with --listen: a new"
              + " one each time)")
  private @Nullable Path tokenFile;

  @Option(
      names = "--host",
      paramLabel = "NAME",
      description = "a name by which browsers reach this machine, such as that of a proxy")
  private List<String> hosts = List.of();

  @Option(
      names = "--jobs",
      paramLabel = "J",
      description = "runs at once, and as many looks at all orders (default: the number of cores)")
  private int jobs = Runtime.getRuntime().availableProcessors();

  @Mixin private LabSource source = new LabSource();

  private final boolean playground;

  private LabServeCommand(PrintStream out, PrintStream err, boolean playground) {
    this.out = out;
    this.err = err;
    this.playground = playground;
  }

  /** The command that serves the labs. */
  static CommandLine labs(PrintStream out, PrintStream err) {
    return new CommandLine(new LabServeCommand(out, err, false));
  }

  /** {@code shmemlab play}: the same server for programs of one's own. */
  static CommandLine playground(PrintStream out, PrintStream err) {
    CommandLine command = new CommandLine(new LabServeCommand(out, err, true));
    command
        .getCommandSpec()
        .name("play")
        .usageMessage()
        .description(
            "Serves a page for programs and litmus tests of your own: runs, all orders, timelines.");
    command.addSubcommand(LabExportCommand.playground(out, err));
    return command;
  }

  @Override
  public Integer call() throws InterruptedException {
    if (port < 0 || port > MOST_PORTS) {
      throw source.usage("--port " + port + ": from 0 to " + MOST_PORTS);
    }
    if (jobs < 1) {
      throw source.usage("--jobs " + jobs + ": at least 1");
    }
    Optional<String> token = token();
    source.requireCompiler();
    LabServer.Setting setting =
        new LabServer.Setting(
            new InetSocketAddress(address(), port),
            names(),
            token,
            source.labs(),
            playground,
            source.folder(),
            jobs,
            LabServer.Setting.PATIENCE,
            VersionProvider.number());
    try (Interruption interruption = Interruption.watch(out);
        LabServer server = LabServer.open(setting)) {
      out.print("Open " + link(server.address(), token) + " (Ctrl-C ends the server)\n");
      out.flush();
      while (interruption.goesOn()) {
        Thread.sleep(LOOK_MILLIS);
      }
      err.print("shmemlab: the server has ended\n");
      err.flush();
      return ExitCodes.INTERRUPTED;
    } catch (BindException taken) {
      throw source.usage(
          "cannot listen at port "
              + port
              + ": "
              + taken.getMessage()
              + "; another program may have it, --port N takes another");
    } catch (IOException problem) {
      throw source.usage("cannot start the server: " + problem.getMessage());
    }
  }

  private InetAddress address() {
    if (listen == null) {
      return InetAddress.getLoopbackAddress();
    }
    try {
      return InetAddress.getByName(listen);
    } catch (UnknownHostException unknown) {
      throw source.usage("--listen " + listen + ": this is not an address of this machine");
    }
  }

  private ImmutableSet<String> names() {
    ImmutableSet.Builder<String> names = ImmutableSet.builder();
    hosts.forEach(host -> names.add(host.toLowerCase(Locale.ROOT)));
    if (listen != null) {
      names.add(listen.toLowerCase(Locale.ROOT));
      names.add(ownName().toLowerCase(Locale.ROOT));
    }
    return names.build();
  }

  private static String ownName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException nameless) {
      return "localhost";
    }
  }

  private Optional<String> token() {
    if (tokenFile == null) {
      return listen == null ? Optional.empty() : Optional.of(LabServer.newToken());
    }
    try {
      String token = Files.readString(tokenFile).strip();
      if (!TOKEN.matcher(token).matches()) {
        throw source.usage(
            "--token-file " + tokenFile + ": a token has 16 to 128 letters, digits, '-' or '_'");
      }
      return Optional.of(token);
    } catch (IOException unreadable) {
      throw source.usage("--token-file " + tokenFile + ": cannot be read as text");
    }
  }

  private String link(InetSocketAddress at, Optional<String> token) {
    InetAddress address = at.getAddress();
    String host =
        !hosts.isEmpty()
            ? hosts.get(0)
            : address.isAnyLocalAddress() ? ownName() : InetAddresses.toUriString(address);
    return "http://"
        + host
        + ":"
        + at.getPort()
        + token.map(word -> "/enter?token=" + word).orElse("/");
  }
}
