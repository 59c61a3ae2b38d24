package org.shmemlab.labs.web;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Tracks one user of a browser: their remaining resources, and the last page of each kind that they
 * got.
 */
final class Session {
  /** Saved up at most: five minutes of a processor. */
  static final Duration MOST = Duration.ofMinutes(5);

  /** Of five seconds one of a processor comes back. */
  private static final long REGAINED = 5;

  private final LongSupplier nanoTime;
  private final AtomicBoolean busy = new AtomicBoolean();
  private final Map<String, Page> pages = new ConcurrentHashMap<>();
  private long left = MOST.toNanos();
  private long at;
  private int number;

  private record Page(int number, GzipText content) {}

  /**
   * @param nanoTime as {@link System#nanoTime}
   */
  Session(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.at = nanoTime.getAsLong();
  }

  /** One request at a time; the caller that begins one ends it. */
  void begin() throws Refusal {
    if (!busy.compareAndSet(false, true)) {
      throw new Refusal(429, "One thing at a time: what you asked for before is not done yet.");
    }
    if (left() <= 0) {
      busy.set(false);
      throw new Refusal(
          429, "You have used up your time of the processor for now; wait a minute and try again.");
    }
  }

  /** Ends the request that was begun. */
  void end() {
    busy.set(false);
  }

  /** Takes time of a processor that was used. */
  synchronized void used(Duration processor) {
    left();
    left -= processor.toNanos();
  }

  private synchronized long left() {
    long now = nanoTime.getAsLong();
    left = Math.min(MOST.toNanos(), left + (now - at) / REGAINED);
    at = now;
    return left;
  }

  /** The time of the last request, as {@link System#nanoTime}. */
  synchronized long lastSeen() {
    return at;
  }

  synchronized void seen() {
    left();
  }

  boolean isBusy() {
    return busy.get();
  }

  /**
   * Keeps a page in place of the one before.
   *
   * @return the number by which it is asked for
   */
  synchronized int keep(String kind, GzipText page) {
    number++;
    pages.put(kind, new Page(number, page));
    return number;
  }

  Optional<GzipText> page(int wanted) {
    for (@Nullable Page page : pages.values()) {
      if (page.number == wanted) {
        return Optional.of(page.content);
      }
    }
    return Optional.empty();
  }
}
