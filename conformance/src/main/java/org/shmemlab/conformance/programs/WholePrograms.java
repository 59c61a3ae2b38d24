package org.shmemlab.conformance.programs;

import java.util.List;
import org.shmemlab.conformance.programs.Draft.Agent;
import org.shmemlab.model.choices.Choices;
import org.shmemlab.model.spec.Profile;

/**
 * Draws whole programs. Most begin as a pattern that is right (a message, a crew that sends
 * together, a critical section, phases between collectives, threads of a block that hand over) and
 * lose or exchange some of its statements; others are statements at random.
 */
public final class WholePrograms {
  private final Choices choices;
  private final Language language;
  private final boolean severalHosts; // threads of a CUDA program's host
  private final Draft draft;
  private final Contexts contexts;
  private final Teams teams;
  private final Locks locks;
  private final Vocabulary vocabulary;
  private final PassingValues passing;
  private final ThreadAtomics atomics;
  private final HostMemory hostMemory;
  private final Operands operands;

  private WholePrograms(Choices choices) {
    this.choices = choices;
    this.language = choices.pick(Language.OPENSHMEM, Language.CUDA);
    this.severalHosts = language == Language.CUDA && choices.yes(1, 8);
    int pes = choices.yes(1, 8) ? choices.pick(1, 3) : severalHosts ? choices.pick(1, 1, 2) : 2;
    this.draft = new Draft(language, pes);
    this.contexts = new Contexts(choices, language);
    this.teams = new Teams(choices, language, pes);
    this.locks = new Locks(choices, language);
    this.vocabulary = new Vocabulary(choices, language, pes, contexts, teams);
    this.passing = new PassingValues(choices, language, contexts, vocabulary);
    this.atomics = new ThreadAtomics(choices, language, vocabulary);
    this.hostMemory = new HostMemory(choices, vocabulary, atomics);
    this.operands = new Operands(choices, language, pes, contexts);
    draft.start(contexts.start());
    draft.start(teams.start());
  }

  /** A program of a few statements; the same answers give the same program. */
  public static WholeProgram draw(Choices choices) {
    return new WholePrograms(choices).draw();
  }

  private WholeProgram draw() {
    if (severalHosts) {
      threadsOfCudaHost();
    } else {
      agents();
      stories();
    }
    hostOfCuda();
    Profile profile =
        language == Language.OPENSHMEM
            ? Profile.OPENSHMEM
            : choices.pick(Profile.NVSHMEM, Profile.NVSHMEM, Profile.ORDERING_PAGE);
    // With more agents, there are too many orders with any of these.
    if (draft.agents(0).size() == 2 && !severalHosts) {
      new Asides(choices, language, draft, vocabulary).add();
    }
    return draft.program(profile);
  }

  private void agents() {
    if (language == Language.CUDA) {
      grid();
      if (choices.yes(1, 5)) {
        grid();
      }
    } else {
      for (int more = choices.pick(0, 0, 1, 1, 2); more > 0; more--) {
        draft.team(1, 1);
      }
    }
  }

  private void grid() {
    switch (choices.next(8)) {
      case 4, 5 -> draft.team(1, 2);
      case 6 -> draft.team(2, 1);
      case 7 -> draft.team(1, 3);
      default -> draft.team(1, 1);
    }
  }

  // ---------------------------------------------------------------- stories

  private void stories() {
    for (int stories = choices.pick(1, 1, 1, 2); stories > 0; stories--) {
      switch (choices.next(17)) {
        case 0 -> message();
        case 1, 6, 7 -> crew();
        case 2 -> criticalSection();
        case 3 -> phases();
        case 4 -> handOver();
        case 5 -> either();
        case 8 -> together();
        case 9 -> threads();
        case 10, 14 -> passingValues();
        case 12, 13 -> tellings();
        case 11 -> eitherOperand();
        case 15 -> sharedWithHost();
        default -> anything(choices.between(1, 4));
      }
    }
    if (choices.yes(1, 4)) {
      anything(1);
    }
  }

  // Two threads of a host call the library and CUDA. With more agents, or more to do, there mostly
  // are too many orders.
  private void threadsOfCudaHost() {
    draft.thread();
    if (choices.yes()) {
      draft.team(1, 1);
    }
    switch (choices.next(6)) {
      case 0 -> message();
      case 1, 2 -> threads();
      case 3 -> phases();
      case 4 -> handOver();
      default -> anything(choices.between(1, 3));
    }
  }

  // Data, order, flag; wait, read.
  private void message() {
    int to = draft.pes() - 1 - choices.next(draft.pes());
    Agent sender = agent(choices.next(draft.pes()));
    Agent receiver = agent(to);
    int word = choices.next(2);
    int flag = choices.next(2);
    boolean signal = choices.yes(1, 3);
    if (kept()) {
      draft.add(sender, 0, vocabulary.write(sender.site(), to, word));
    }
    if (choices.yes(1, 6)) {
      draft.add(sender, 0, vocabulary.write(sender.site(), to, word));
    }
    if (kept()) {
      draft.add(sender, 0, vocabulary.order(sender.site()));
    }
    if (kept()) {
      draft.add(sender, 0, raise(sender, to, word, flag, signal));
    }
    receive(receiver, word, flag, signal);
  }

  private void receive(Agent receiver, int word, int flag, boolean signal) {
    if (kept() && receiver.site().touchesMemory()) {
      draft.add(
          receiver,
          0,
          signal
              ? vocabulary.awaitSignal(receiver.site(), flag)
              : vocabulary.await(receiver.site(), flag));
    }
    if (choices.yes(1, 5)) {
      draft.add(receiver, 0, vocabulary.blocking(receiver.site()));
    }
    if (kept()) {
      draft.add(receiver, 0, vocabulary.read(receiver.site(), word));
    }
  }

  private Line raise(Agent sender, int to, int word, int flag, boolean signal) {
    return signal
        ? vocabulary.signal(sender.site(), to, word, flag)
        : vocabulary.raise(sender.site(), to, flag);
  }

  // Several agents of a PE write, one of them completes and raises the flag for all.
  private void crew() {
    int from = choices.next(draft.pes());
    int to = draft.pes() - 1 - from;
    if (language == Language.CUDA && draft.agents(0).size() == 2) {
      draft.team(1, 2);
    }
    List<Agent> crew = touching(from);
    Agent leader = crew.get(0);
    boolean signal = choices.yes(1, 3);
    for (int i = 0; i < crew.size(); i++) {
      if (kept()) {
        draft.add(crew.get(i), 0, vocabulary.write(crew.get(i).site(), to, i % 2));
      }
    }
    if (choices.yes()) {
      meet(leader.team(), from);
    }
    int then = choices.yes() ? 1 : 0; // after the others, or beside them
    if (kept()) {
      draft.add(leader, then, vocabulary.order(leader.site()));
    }
    if (kept()) {
      draft.add(leader, then, raise(leader, to, 0, 0, signal));
    }
    receive(agent(to), choices.next(2), 0, signal);
  }

  private void meet(int team, int pe) {
    if (team >= 0 && draft.threads(team) > 1 && kept()) {
      draft.together(team, pe, teams.block(draft.threads(team)));
    }
  }

  // Two flags, perhaps by two agents, and somebody who waits for either or both.
  private void either() {
    int to = draft.pes() - 1 - choices.next(draft.pes());
    for (int flag = 0; flag < 2; flag++) {
      Agent sender = agent(choices.next(draft.pes()));
      if (choices.yes(1, 4)) {
        draft.add(sender, 0, vocabulary.write(sender.site(), to, flag));
        draft.add(sender, 0, vocabulary.order(sender.site()));
      }
      if (kept()) {
        draft.add(sender, 0, vocabulary.raise(sender.site(), to, flag));
      }
    }
    Agent receiver = agent(to);
    if (receiver.site().touchesMemory()) {
      draft.add(receiver, 0, vocabulary.several());
      if (choices.yes(1, 3)) {
        draft.add(receiver, 0, vocabulary.read(receiver.site(), choices.next(2)));
      }
    }
  }

  // Several agents change one word, and somebody waits for a value that it may hold for a moment.
  private void passingValues() {
    int to = draft.pes() - 1 - choices.next(draft.pes());
    boolean signal = choices.yes(1, 3);
    for (int changes = choices.between(1, 4); changes > 0; changes--) {
      Agent changer = agent(choices.next(draft.pes()));
      draft.add(
          changer,
          0,
          signal
              ? passing.changeSignal(changer.site(), to)
              : passing.changeFlag(changer.site(), to));
      if (choices.yes(1, 3)) {
        draft.add(changer, 0, vocabulary.order(changer.site()));
      }
    }
    Agent receiver = agent(to);
    for (int waits = receiver.site().touchesMemory() ? choices.between(1, 2) : 0;
        waits > 0;
        waits--) {
      if (choices.yes()) {
        draft.add(receiver, 0, vocabulary.blocking(receiver.site()));
      }
      draft.add(receiver, 0, signal ? passing.awaitSignal() : passing.awaitFlag(receiver.site()));
    }
  }

  // One thread writes and tells a second, which perhaps tells a third; the last one reads or sends.
  private void tellings() {
    int pe = choices.next(draft.pes());
    if (touching(pe).size() < (language == Language.CUDA ? 2 : 3)) {
      draft.team(language == Language.CUDA ? choices.pick(1, 2) : 1, 1);
    }
    List<Agent> agents = touching(pe);
    Agent first = choices.yes(1, 4) ? touching(draft.pes() - 1 - pe).get(0) : choices.pick(agents);
    if (kept()) {
      draft.add(first, 0, vocabulary.write(first.site(), pe, 0));
    }
    Agent teller = first;
    int times = choices.pick(1, 1, 2);
    for (int flag = 0; flag < times; flag++) {
      if (kept()) {
        draft.add(
            teller,
            0,
            choices.yes(2, 3) ? atomics.fence(teller.site()) : vocabulary.order(teller.site()));
      }
      draft.add(teller, 0, atomics.publish(teller.site(), pe, flag));
      teller = choices.pick(agents);
      draft.add(teller, 0, atomics.observe(teller.site(), flag));
      if (kept()) {
        draft.add(teller, 0, atomics.fence(teller.site()));
      }
    }
    int to = choices.next(draft.pes());
    draft.add(
        teller,
        0,
        choices.yes(1, 4)
            ? vocabulary.signal(teller.site(), to, 0, 0)
            : vocabulary.read(teller.site(), 0));
  }

  // A thread of a kernel and its host tell each other by words that both reach.
  private void sharedWithHost() {
    if (language == Language.OPENSHMEM) {
      anything(choices.between(1, 4));
      return;
    }
    draft.start(hostMemory.start());
    int pe = choices.next(draft.pes());
    Agent thread = choices.pick(touching(pe));
    Agent host = draft.host(pe);
    int phase = choices.yes(5, 6) ? 1 : 0; // after the kernel has been launched, or before
    boolean hostTells = choices.yes();
    Agent teller = hostTells ? host : thread;
    Agent told = hostTells ? thread : host;
    int first = hostTells ? phase : 0;
    int then = hostTells ? 0 : phase;
    if (kept()) {
      draft.add(teller, first, hostMemory.write(teller.site()));
    }
    if (choices.yes()) {
      draft.add(teller, first, atomics.fence(teller.site()));
    }
    if (kept()) {
      draft.add(teller, first, hostMemory.tell(teller.site()));
    }
    if (kept()) {
      draft.add(told, then, hostMemory.see(told.site()));
    }
    if (choices.yes()) {
      draft.add(told, then, atomics.fence(told.site()));
    }
    if (kept()) {
      draft.add(told, then, hostMemory.use(told.site()));
    }
  }

  // Locks, work, unlocks; with two locks perhaps in two orders.
  private void criticalSection() {
    boolean two = choices.yes(1, 3);
    for (int pe = 0; pe < draft.pes(); pe++) {
      Agent owner = agent(pe);
      if (!owner.site().touchesMemory()) {
        continue;
      }
      int outer = choices.next(2);
      Line lock = locks.lock(outer);
      draft.add(owner, 0, lock);
      Line inner = locks.lock(1 - outer);
      if (two) {
        draft.add(owner, 0, inner);
      }
      if (kept()) {
        draft.add(owner, 0, vocabulary.read(owner.site(), 0));
      }
      if (kept()) {
        draft.add(owner, 0, vocabulary.write(owner.site(), 0, 0));
      }
      if (kept()) {
        draft.add(owner, 0, vocabulary.order(owner.site()));
      }
      if (two) {
        draft.add(owner, 0, locks.unlock(inner, 1 - outer));
      }
      if (kept()) {
        draft.add(owner, 0, locks.unlock(lock, outer));
      }
    }
  }

  // Every PE writes, meets the others, reads.
  private void phases() {
    int at = choices.next(4);
    Line meeting = teams.collective(new Site(0, Site.Kind.HOST));
    for (int pe = 0; pe < draft.pes(); pe++) {
      List<Agent> agents = draft.agents(pe);
      Agent member = agents.get(at % agents.size());
      boolean same = choices.yes(7, 8);
      if (choices.yes(1, 2)) {
        int to = choices.next(draft.pes());
        draft.add(member, 0, vocabulary.write(member.site(), to, choices.next(2)));
      }
      draft.add(member, 0, same ? meeting : teams.collective(member.site()));
      if (choices.yes(1, 3)) {
        Agent other = agent(pe);
        draft.add(other, 0, teams.collective(other.site()));
      }
      if (choices.yes(1, 2)) {
        draft.add(member, 0, vocabulary.read(member.site(), choices.next(2)));
      }
    }
  }

  // One agent of a PE writes, all of its function meet, another one reads or sends.
  private void handOver() {
    int pe = choices.next(draft.pes());
    List<Agent> agents = draft.agents(pe);
    Agent first = agents.get(choices.next(agents.size()));
    Agent second = agents.get(choices.next(agents.size()));
    if (kept()) {
      draft.add(first, 0, vocabulary.write(first.site(), pe, 0));
    }
    meet(first.team(), pe);
    if (kept()) {
      draft.add(
          second,
          1,
          choices.yes()
              ? vocabulary.write(second.site(), choices.next(draft.pes()), 0)
              : vocabulary.read(second.site(), 0));
    }
  }

  // What the threads of a block do together: for one of them, or as their PE's part in a
  // collective.
  private void together() {
    if (language == Language.OPENSHMEM) {
      phases();
      return;
    }
    int team = 0;
    while (team < draft.teams() && (draft.threads(team) == 1 || draft.blocks(team) > 1)) {
      team++;
    }
    if (team == draft.teams()) {
      draft.team(1, choices.pick(2, 2, 3));
    }
    int block = team;
    int threads = draft.threads(block);
    boolean collective = choices.yes();
    Line meeting = collective ? teams.meeting(threads) : teams.transfer(threads);
    for (int pe = 0; pe < draft.pes(); pe++) {
      List<Agent> members =
          draft.agents(pe).stream().filter(agent -> agent.team() == block).toList();
      Agent before = choices.pick(members);
      Agent after = choices.pick(members);
      if (kept()) {
        draft.add(before, 0, vocabulary.write(before.site(), choices.next(draft.pes()), 0));
      }
      if (collective || choices.yes()) {
        boolean same = choices.yes(7, 8);
        draft.together(block, pe, same ? meeting : teams.meeting(threads));
      }
      if (choices.yes(1, 3)) {
        draft.add(after, 1, vocabulary.order(after.site()));
      }
      if (kept()) {
        draft.add(after, 1, vocabulary.read(after.site(), choices.next(2)));
      }
    }
  }

  // Threads of one PE keep each other out, or one waits until the other has told it.
  private void threads() {
    int pe = choices.next(draft.pes());
    if (language == Language.CUDA && hosts(pe).size() == 1) {
      handOver();
      return;
    }
    if (draft.teams() == 0) {
      draft.team(1, 1);
    }
    List<Agent> agents = language == Language.CUDA ? hosts(pe) : draft.agents(pe);
    boolean tells = choices.yes(1, 3);
    Locks.Telling how = tells ? locks.telling() : Locks.Telling.CONDITION;
    draft.start(how.start());
    boolean two = !tells && choices.yes(1, 3);
    boolean read = !tells && choices.yes(1, 4);
    for (int i = 0; i < 2; i++) {
      Agent agent = agents.get(i);
      int outer = two ? choices.next(2) : 0;
      boolean taken = how == Locks.Telling.CONDITION && kept();
      if (tells && i == 0 && kept()) {
        draft.add(agent, 0, vocabulary.write(agent.site(), pe, 0));
      }
      if (taken) {
        draft.add(agent, 0, locks.enter(read, outer));
      }
      if (two) {
        draft.add(agent, 0, locks.enter(read, 1 - outer));
      }
      if (tells && i == 0) {
        locks.tell(how).stream().filter(_ -> kept()).forEach(line -> draft.add(agent, 0, line));
      } else if (tells) {
        draft.add(agent, 0, locks.told(how));
      } else {
        draft.add(agent, 0, inside(agent, pe));
      }
      if (two) {
        draft.add(agent, 0, locks.leave(read, 1 - outer));
      }
      if (taken ? kept() : choices.yes(1, 8)) {
        draft.add(agent, 0, locks.leave(read, outer));
      }
      if (tells && i == 1) {
        draft.add(agent, 0, vocabulary.read(agent.site(), 0));
      }
    }
  }

  private Line inside(Agent agent, int pe) {
    return choices.yes()
        ? vocabulary.write(agent.site(), choices.yes(3, 4) ? pe : choices.next(draft.pes()), 0)
        : vocabulary.read(agent.site(), 0);
  }

  // A race decides an operand of a call; whoever is told that the call is over looks at its work.
  private void eitherOperand() {
    draft.start(operands.start());
    int pe = choices.next(draft.pes());
    int flag = choices.next(2);
    Agent racer = agent(choices.yes(3, 4) ? draft.pes() - 1 - pe : pe);
    Agent caller = agent(pe);
    draft.add(
        racer,
        0,
        racer.site().touchesMemory() && choices.yes(2, 3)
            ? Line.of(language.prefix() + "long_atomic_set(f + " + flag + ", 1, " + pe + ");")
            : vocabulary.raise(racer.site(), pe, flag));
    draft.add(caller, 0, operands.call(caller.site(), flag));
    if (choices.yes(1, 4)) {
      phases();
      return;
    }
    int to = draft.pes() - 1 - choices.next(draft.pes());
    if (kept()) {
      draft.add(caller, 0, vocabulary.order(caller.site()));
    }
    boolean signal = choices.yes(1, 3);
    draft.add(caller, 0, raise(caller, to, 0, 1 - flag, signal));
    receive(agent(to), choices.next(2), 1 - flag, signal);
  }

  private void anything(int statements) {
    for (int i = 0; i < statements; i++) {
      Agent agent = agent(choices.next(draft.pes()));
      Site site = agent.site();
      int to = choices.next(draft.pes());
      int word = choices.next(2);
      draft.add(
          agent,
          choices.next(2),
          switch (choices.next(site.touchesMemory() ? 8 : 6)) {
            case 0 -> vocabulary.write(site, to, word);
            case 1 -> vocabulary.read(site, word);
            case 2 -> vocabulary.order(site);
            case 3 -> vocabulary.raise(site, to, word);
            case 4 -> vocabulary.signal(site, to, 0, word);
            case 5 -> vocabulary.blocking(site);
            case 6 -> vocabulary.await(site, word);
            default -> vocabulary.awaitSignal(site, word);
          });
    }
  }

  // A thread of the host waits for streams in one of several ways, and looks at what they did.
  private void hostOfCuda() {
    if (language != Language.CUDA) {
      return;
    }
    for (int pe = 0; pe < draft.pes(); pe++) {
      for (Agent host : hosts(pe)) {
        int phase = host.team() < 0 ? 1 : choices.next(2);
        if (severalHosts ? choices.yes(1, 6) : choices.yes(1, 3)) {
          draft.add(host, phase, vocabulary.streams());
        }
        if (choices.yes(1, 4)) {
          draft.add(host, phase, vocabulary.read(host.site(), choices.next(2)));
        }
        if (choices.yes(1, 6)) {
          draft.add(host, phase, vocabulary.write(host.site(), choices.next(draft.pes()), 0));
        }
      }
    }
  }

  // ---------------------------------------------------------------- agents

  private Agent agent(int pe) {
    return draft.agent(choices, pe);
  }

  private List<Agent> touching(int pe) {
    return draft.agents(pe).stream().filter(agent -> agent.site().touchesMemory()).toList();
  }

  // The threads of a CUDA program's host.
  private List<Agent> hosts(int pe) {
    return draft.agents(pe).stream().filter(agent -> !agent.site().touchesMemory()).toList();
  }

  // A statement of the pattern mostly stays.
  private boolean kept() {
    return choices.yes(5, 6);
  }
}
