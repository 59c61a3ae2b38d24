package org.shmemlab.conformance.programs;

import java.util.List;
import org.shmemlab.model.choices.Choices;

/**
 * Statements that keep others out: locks of all PEs, which are words {@code f} or {@code l} of PE
 * 0, and mutexes {@code q} of the threads of one PE, with a condition {@code v}.
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

  /** Takes a mutex of the PE. */
  Line enter(int mutex) {
    return Line.of(
        choices.pick(
            "pthread_mutex_lock(q + " + mutex + ");",
            "while (pthread_mutex_trylock(q + " + mutex + "));"));
  }

  /** Gives back a mutex. */
  Line leave(int mutex) {
    return Line.of("pthread_mutex_unlock(q + " + mutex + ");");
  }

  /** Tells the threads of the PE that something is there. */
  List<Line> tell() {
    return List.of(
        Line.of("n = 1;"),
        Line.of(choices.pick("pthread_cond_signal(&v);", "pthread_cond_broadcast(&v);")));
  }

  /** Waits, with mutex 0, until something is there. */
  Line told() {
    return Line.of("while (n == 0) pthread_cond_wait(&v, q + 0);");
  }
}
