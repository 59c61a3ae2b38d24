package org.shmemlab.cli.platform;

import com.google.common.collect.ImmutableList;
import java.io.PrintStream;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.shmemlab.cli.shell.ExitCodes;
import org.shmemlab.cli.shell.VersionProvider;
import org.shmemlab.model.order.TableVocabulary;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.model.threads.ThreadOrder;
import org.shmemlab.transports.platform.KeyNames;
import org.shmemlab.transports.rules.TransportTables;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs {@code shmemlab rules}: prints the tables of order, to read and to change. */
@Command(
    name = "rules",
    description =
        "Prints a table of order, which --rules of check and run read when it is changed.",
    mixinStandardHelpOptions = true,
    versionProvider = VersionProvider.class,
    sortOptions = false,
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {"0:it is printed", "2:a mistake in the command line"})
public final class RulesCommand implements Callable<Integer> {
  private static final ImmutableList<String> NAMES =
      Stream.concat(
              Stream.of(
                  Profile.VOCABULARY.name(), Profile.NCCL_VOCABULARY.name(), ThreadOrder.NAME),
              TransportTables.VOCABULARIES.stream().map(TableVocabulary::name))
          .collect(ImmutableList.toImmutableList());

  private final PrintStream out;

  @Spec private @Nullable CommandSpec spec;

  @Parameters(
      paramLabel = "TABLE",
      arity = "0..1",
      description =
          "specification: what is promised; nccl-device: the same of NCCL's device interface; threads: what CUDA and PTX order between threads, which"
              + " no option changes; direct: loads, stores and copies inside a node; ibrc,"
              + " ibdevx, ibgda, ucx, cxi, verbs, efa: a network (default: all names)")
  private @Nullable String table;

  public RulesCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() {
    if (table == null) {
      NAMES.forEach(name -> out.print(name + "\n"));
    } else {
      out.print(text(table));
    }
    return ExitCodes.OK;
  }

  private String text(String name) {
    if (!NAMES.contains(name)) {
      throw new ParameterException(
          Objects.requireNonNull(spec).commandLine(),
          "table " + name + ": unknown" + KeyNames.questionOrAll(name, NAMES));
    }
    if (name.equals(ThreadOrder.NAME)) {
      return ThreadOrder.PTX.text();
    }
    if (name.equals(Profile.NCCL_VOCABULARY.name())) {
      return Profile.NCCL_DEVICE.table().text();
    }
    return name.equals(Profile.VOCABULARY.name())
        ? Profile.specification().text()
        : TransportTables.shipped(name).text();
  }
}
