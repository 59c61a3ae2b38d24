package org.shmemlab.cli;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options of a run in simulated time. */
final class Timing {
  @Mixin private PlatformOptions where = new PlatformOptions();

  @Mixin private Jitter jitter = new Jitter();

  @Option(
      names = "--runs",
      paramLabel = "N",
      defaultValue = "1",
      description = "run so often, with seeds from --seed on, and count what is printed")
  private int runs;

  double jitter() {
    return jitter.share();
  }

  int runs() {
    return runs;
  }

  /** What the options ask for, or nothing where the run is not timed. */
  Optional<PlatformOptions.Setting> setting(
      CommandSpec spec, int pes, @Nullable Integer gpusPerNode, Map<String, String> environment) {
    Optional<PlatformOptions.Setting> setting = where.setting(spec, pes, gpusPerNode, environment);
    if (setting.isEmpty() && (jitter.share() != 0 || runs != 1)) {
      throw usage(spec, "--jitter and --runs need a --platform");
    }
    jitter.check(spec);
    if (runs < 1) {
      throw usage(spec, "--runs " + runs + ": at least 1");
    }
    return setting;
  }

  private static ParameterException usage(CommandSpec spec, String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
