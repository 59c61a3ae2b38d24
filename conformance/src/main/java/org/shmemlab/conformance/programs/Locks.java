package org.shmemlab.conformance.programs;

import java.util.List;
import org.shmemlab.conformance.programs.Draft.Agent;
import org.shmemlab.model.choices.Choices;

/**
 * Draws statements that exclude others: locks of all PEs, which are words {@code f} or {@code l} of
 * PE 0, and mutexes {@code q} and locks {@code rw} for reading and writing of the threads of one
 * PE; and statements by which these threads notify each other, with a condition {@code observe}, a
 * semaphore {@code sem} or a barrier {@code gate}.
 */
final class Locks {
  private final Choices choices;
  private final Language language;
  private final StatementVariants vocabulary;
  private final String p;

  Locks(Choices choices, Language language, StatementVariants vocabulary) {
    this.choices = choices;
    this.language = language;
    this.vocabulary = vocabulary;
    this.p = language.prefix();
  }

  /** Takes lock {@code lock}, which lies on PE 0. */
  private Line lock(int lock) {
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
  private Line unlock(Line lock, int number) {
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
  private Line enter(boolean read, int lock) {
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
  private Line leave(boolean read, int lock) {
    return Line.of(
        read
            ? "pthread_rwlock_unlock(rw + " + lock + ");"
            : "pthread_mutex_unlock(q + " + lock + ");");
  }

  /** Names the means by which a thread of a PE notifies another that something is there. */
  private enum Telling {
    /** By the word {@code there} and a condition. */
    CONDITION(""),
    SEMAPHORE("sem_init(&sem, 0, 0);"),
    BARRIER("pthread_barrier_init(&gate, NULL, 2);");

    private final String start;

    Telling(String start) {
      this.start = start;
    }

    /** The first statements of every PE. */
    List<Line> start() {
      return start.isEmpty() ? List.of() : List.of(Line.of(start));
    }
  }

  private Telling telling() {
    return choices.pick(Telling.CONDITION, Telling.CONDITION, Telling.SEMAPHORE, Telling.BARRIER);
  }

  /** Notifies the threads of the PE that something is there. */
  private List<Line> announce(Telling how) {
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
  private Line observe(Telling how) {
    return Line.of(
        switch (how) {
          case CONDITION -> "while (there == 0) pthread_cond_wait(&told, q + 0);";
          case SEMAPHORE -> choices.pick("sem_wait(&sem);", "while (sem_trywait(&sem));");
          case BARRIER -> "pthread_barrier_wait(&gate);";
        });
  }

  /** Locks, work, unlocks; with two locks perhaps in two orders. */
  void criticalSection(Draft draft) {
    boolean two = choices.yes(1, 3);
    for (int pe = 0; pe < draft.pes(); pe++) {
      Agent owner = draft.agent(pe);
      if (!owner.site().touchesMemory()) {
        continue;
      }
      int outer = choices.next(2);
      Line lock = lock(outer);
      draft.add(owner, 0, lock);
      Line inner = lock(1 - outer);
      if (two) {
        draft.add(owner, 0, inner);
      }
      draft.keep(owner, 0, site -> vocabulary.read(site, 0));
      draft.keep(owner, 0, site -> vocabulary.write(site, 0, 0));
      draft.keep(owner, 0, vocabulary::order);
      if (two) {
        draft.add(owner, 0, unlock(inner, 1 - outer));
      }
      draft.keep(owner, 0, _ -> unlock(lock, outer));
    }
  }

  /** Threads of one PE keep each other out, or one waits until the other has told it. */
  void threads(Draft draft, int pe) {
    List<Agent> agents = language == Language.CUDA ? draft.hosts(pe) : draft.agents(pe);
    boolean announces = choices.yes(1, 3);
    Telling how = announces ? telling() : Telling.CONDITION;
    draft.start(how.start());
    boolean two = !announces && choices.yes(1, 3);
    boolean read = !announces && choices.yes(1, 4);
    for (int i = 0; i < 2; i++) {
      Agent agent = agents.get(i);
      int outer = two ? choices.next(2) : 0;
      boolean taken = how == Telling.CONDITION && draft.kept();
      if (announces && i == 0 && draft.kept()) {
        draft.add(agent, 0, vocabulary.write(agent.site(), pe, 0));
      }
      if (taken) {
        draft.add(agent, 0, enter(read, outer));
      }
      if (two) {
        draft.add(agent, 0, enter(read, 1 - outer));
      }
      if (announces && i == 0) {
        announce(how).stream().filter(_ -> draft.kept()).forEach(line -> draft.add(agent, 0, line));
      } else if (announces) {
        draft.add(agent, 0, observe(how));
      } else {
        draft.add(agent, 0, inside(draft, agent, pe));
      }
      if (two) {
        draft.add(agent, 0, leave(read, 1 - outer));
      }
      if (taken ? draft.kept() : choices.yes(1, 8)) {
        draft.add(agent, 0, leave(read, outer));
      }
      if (announces && i == 1) {
        draft.add(agent, 0, vocabulary.read(agent.site(), 0));
      }
    }
  }

  private Line inside(Draft draft, Agent agent, int pe) {
    return choices.yes()
        ? vocabulary.write(agent.site(), choices.yes(3, 4) ? pe : choices.next(draft.pes()), 0)
        : vocabulary.read(agent.site(), 0);
  }
}
