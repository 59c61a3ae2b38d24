package org.shmemlab.cli.platform;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.shmemlab.cli.source.RulesFile;
import org.shmemlab.cli.source.SourceFiles;
import org.shmemlab.model.order.OrderTable;
import org.shmemlab.model.table.BadTable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Reads the options of a run in simulated time. */
public final class TimingOptions {
  @Mixin private PlatformOptions where = new PlatformOptions();

  @Mixin private Jitter jitter = new Jitter();

  @Option(
      names = "--runs",
      paramLabel = "N",
      defaultValue = "1",
      description = "run so often, with seeds from --seed on, and count what is printed")
  private int runs;

  @Option(
      names = "--rules",
      paramLabel = "FILE",
      description =
          "a table of order of the transport instead of the one that it names; 'shmemlab rules'"
              + " prints them (docs/rules.md)")
  private @Nullable Path rules;

  @Option(names = "--stop-at-first", description = "with --runs: end with the first run that fails")
  private boolean stopAtFirst;

  public double jitter() {
    return jitter.share();
  }

  public int runs() {
    return runs;
  }

  /** Whether the first run that fails is the last. */
  public boolean stopAtFirst() {
    return stopAtFirst;
  }

  /**
   * The setting that the options ask for, or nothing where the run is not timed.
   *
   * @throws BadTable if the table of --rules has a mistake
   */
  public Optional<PlatformOptions.Setting> setting(
      CommandSpec spec, int pes, @Nullable Integer gpusPerNode, Map<String, String> environment)
      throws BadTable {
    Optional<PlatformOptions.Setting> setting =
        where.setting(spec, pes, gpusPerNode, environment, table(spec));
    if (setting.isEmpty() && rules != null) {
      throw usage(spec, "--rules needs a --platform: a run without time takes events in order");
    }
    if (setting.isEmpty() && (jitter.share() != 0 || runs != 1)) {
      throw usage(spec, "--jitter and --runs need a --platform");
    }
    jitter.check(spec);
    if (runs < 1) {
      throw usage(spec, "--runs " + runs + ": at least 1");
    }
    if (stopAtFirst && runs == 1) {
      throw usage(spec, "--stop-at-first is about many runs: add --runs N");
    }
    return setting;
  }

  private Optional<OrderTable> table(CommandSpec spec) throws BadTable {
    if (rules == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(RulesFile.read(rules));
    } catch (SourceFiles.Unreadable problem) {
      throw usage(spec, problem.reason());
    }
  }

  private static ParameterException usage(CommandSpec spec, String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
