package org.shmemlab.plan.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.shmemlab.scenarios.written.WholeFile;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Keeps the results of tasks in a shared folder: each in a file of its own for each work, with the
 * sum of all that it has computed so far. Files are whole at any time; a task that is started again
 * goes on from its own.
 *
 * @param folder every node reaches it by this path
 * @param tasks how many share the units: unit u is that of task u modulo this
 */
public record PartialResults(Path folder, int tasks) {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String UNITS = "units";
  private static final String RESULT = "result";

  /**
   * The result of a task.
   *
   * @param units how many, the first ones of its own
   */
  record Part<R>(long units, R result) {}

  /** How many units are a task's own. */
  long own(Units<?> work, int task) {
    long count = work.count();
    return count / tasks + (task < count % tasks ? 1 : 0);
  }

  /** The number of a unit that is the task's own. */
  long number(int task, long place) {
    return task + place * tasks;
  }

  /** The result of a task so far. */
  <R> Part<R> read(Units<R> work, int task) {
    Path file = file(work, task);
    try {
      JsonNode text = JSON.readTree(Files.readString(file));
      return new Part<>(text.required(UNITS).longValue(), work.read(text.required(RESULT)));
    } catch (NoSuchFileException none) {
      return new Part<>(0, work.none());
    } catch (IOException | JacksonException problem) {
      throw new SlurmException("cannot read " + file + ", which a task left; remove it");
    }
  }

  /** Keeps what a task has computed. */
  <R> void write(Units<R> work, int task, Part<R> part) {
    ObjectNode text = JSON.createObjectNode();
    text.put(UNITS, part.units);
    text.set(RESULT, work.written(part.result));
    WholeFile.write(file(work, task), text.toString());
  }

  /** Notes for all tasks that no more of this work is needed. */
  void mark(Units<?> work) {
    WholeFile.write(mark(work.key()), "");
  }

  /** Whether no more of this work is needed. */
  boolean isMarked(Units<?> work) {
    return Files.exists(mark(work.key()));
  }

  private Path file(Units<?> work, int task) {
    return folder.resolve(work.key() + "-" + task + "-of-" + tasks + ".json");
  }

  private Path mark(String key) {
    return folder.resolve(key + "-of-" + tasks + ".enough");
  }
}
