package org.shmemlab.conformance.programs;

import java.util.List;
import org.shmemlab.model.choices.Choices;

/**
 * Statements that keep others out: locks of all PEs, which are words {@code f} or {@code l} of PE
 * 0, and mutexes {@code q} and locks {@code rw} for reading and writing of the threads of one PE;
 * and statements by which these tell each other, with a condition {@code told}, a semaphore {@code
 * sem} or a barrier {@code gate}.
 */
final class Locks {
  private final Choices choices;
  private final Language language;
  private final String p;

  Locks(Choices choices, Language language) {
    this.choices = choices;
    this.language = language;
    this.p = language.prefix();
  }

  /** Takes lock {@code lock}, which lies on PE 0. */
  Line lock(int lock) {
    String cas = p + "long_atomic_compare_swap(f + " + lock + ", 0, 1, 0)";
    if (language == Language.CUDA) {
      return Line.of("while (" + cas + " != 0);");
    }
    return Line.of(
        choices.pick(
            "while (" + cas + " != 0);",
            "shmem_set_lock(l + " + lock + ");",
            "while (shmem_test_lock(l + " + lock + "));"));
  }

  /** Gives back what {@link #lock} took. */
  Line unlock(Line lock, int number) {
    return Line.of(
        lock.library().contains("_lock")
            ? "shmem_clear_lock(l + " + number + ");"
            : p + "long_atomic_set(f + " + number + ", 0, 0);");
  }

  /**
   * Takes a mutex of the PE, or a lock that several may read under.
   *
   * @param read whether it is such a lock
   */
  Line enter(boolean read, int lock) {
    String one = read ? "rw + " + lock + ");" : "q + " + lock + ");";
    return Line.of(
        read
            ? choices.pick(
                "pthread_rwlock_wrlock(" + one,
                "pthread_rwlock_rdlock(" + one,
                "while (pthread_rwlock_trywrlock(" + one.replace(";", ");"))
            : choices.pick(
                "pthread_mutex_lock(" + one,
                "while (pthread_mutex_trylock(" + one.replace(";", ");")));
  }

  /** Gives back what {@link #enter} took. */
  Line leave(boolean read, int lock) {
    return Line.of(
        read
            ? "pthread_rwlock_unlock(rw + " + lock + ");"
            : "pthread_mutex_unlock(q + " + lock + ");");
  }

  /** How a thread of a PE tells another that something is there. */
  enum Telling {
    /** By the word {@code there} and a condition. */
    CONDITION(""),
    SEMAPHORE("sem_init(&sem, 0, 0);"),
    BARRIER("pthread_barrier_init(&gate, NULL, 2);");

    private final String start;

    Telling(String start) {
      this.start = start;
    }

    /** What every PE does first. */
    List<Line> start() {
      return start.isEmpty() ? List.of() : List.of(Line.of(start));
    }
  }

  Telling telling() {
    return choices.pick(Telling.CONDITION, Telling.CONDITION, Telling.SEMAPHORE, Telling.BARRIER);
  }

  /** Tells the threads of the PE that something is there. */
  List<Line> tell(Telling how) {
    return switch (how) {
      case CONDITION ->
          List.of(
              Line.of("there = 1;"),
              Line.of(
                  choices.pick("pthread_cond_signal(&told);", "pthread_cond_broadcast(&told);")));
      case SEMAPHORE -> List.of(Line.of("sem_post(&sem);"));
      case BARRIER -> List.of(Line.of("pthread_barrier_wait(&gate);"));
    };
  }

  /** Waits, for a condition with mutex 0, until something is there. */
  Line told(Telling how) {
    return Line.of(
        switch (how) {
          case CONDITION -> "while (there == 0) pthread_cond_wait(&told, q + 0);";
          case SEMAPHORE -> choices.pick("sem_wait(&sem);", "while (sem_trywait(&sem));");
          case BARRIER -> "pthread_barrier_wait(&gate);";
        });
  }
}
