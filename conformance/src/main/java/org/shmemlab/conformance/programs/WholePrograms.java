package org.shmemlab.conformance.programs;

import java.util.List;
import org.shmemlab.conformance.programs.Draft.Agent;
import org.shmemlab.model.choices.Choices;
import org.shmemlab.model.spec.Profile;

/**
 * Draws whole programs. Most begin as a pattern that is right (a message, a crew that sends
 * together, a critical section, phases between collectives, threads of a block that hand over) and
 * lose or exchange some of its statements; others are statements at random, or {@link
 * NcclPrograms}.
 */
public final class WholePrograms {
  private final Choices choices;
  private final Language language;
  private final boolean severalHosts; // threads of a CUDA program's host
  private final Draft draft;
  private final ContextStatements contexts;
  private final TeamStatements teams;
  private final StatementVariants vocabulary;
  private final MessagePassing messages;
  private final Locks locks;
  private final PassingValues passing;
  private final ThreadAtomics atomics;
  private final HostMemory hostMemory;
  private final RacyOperands operands;

  private WholePrograms(Choices choices) {
    this.choices = choices;
    this.language = choices.pick(Language.OPENSHMEM, Language.CUDA);
    this.severalHosts = language == Language.CUDA && choices.yes(1, 8);
    int pes = choices.yes(1, 8) ? choices.pick(1, 3) : severalHosts ? choices.pick(1, 1, 2) : 2;
    this.draft = new Draft(choices, language, pes);
    this.contexts = new ContextStatements(choices, language);
    this.teams = new TeamStatements(choices, language, pes);
    this.vocabulary = new StatementVariants(choices, language, pes, contexts, teams);
    this.messages = new MessagePassing(choices, language, draft, teams, vocabulary);
    this.locks = new Locks(choices, language, vocabulary);
    this.passing = new PassingValues(choices, language, contexts, vocabulary);
    this.atomics = new ThreadAtomics(choices, language, vocabulary);
    this.hostMemory = new HostMemory(choices, vocabulary, atomics);
    this.operands = new RacyOperands(choices, language, pes, contexts);
    draft.start(contexts.start());
    draft.start(teams.start());
  }

  /** A program of a few statements; the same answers give the same program. */
  public static WholeProgram draw(Choices choices) {
    return choices.yes(1, 12) ? NcclPrograms.draw(choices) : new WholePrograms(choices).draw();
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
      new SideStatements(choices, language, draft, vocabulary).add();
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
      switch (choices.next(18)) {
        case 0 -> messages.message();
        case 1, 6, 7 -> messages.crew();
        case 2 -> locks.criticalSection(draft);
        case 3 -> phases();
        case 4 -> handOver();
        case 5 -> messages.either();
        case 8 -> together();
        case 9 -> threads();
        case 10, 14 -> passing.addTo(draft);
        case 12, 13 -> atomics.addTo(draft);
        case 11 -> eitherOperand();
        case 17 -> {
          if (language == Language.CUDA) {
            messages.counted();
          } else {
            phases();
          }
        }
        case 15 -> {
          if (language == Language.CUDA) {
            hostMemory.addTo(draft);
          } else {
            anything(choices.between(1, 4));
          }
        }
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
      case 0 -> messages.message();
      case 1, 2 -> threads();
      case 3 -> phases();
      case 4 -> handOver();
      default -> anything(choices.between(1, 3));
    }
  }

  // Every PE writes, meets the others, reads.
  private void phases() {
    int at = choices.next(4);
    Line meeting = teams.collective(new ExecutionSite(0, ExecutionSite.Kind.HOST));
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
        Agent other = draft.agent(pe);
        draft.add(other, 0, teams.collective(other.site()));
      }
      draft.perhaps(1, 2, member, 0, site -> vocabulary.read(site, choices.next(2)));
    }
  }

  // One agent of a PE writes, all of its function meet, another one reads or sends.
  private void handOver() {
    int pe = choices.next(draft.pes());
    List<Agent> agents = draft.agents(pe);
    Agent first = agents.get(choices.next(agents.size()));
    Agent second = agents.get(choices.next(agents.size()));
    draft.keep(first, 0, site -> vocabulary.write(site, pe, 0));
    teams.meet(draft, first.team(), pe);
    draft.keep(
        second,
        1,
        site ->
            choices.yes()
                ? vocabulary.write(site, choices.next(draft.pes()), 0)
                : vocabulary.read(site, 0));
  }

  // Statements of the threads of a block: for one of them, or as their PE's part in a
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
      draft.keep(before, 0, site -> vocabulary.write(site, choices.next(draft.pes()), 0));
      if (collective || choices.yes()) {
        boolean same = choices.yes(7, 8);
        draft.together(block, pe, same ? meeting : teams.meeting(threads));
      }
      draft.perhaps(1, 3, after, 1, vocabulary::order);
      draft.keep(after, 1, site -> vocabulary.read(site, choices.next(2)));
    }
  }

  // A race decides an operand of a call; an agent notified of its end reads its effect.
  private void eitherOperand() {
    draft.start(operands.start());
    int pe = choices.next(draft.pes());
    int flag = choices.next(2);
    Agent racer = draft.agent(choices.yes(3, 4) ? draft.pes() - 1 - pe : pe);
    Agent caller = draft.agent(pe);
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
    messages.announce(caller, 1 - flag);
  }

  // Threads of a host that has several of them; else agents of a kernel.
  private void threads() {
    int pe = choices.next(draft.pes());
    if (language == Language.CUDA && draft.hosts(pe).size() == 1) {
      handOver();
      return;
    }
    if (draft.teams() == 0) {
      draft.team(1, 1);
    }
    locks.threads(draft, pe);
  }

  private void anything(int statements) {
    for (int i = 0; i < statements; i++) {
      Agent agent = draft.agent(choices.next(draft.pes()));
      ExecutionSite site = agent.site();
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
      for (Agent host : draft.hosts(pe)) {
        int phase = host.team() < 0 ? 1 : choices.next(2);
        if (severalHosts ? choices.yes(1, 6) : choices.yes(1, 3)) {
          draft.add(host, phase, vocabulary.streams());
        }
        draft.perhaps(1, 4, host, phase, site -> vocabulary.read(site, choices.next(2)));
        draft.perhaps(
            1, 6, host, phase, site -> vocabulary.write(site, choices.next(draft.pes()), 0));
      }
    }
  }
}
