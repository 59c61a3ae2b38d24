package org.shmemlab.cli;

import com.google.common.collect.ImmutableList;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.machine.Job;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.model.spec.Switch;
import org.shmemlab.reports.CheckJson;
import org.shmemlab.reports.CheckText;
import org.shmemlab.reports.CheckView;
import org.shmemlab.scenarios.source.SourceFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code shmemlab check}: looks at every order that the memory model allows. */
@Command(
    name = "check",
    description = "Looks at every order that the memory model allows, and tells what may go wrong.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:nothing found, or just what the files themselves expect",
      "1:something found, or another verdict than expected",
      "2:a mistake in the command line or in a source",
      "4:the budget was used up and nothing found",
      "70:a bug of shmemlab",
      "130:stopped by Ctrl-C"
    })
final class CheckCommand implements Callable<Integer> {
  private final PrintStream out;
  private final PrintStream err;

  @Spec private @Nullable CommandSpec spec;

  @Parameters(
      paramLabel = "FILE|FOLDER",
      arity = "1..*",
      description = "litmus tests (.litmus) and programs (.cu, .c, .cpp, .cc)")
  private List<Path> paths = ImmutableList.of();

  @Option(
      names = "--profile",
      paramLabel = "P",
      description = {
        "nvshmem, nvshmem-ordering-page or openshmem-1.6",
        "(default: what a litmus test has expectations for; both NVSHMEM profiles for a program,"
            + " openshmem-1.6 for one that includes shmem.h)"
      })
  private @Nullable String profile;

  @Option(
      names = "--switch",
      paramLabel = "NAME=yes|no",
      description = "answer one question of the profile (default nvshmem) in another way")
  private Map<String, String> switches = new LinkedHashMap<>();

  @Option(
      names = {"-n", "--pes"},
      paramLabel = "PES",
      description = "number of PEs of programs (default: that of their 'run:' comment, else 2)")
  private @Nullable Integer pes;

  @Option(
      names = "--budget",
      paramLabel = "N",
      defaultValue = "300000",
      description = "most states of one exploration (default: ${DEFAULT-VALUE})")
  private long budget;

  @Option(names = "--json", description = "print one JSON object for each file, nothing else")
  private boolean json;

  @Option(names = "--strict", description = "a finding of the strict profile alone is an error")
  private boolean strict;

  @Option(
      names = "--no-repair",
      description =
          "do not look for the call that would mend a conflict (more programs to explore)")
  private boolean noRepair;

  CheckCommand(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() {
    if (pes != null && (pes < 1 || pes > Job.MAX_PES)) {
      throw usage("-n " + pes + ": a job has 1 to " + Job.MAX_PES + " PEs");
    }
    if (budget < 1 || budget > Integer.MAX_VALUE) {
      throw usage("--budget " + budget + ": 1 to " + Integer.MAX_VALUE + " states");
    }
    ImmutableList<Profile> chosen = profiles();
    ImmutableList<SourceFile> files;
    try {
      files = SourceFiles.of(paths);
    } catch (SourceFiles.Unreadable problem) {
      throw usage(problem.reason());
    }
    boolean single = files.size() == 1;
    CheckView view = json ? new CheckJson(out, single) : new CheckText(out, err, single);
    try (Interruption interruption = Interruption.watch()) {
      // The line for each of several files has no room for repairs.
      Checks checks =
          new Checks(
              view, chosen, pes, budget, strict, !noRepair && (single || json), interruption, err);
      files.forEach(checks::check);
      return checks.end();
    }
  }

  /** The profile that the options name; none where each file decides. */
  private ImmutableList<Profile> profiles() {
    if (profile == null && switches.isEmpty()) {
      return ImmutableList.of();
    }
    String name = profile == null ? Profile.NVSHMEM.name() : profile;
    Profile chosen =
        Profile.named(name)
            .orElseThrow(() ->
                usage(
                    "--profile "
                        + name
                        + ": there are "
                        + Profile.all().map(Profile::name).collect(Collectors.joining(", "))));
    for (Map.Entry<String, String> setting : switches.entrySet()) {
      boolean on =
          switch (setting.getValue()) {
            case "yes", "on", "true" -> true;
            case "no", "off", "false" -> false;
            default -> throw usage("--switch " + setting + ": the value is yes or no");
          };
      chosen = chosen.with(option(setting.getKey()), on);
    }
    return ImmutableList.of(chosen);
  }

  private Switch option(String name) {
    for (Switch option : Switch.values()) {
      if (option.key().equals(name)) {
        return option;
      }
    }
    throw usage(
        "--switch "
            + name
            + ": there are "
            + java.util.Arrays.stream(Switch.values())
                .map(Switch::key)
                .collect(Collectors.joining(", ")));
  }

  private ParameterException usage(String message) {
    return new ParameterException(Objects.requireNonNull(spec).commandLine(), message);
  }
}
