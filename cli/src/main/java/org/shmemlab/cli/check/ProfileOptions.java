package org.shmemlab.cli.check;

import com.google.common.collect.ImmutableList;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.shmemlab.cli.source.RulesFile;
import org.shmemlab.cli.source.SourceFiles;
import org.shmemlab.model.order.OrderTable;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.model.spec.Switch;
import org.shmemlab.model.table.BadTable;
import org.shmemlab.transports.platform.KeyNames;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Reads the options of {@code check} about the documents that a program is judged by. */
final class ProfileOptions {
  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec spec;

  @Option(
      names = "--profile",
      paramLabel = "P",
      description = {
        "nvshmem, nvshmem-ordering-page or openshmem-1.6, with +NAME or -NAME after it for each"
            + " switch that is set otherwise",
        "(default: what a litmus test has expectations for; both NVSHMEM profiles for a program,"
            + " openshmem-1.6 for one that calls OpenSHMEM)"
      })
  private @Nullable String profile;

  @Option(
      names = "--switch",
      paramLabel = "NAME=yes|no",
      description = "answer one question of the profile (default nvshmem) in another way")
  private List<String> switches = ImmutableList.of();

  @Option(
      names = "--rules",
      paramLabel = "FILE",
      description =
          "a table of order to judge by instead of the one that it names, the specification's or a"
              + " transport's; 'shmemlab rules' prints them (docs/rules.md)")
  private @Nullable Path rules;

  /** The table of --rules, of what is promised or of a transport. */
  Optional<OrderTable> table() throws BadTable, SourceFiles.Unreadable {
    return rules == null ? Optional.empty() : Optional.of(RulesFile.read(rules));
  }

  /** The file of --rules. */
  Path rules() {
    return Objects.requireNonNull(rules);
  }

  /** The profile that the options name; none where each file decides. */
  ImmutableList<Profile> all() {
    if (profile == null && switches.isEmpty()) {
      return ImmutableList.of();
    }
    String name = profile == null ? Profile.NVSHMEM.name() : profile;
    Profile chosen =
        Profile.named(name)
            .orElseThrow(
                () -> usage(unknown("--profile", name, Profile.known().map(Profile::name))));
    for (String setting : switches) {
      chosen = changed(chosen, setting);
    }
    return ImmutableList.of(chosen);
  }

  private Profile changed(Profile base, String setting) {
    int end = setting.indexOf('=');
    Optional<Switch> option = Switch.named(end < 0 ? setting : setting.substring(0, end));
    if (option.isEmpty()) {
      throw usage(unknown("--switch", setting, Arrays.stream(Switch.values()).map(Switch::key)));
    }
    return switch (end < 0 ? "" : setting.substring(end + 1)) {
      case "yes" -> base.with(option.get(), true);
      case "no" -> base.with(option.get(), false);
      default -> throw usage("--switch " + setting + ": the value is yes or no");
    };
  }

  /** The complaint about a name that none of the known ones is. */
  static String unknown(String option, String name, Stream<String> known) {
    return option + " " + name + ": unknown" + KeyNames.questionOrAll(name, known.toList());
  }

  private ParameterException usage(String message) {
    return new ParameterException(Objects.requireNonNull(spec).commandLine(), message);
  }
}
