package org.shmemlab.conformance.programs;

import java.util.List;
import org.shmemlab.conformance.programs.Draft.Agent;
import org.shmemlab.model.choices.Choices;

/** Draws programs in which PEs send each other data and signal that it is there. */
final class MessagePassing {
  private final Choices choices;
  private final Language language;
  private final Draft draft;
  private final TeamStatements teams;
  private final StatementVariants vocabulary;

  MessagePassing(
      Choices choices,
      Language language,
      Draft draft,
      TeamStatements teams,
      StatementVariants vocabulary) {
    this.choices = choices;
    this.language = language;
    this.draft = draft;
    this.teams = teams;
    this.vocabulary = vocabulary;
  }

  /** Data, order, flag; wait, read. */
  void message() {
    int to = draft.pes() - 1 - choices.next(draft.pes());
    Agent sender = draft.agent(choices.next(draft.pes()));
    Agent receiver = draft.agent(to);
    int word = choices.next(2);
    int flag = choices.next(2);
    boolean signal = choices.yes(1, 3);
    draft.keep(sender, 0, site -> vocabulary.write(site, to, word));
    draft.perhaps(1, 6, sender, 0, site -> vocabulary.write(site, to, word));
    draft.keep(sender, 0, vocabulary::order);
    draft.keep(sender, 0, _ -> raise(sender, to, word, flag, signal));
    receive(receiver, word, flag, signal);
  }

  private void receive(Agent receiver, int word, int flag, boolean signal) {
    if (draft.kept() && receiver.site().touchesMemory()) {
      draft.add(
          receiver,
          0,
          signal
              ? vocabulary.awaitSignal(receiver.site(), flag)
              : vocabulary.await(receiver.site(), flag));
    }
    draft.perhaps(1, 5, receiver, 0, vocabulary::blocking);
    draft.keep(receiver, 0, site -> vocabulary.read(site, word));
  }

  private Line raise(Agent sender, int to, int word, int flag, boolean signal) {
    return signal
        ? vocabulary.signal(sender.site(), to, word, flag)
        : vocabulary.raise(sender.site(), to, flag);
  }

  /** Several agents of a PE write, one of them completes and raises the flag for all. */
  void crew() {
    int from = choices.next(draft.pes());
    int to = draft.pes() - 1 - from;
    if (language == Language.CUDA && draft.agents(0).size() == 2) {
      draft.team(1, 2);
    }
    List<Agent> crew = draft.touching(from);
    Agent leader = crew.get(0);
    boolean signal = choices.yes(1, 3);
    for (int i = 0; i < crew.size(); i++) {
      int word = i % 2;
      draft.keep(crew.get(i), 0, site -> vocabulary.write(site, to, word));
    }
    if (choices.yes()) {
      teams.meet(draft, leader.team(), from);
    }
    int then = choices.yes() ? 1 : 0; // after the others, or concurrently
    draft.keep(leader, then, vocabulary::order);
    draft.keep(leader, then, _ -> raise(leader, to, 0, 0, signal));
    receive(draft.agent(to), choices.next(2), 0, signal);
  }

  /** Two flags, perhaps by two agents, and an agent that waits for either or both. */
  void either() {
    int to = draft.pes() - 1 - choices.next(draft.pes());
    for (int flag : new int[] {0, 1}) {
      Agent sender = draft.agent(choices.next(draft.pes()));
      if (choices.yes(1, 4)) {
        draft.add(sender, 0, vocabulary.write(sender.site(), to, flag));
        draft.add(sender, 0, vocabulary.order(sender.site()));
      }
      draft.keep(sender, 0, site -> vocabulary.raise(site, to, flag));
    }
    Agent receiver = draft.agent(to);
    if (receiver.site().touchesMemory()) {
      draft.add(receiver, 0, vocabulary.several());
      draft.perhaps(1, 3, receiver, 0, site -> vocabulary.read(site, choices.next(2)));
    }
  }

  /** A counted put of a block, by NVSHMEM, and an agent that waits for its bytes, or looks. */
  void counted() {
    int from = choices.next(draft.pes());
    int to = draft.pes() - 1 - from;
    Agent sender = draft.touching(from).getFirst();
    int threads = draft.threads(sender.team());
    for (int puts = choices.pick(1, 1, 2); puts > 0; puts--) {
      Line put = teams.counted(to, threads);
      if (threads > 1) {
        draft.together(sender.team(), from, put);
      } else {
        draft.add(sender, 0, put);
      }
      draft.perhaps(1, 3, sender, 1, vocabulary::order);
    }
    draft.perhaps(1, 3, sender, 1, site -> vocabulary.write(site, from, choices.next(2)));
    Agent receiver = choices.pick(draft.touching(to));
    draft.keep(receiver, 0, _ -> vocabulary.awaitBytes());
    draft.keep(receiver, 0, site -> vocabulary.read(site, choices.next(2)));
    draft.perhaps(1, 6, receiver, 1, _ -> Line.of("nvshmemx_signal_counted_reset(s);"));
  }

  /** An agent that has done something notifies another, which reads the effect. */
  void announce(Agent teller, int flag) {
    int to = draft.pes() - 1 - choices.next(draft.pes());
    draft.keep(teller, 0, vocabulary::order);
    boolean signal = choices.yes(1, 3);
    draft.add(teller, 0, raise(teller, to, 0, flag, signal));
    receive(draft.agent(to), choices.next(2), flag, signal);
  }
}
