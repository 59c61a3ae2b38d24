package org.shmemlab.cli.plan;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.shmemlab.cli.shell.ExitCodes;
import org.shmemlab.cli.shell.VersionProvider;
import org.shmemlab.plan.store.Store;
import org.shmemlab.plan.store.StoreException;
import org.shmemlab.reports.plan.PlanJson;
import org.shmemlab.reports.plan.QueryText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs {@code shmemlab plan query}: asks the results of plans in SQL. */
@Command(
    name = "query",
    description =
        "Asks the results of plans in DuckDB's SQL: the table trials has a row for each simulation,"
            + " the view points one for each point.",
    mixinStandardHelpOptions = true,
    versionProvider = VersionProvider.class,
    sortOptions = false)
final class PlanQueryCommand implements Callable<Integer> {
  private final PrintStream out;

  @Spec private @Nullable CommandSpec spec;

  @Parameters(paramLabel = "SQL", description = "as: SELECT pes, p50 FROM points")
  private String sql = "";

  @Option(
      names = "--store",
      paramLabel = "FILE",
      defaultValue = PlanCommand.STORE,
      description = "where the results are (default: ${DEFAULT-VALUE})")
  private Path store = Path.of(PlanCommand.STORE);

  @Option(names = "--json", description = "print one JSON document, nothing else")
  private boolean json;

  PlanQueryCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() {
    try (Store open = Store.ask(store)) {
      Store.Rows rows = open.query(sql);
      out.print(json ? PlanJson.text(rows) : QueryText.of(rows));
      return ExitCodes.OK;
    } catch (StoreException problem) {
      throw new ParameterException(
          Objects.requireNonNull(spec).commandLine(), String.valueOf(problem.getMessage()));
    }
  }
}
