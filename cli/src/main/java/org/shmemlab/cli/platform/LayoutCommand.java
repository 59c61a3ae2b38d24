package org.shmemlab.cli.platform;

import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.shmemlab.cli.export.Exports;
import org.shmemlab.cli.export.Forms;
import org.shmemlab.cli.shell.ExitCodes;
import org.shmemlab.cli.shell.VersionProvider;
import org.shmemlab.reports.platform.LayoutReport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Runs {@code shmemlab layout}: the places of a job's PEs, and the channels of their calls. */
@Command(
    name = "layout",
    description = "Shows where the PEs of a job are, and what their operations travel on.",
    mixinStandardHelpOptions = true,
    versionProvider = VersionProvider.class,
    sortOptions = false,
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {"0:it is shown", "2:a mistake in the command line"})
public final class LayoutCommand implements Callable<Integer> {
  private final PrintStream out;

  @Spec private @Nullable CommandSpec spec;

  @Mixin private PlatformOptions where = new PlatformOptions();

  @Mixin private JobSize size = new JobSize();

  @Option(
      names = "--env",
      paramLabel = "NAME=VALUE",
      description = "a variable of NVSHMEM, as NVSHMEM_DISABLE_P2P=1")
  private Map<String, String> environment = new LinkedHashMap<>();

  @Option(names = "--json", description = "print JSON")
  private boolean json;

  @Mixin private Exports exports = new Exports();

  public LayoutCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() {
    CommandSpec command = Objects.requireNonNull(spec);
    size.check(command);
    LayoutReport report =
        where
            .setting(command, size.pes(), size.gpusPerNode(), environment)
            .map(setting -> new LayoutReport(setting.name(), setting.fleet()))
            .orElseThrow(
                () -> new ParameterException(command.commandLine(), "a layout needs a --platform"));
    Forms forms =
        new Forms()
            .with(".json", _ -> report.json())
            .table("reaches", report::reachTable)
            .table("pes", report::places);
    exports.check(forms);
    out.print(json ? report.json() : report.text());
    exports.write(forms, ExitCodes.OK);
    return ExitCodes.OK;
  }
}
