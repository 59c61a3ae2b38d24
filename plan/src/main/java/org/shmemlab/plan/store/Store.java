package org.shmemlab.plan.store;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.shmemlab.plan.grid.Point;
import org.shmemlab.plan.grid.Trial;
import org.shmemlab.plan.grid.TrialResult;

/**
 * Stores the results of simulations in one DuckDB file, by the key of the simulation. Results that
 * {@link #keep} was given are there after a crash, too.
 */
public final class Store implements AutoCloseable {
  private static final String TABLE =
      """
      CREATE TABLE IF NOT EXISTS trials (
        key VARCHAR PRIMARY KEY, workload VARCHAR, platform VARCHAR, changes VARCHAR,
        transport VARCHAR, pes INTEGER, per_node INTEGER, parameters VARCHAR, seed BIGINT,
        trial VARCHAR, microseconds DOUBLE, results DOUBLE, "limit" VARCHAR, utilisation DOUBLE,
        link VARCHAR, link_use DOUBLE, messages BIGINT, picoseconds BIGINT)
      """;

  private static final String POINTS =
      """
      CREATE OR REPLACE VIEW points AS
      SELECT workload, platform, changes, transport, pes, per_node, parameters, seed,
        any_value(microseconds) FILTER (trial = 'usual') AS microseconds,
        quantile_cont(microseconds, 0.05) FILTER (starts_with(trial, 'sample')) AS p5,
        quantile_cont(microseconds, 0.5) FILTER (starts_with(trial, 'sample')) AS p50,
        quantile_cont(microseconds, 0.95) FILTER (starts_with(trial, 'sample')) AS p95,
        any_value(results) AS results,
        any_value("limit") FILTER (trial = 'usual') AS "limit",
        any_value(utilisation) FILTER (trial = 'usual') AS utilisation
      FROM trials GROUP BY ALL ORDER BY ALL
      """;

  private static final String INSERT =
      "INSERT OR IGNORE INTO trials VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

  private final Connection connection;
  private final String name;

  /** One computed simulation. */
  public record Result(String key, Trial trial, TrialResult outcome) {}

  /** An answer to a query: names of columns, and rows of texts; null for a value not there. */
  public record Rows(ImmutableList<String> columns, List<List<@Nullable String>> rows) {}

  private Store(Connection connection, String name) {
    this.connection = connection;
    this.name = name;
  }

  /**
   * Opens a file, and makes it where there is none.
   *
   * @throws StoreException if it is no such file, or another program has it
   */
  public static Store open(Path file) {
    Store store = connect("jdbc:duckdb:" + file.toAbsolutePath(), file.toString(), false);
    try (Statement statement = store.connection.createStatement()) {
      statement.execute(TABLE);
      statement.execute(POINTS);
    } catch (SQLException problem) {
      store.close();
      throw new StoreException("cannot keep results in " + file, problem);
    }
    return store;
  }

  /**
   * Opens a file to ask it.
   *
   * @throws StoreException if there is none, or it is no such file
   */
  public static Store ask(Path file) {
    if (!Files.isRegularFile(file)) {
      throw new StoreException("there is no " + file + "; a plan makes it, or --store names it");
    }
    return connect("jdbc:duckdb:" + file.toAbsolutePath(), file.toString(), true);
  }

  private static Store connect(String url, String name, boolean readOnly) {
    Properties properties = new Properties();
    properties.setProperty("duckdb.read_only", String.valueOf(readOnly));
    properties.setProperty("threads", "1");
    try {
      return new Store(DriverManager.getConnection(url, properties), name);
    } catch (SQLException problem) {
      String text = String.valueOf(problem.getMessage());
      if (text.contains("No suitable driver")) {
        throw new StoreException("the DuckDB library is missing: start this by ./shmemlab");
      }
      throw text.contains("lock")
          ? new StoreException(name + " is in use by another program; name another file")
          : new StoreException("cannot open " + name, problem);
    }
  }

  /** The results that are there, of some keys. */
  public Map<String, TrialResult> known(Iterable<String> keys) {
    Map<String, TrialResult> known = new HashMap<>(); // looked up only
    String ask =
        "SELECT picoseconds, messages, \"limit\", utilisation, link, link_use FROM trials"
            + " WHERE key = ?";
    try (PreparedStatement statement = connection.prepareStatement(ask)) {
      for (String key : keys) {
        statement.setString(1, key);
        try (ResultSet row = statement.executeQuery()) {
          if (row.next()) {
            known.put(
                key,
                new TrialResult(
                    row.getLong(1),
                    row.getLong(2),
                    row.getString(3),
                    row.getDouble(4),
                    row.getString(5),
                    row.getDouble(6)));
          }
        }
      }
    } catch (SQLException problem) {
      throw new StoreException("cannot read " + name, problem);
    }
    return known;
  }

  /** Writes results, all or none of them; they are on the disk when this returns. */
  public void keep(List<Result> results) {
    try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
      connection.setAutoCommit(false);
      for (Result result : results) {
        bind(insert, result);
        insert.addBatch();
      }
      insert.executeBatch();
      connection.commit();
      connection.setAutoCommit(true);
    } catch (SQLException problem) {
      throw new StoreException("cannot keep results in " + name, problem);
    }
  }

  private static void bind(PreparedStatement insert, Result result) throws SQLException {
    Point point = result.trial.point();
    TrialResult outcome = result.outcome;
    List<Object> values = new ArrayList<>();
    values.add(result.key);
    values.add(point.workload().name());
    values.add(point.machine().name());
    values.add(String.join(", ", point.machine().changed()));
    values.add(point.carrier().key());
    values.add(point.pes());
    values.add(point.perNode());
    values.add(point.parameters());
    values.add(point.seed());
    values.add(result.trial.name());
    values.add(outcome.picoseconds() / 1e6);
    values.add(point.workload().results(point.values(), point.place()));
    values.add(outcome.limit());
    values.add(outcome.utilisation());
    values.add(outcome.link());
    values.add(outcome.linkUse());
    values.add(outcome.messages());
    values.add(outcome.picoseconds());
    for (int i = 0; i < values.size(); i++) {
      insert.setObject(i + 1, values.get(i));
    }
  }

  /** Writes everything into another file, in place of what that holds. */
  public void copyTo(Path file) {
    try (Statement statement = connection.createStatement()) {
      Files.deleteIfExists(file);
      statement.execute("ATTACH " + quoted(file) + " AS other");
      statement.execute("CREATE TABLE other.trials AS SELECT * FROM trials");
      statement.execute("DETACH other");
    } catch (SQLException | IOException problem) {
      throw new StoreException("cannot copy " + name + " to " + file, problem);
    }
  }

  /** Takes over the results of another file; those that are here already stay as they are. */
  public void take(Path file) {
    try (Statement statement = connection.createStatement()) {
      statement.execute("ATTACH " + quoted(file) + " AS other (READ_ONLY)");
      statement.execute("INSERT OR IGNORE INTO trials SELECT * FROM other.trials");
      statement.execute("DETACH other");
    } catch (SQLException problem) {
      throw new StoreException("cannot take over the results in " + file, problem);
    }
  }

  private static String quoted(Path file) {
    return "'" + file.toAbsolutePath().toString().replace("'", "''") + "'";
  }

  /**
   * The answer to a query.
   *
   * @throws StoreException with what DuckDB says is wrong
   */
  public Rows query(String sql) {
    try (Statement statement = connection.createStatement()) {
      if (!statement.execute(sql)) {
        return new Rows(ImmutableList.of(), List.of());
      }
      try (ResultSet rows = statement.getResultSet()) {
        ResultSetMetaData about = rows.getMetaData();
        ImmutableList.Builder<String> columns = ImmutableList.builder();
        for (int i = 1; i <= about.getColumnCount(); i++) {
          columns.add(about.getColumnName(i));
        }
        List<List<@Nullable String>> all = new ArrayList<>();
        while (rows.next()) {
          List<@Nullable String> row = new ArrayList<>();
          for (int i = 1; i <= about.getColumnCount(); i++) {
            row.add(rows.getString(i));
          }
          all.add(row);
        }
        return new Rows(columns.build(), all);
      }
    } catch (SQLException problem) {
      throw new StoreException("the query", problem);
    }
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException problem) {
      throw new StoreException("cannot close " + name, problem);
    }
  }
}
