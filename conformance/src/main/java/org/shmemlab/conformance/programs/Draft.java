package org.shmemlab.conformance.programs;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.shmemlab.model.choices.Choices;
import org.shmemlab.model.spec.Profile;

/**
 * A program that is being written: agents that statements can be given to.
 *
 * <p>Each function has two phases, and between them what its agents do together.
 */
final class Draft {
  /** On how many streams kernels are; the first one has the first stream alone. */
  static final int STREAMS = 2;

  private final Language language;
  private final int pes;
  private final List<Line> start = new ArrayList<>();
  private final List<Team> teams = new ArrayList<>();
  private final List<List<Line>> before = new ArrayList<>(); // what a CUDA host does first
  private final List<List<Line>> after = new ArrayList<>();

  /** The agents of one function on all PEs. */
  private static final class Team {
    final String name;
    final int blocks;
    final int threads;
    final List<List<List<List<Line>>>> phases = new ArrayList<>(); // PE, phase, agent
    final List<List<Line>> together = new ArrayList<>(); // PE

    Team(String name, int blocks, int threads, int pes) {
      this.name = name;
      this.blocks = blocks;
      this.threads = threads;
      for (int pe = 0; pe < pes; pe++) {
        together.add(new ArrayList<>());
        phases.add(List.of(lists(blocks * threads), lists(blocks * threads)));
      }
    }

    boolean isEmpty(int pe) {
      return together.get(pe).isEmpty()
          && phases.get(pe).stream().flatMap(List::stream).allMatch(List::isEmpty);
    }

    Function function() {
      ImmutableList.Builder<ImmutableList<Part>> all = ImmutableList.builder();
      for (int pe = 0; pe < phases.size(); pe++) {
        all.add(
            ImmutableList.of(
                apart(phases.get(pe).get(0)),
                new Part.Together(ImmutableList.copyOf(together.get(pe))),
                apart(phases.get(pe).get(1))));
      }
      return new Function(name, blocks, threads, all.build());
    }

    private static Part apart(List<List<Line>> agents) {
      return new Part.Apart(
          agents.stream().map(ImmutableList::copyOf).collect(ImmutableList.toImmutableList()));
    }
  }

  /**
   * An agent.
   *
   * @param team index of its function; -1 for the host's first thread
   * @param number its number among those of the function on its PE
   */
  record Agent(Site site, int team, int number) {}

  Draft(Language language, int pes) {
    this.language = language;
    this.pes = pes;
    before.addAll(lists(pes));
    after.addAll(lists(pes));
  }

  private static List<List<Line>> lists(int count) {
    return Stream.<List<Line>>generate(ArrayList::new).limit(count).toList();
  }

  int pes() {
    return pes;
  }

  /** Adds what every PE does first. */
  void start(List<Line> lines) {
    start.addAll(lines);
  }

  /** Adds a function with so many agents on each PE. */
  void team(int blocks, int threads) {
    teams.add(
        new Team((language == Language.CUDA ? "k" : "w") + teams.size(), blocks, threads, pes));
  }

  int teams() {
    return teams.size();
  }

  int blocks(int team) {
    return teams.get(team).blocks;
  }

  int threads(int team) {
    return teams.get(team).threads;
  }

  /** Every agent of a PE, first the one that a program of one agent would have. */
  List<Agent> agents(int pe) {
    List<Agent> agents = new ArrayList<>();
    boolean cuda = language == Language.CUDA;
    if (!cuda) {
      agents.add(new Agent(new Site(pe, Site.Kind.HOST), -1, 0));
    }
    for (int team = 0; team < teams.size(); team++) {
      int count = teams.get(team).blocks * teams.get(team).threads;
      for (int number = 0; number < count; number++) {
        Site.Kind kind = cuda ? Site.Kind.DEVICE : Site.Kind.HOST;
        agents.add(new Agent(new Site(pe, kind), team, number));
      }
    }
    if (cuda) {
      agents.add(new Agent(new Site(pe, Site.Kind.BESIDE_DEVICE), -1, 0));
    }
    return agents;
  }

  /** Some agent of a PE. */
  Agent agent(Choices choices, int pe) {
    List<Agent> agents = agents(pe);
    // A CUDA host, which comes last, can do less than its threads.
    return choices.yes(1, 5) ? agents.getLast() : choices.pick(agents);
  }

  /** The first thread of a PE's host. */
  Agent host(int pe) {
    return agents(pe).stream().filter(agent -> agent.team() < 0).findFirst().orElseThrow();
  }

  /** Gives an agent a statement, in the first or the second phase of its function. */
  void add(Agent agent, int phase, Line line) {
    int pe = agent.site().pe();
    if (agent.team() < 0) {
      (phase == 0 ? before : after).get(pe).add(line);
    } else {
      teams.get(agent.team()).phases.get(pe).get(phase).get(agent.number()).add(line);
    }
  }

  /** Gives all agents of a function a statement between their phases. */
  void together(int team, int pe, Line line) {
    teams.get(team).together.get(pe).add(line);
  }

  // ---------------------------------------------------------------- the program

  /**
   * The program. The host starts every function that has something to do, between its own two
   * phases; a function with collectives is launched as such by all.
   */
  WholeProgram program(Profile profile) {
    ImmutableList.Builder<ImmutableList<Line>> hosts = ImmutableList.builder();
    for (int pe = 0; pe < pes; pe++) {
      hosts.add(language == Language.CUDA ? cudaHost(pe) : openshmemHost(pe));
    }
    return new WholeProgram(
        language,
        pes,
        profile,
        ImmutableList.copyOf(start),
        teams.stream()
            .filter(this::isUsed)
            .map(Team::function)
            .collect(ImmutableList.toImmutableList()),
        hosts.build());
  }

  private boolean isUsed(Team team) {
    return Stream.iterate(0, pe -> pe + 1).limit(pes).anyMatch(pe -> !team.isEmpty(pe));
  }

  private ImmutableList<Line> openshmemHost(int pe) {
    ImmutableList.Builder<Line> lines = ImmutableList.builder();
    for (int team = 0; team < teams.size(); team++) {
      if (!teams.get(team).isEmpty(pe)) {
        String id = team == 0 ? "a" : "b";
        lines.add(
            Line.of("pthread_create(&" + id + ", NULL, " + teams.get(team).name + ", NULL);"));
      }
    }
    lines.addAll(before.get(pe));
    for (int team = 0; team < teams.size(); team++) {
      if (!teams.get(team).isEmpty(pe)) {
        lines.add(Line.of("pthread_join(" + (team == 0 ? "a" : "b") + ", NULL);"));
      }
    }
    return lines.addAll(after.get(pe)).build();
  }

  private ImmutableList<Line> cudaHost(int pe) {
    ImmutableList.Builder<Line> lines = ImmutableList.builder();
    lines.addAll(before.get(pe));
    for (int number = 0; number < teams.size(); number++) {
      Team team = teams.get(number);
      String stream = number == 0 ? "a" : "b";
      if (isCollective(team)) {
        lines.add(Line.of("void *g" + number + "[] = {&x, &y, &f, &s, &t, &d, &m};"));
        lines.add(
            Line.of(
                "nvshmemx_collective_launch((const void *)%s, %d, %d, g%d, 0, %s);"
                    .formatted(team.name, team.blocks, team.threads, number, stream)));
      } else if (!team.isEmpty(pe)) {
        lines.add(
            Line.of(
                "%s<<<%d, %d, 0, %s>>>(x, y, f, s, t, d, m);"
                    .formatted(team.name, team.blocks, team.threads, stream)));
      }
    }
    return lines.addAll(after.get(pe)).build();
  }

  private static boolean isCollective(Team team) {
    return team.function().lines().anyMatch(line -> Teams.isCollective(line.library()));
  }
}
