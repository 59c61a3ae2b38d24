package org.shmemlab.labs.workers;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import org.shmemlab.labs.grading.Grade;
import org.shmemlab.labs.grading.Grading;
import org.shmemlab.labs.lesson.Lab;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * Does requests in processes of their own, so that none can take memory or time from another: one
 * that needs more than it may ends its process, and the next request gets a fresh one. Requests are
 * begun in the order in which they come.
 */
public final class WorkerPool implements AutoCloseable {
  private static final int POLL_MILLIS = 5;

  private final int count;
  private final ExecutorService threads;
  private final ThreadLocal<WorkerSlot> seats;
  private final List<WorkerSlot> taken = new ArrayList<>();

  /**
   * @param count how many requests are looked at at once
   * @param folder where the labs are; empty for those that come along
   * @param version of ShmemLab, which pages name
   */
  public WorkerPool(int count, RequestLimits allowance, Optional<Path> folder, String version) {
    this.count = count;
    this.threads = Executors.newFixedThreadPool(count);
    this.seats = ThreadLocal.withInitial(() -> taken(new WorkerSlot(allowance, version, folder)));
  }

  private synchronized WorkerSlot taken(WorkerSlot seat) {
    taken.add(seat);
    return seat;
  }

  /** Has a request done. */
  public Future<Answered> ask(Request request) {
    return threads.submit(() -> seats.get().ask(request));
  }

  /** Has each process begin with this, so that it loads and compiles what others will need. */
  public void warm(Request usual) {
    for (int i = 0; i < count; i++) {
      // A new thread for each, until there are as many as may be. A failure shows again at a
      // request.
      Future<Answered> _ = ask(usual);
    }
  }

  /** Waits for a request to be done. */
  public static Answered answered(Future<Answered> asked) throws IOException, InterruptedException {
    try {
      return asked.get();
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof IOException broken) {
        throw broken;
      }
      throw new IllegalStateException(failed.getCause());
    }
  }

  /**
   * Grades answers.
   *
   * @param answers each with its lab
   * @param done receives how many have their grade, again and again
   * @param stop whether the caller wants it to stop
   * @return the grades in the order of the answers; of the first ones, where it was stopped
   */
  public ImmutableList<Grade> grade(List<Task> answers, IntConsumer done, BooleanSupplier stop)
      throws IOException, InterruptedException {
    List<Future<Answered>> all = new ArrayList<>();
    for (Task task : answers) {
      all.add(
          ask(new Request.Grade(task.lab.name(), task.source.path(), task.source.text(), false)));
    }
    ImmutableList.Builder<Grade> grades = ImmutableList.builder();
    for (int i = 0; i < all.size(); i++) {
      int before = i;
      BooleanSupplier waiting =
          () -> {
            done.accept(before);
            return stop.getAsBoolean();
          };
      if (!isDone(all.get(i), waiting)) {
        break;
      }
      grades.add(grade(answers.get(i).lab, answered(all.get(i)).reply()));
      done.accept(i + 1);
    }
    return grades.build();
  }

  /**
   * Waits for a request to be done, or for the caller's wish to stop; returns whether it is done.
   */
  public static boolean isDone(Future<Answered> asked, BooleanSupplier stop)
      throws InterruptedException {
    while (!asked.isDone() && !stop.getAsBoolean()) {
      Thread.sleep(POLL_MILLIS);
    }
    return asked.isDone();
  }

  private static Grade grade(Lab lab, Reply reply) {
    return switch (reply) {
      case Reply.Grade given -> given.grade();
      case Reply.TooMuch tooMuch -> Grading.none(lab, "endless", tooMuch.why());
      case Reply.Work _ -> throw new IllegalStateException("no grade");
    };
  }

  /** An answer to a lab. */
  public record Task(Lab lab, SourceFile source) {}

  @Override
  public synchronized void close() {
    threads.shutdownNow();
    taken.forEach(WorkerSlot::close);
  }
}
