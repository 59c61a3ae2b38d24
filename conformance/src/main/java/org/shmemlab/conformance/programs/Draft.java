package org.shmemlab.conformance.programs;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.shmemlab.model.choices.Choices;
import org.shmemlab.model.spec.Profile;

/**
 * Drafts a program: agents that statements can be added to.
 *
 * <p>Each function has two phases, and between them what its agents do together.
 */
final class Draft {
  /** On how many streams kernels are; the first one has the first stream alone. */
  static final int STREAMS = 2;

  private final Choices choices;
  private final Language language;
  private final int pes;
  private final List<Line> start = new ArrayList<>();
  private final List<Team> teams = new ArrayList<>();
  private final List<List<Line>> before = new ArrayList<>(); // what a CUDA host does first
  private final List<List<Line>> after = new ArrayList<>();

  /** The agents of one function on all PEs. */
  private static final class Team {
    final String name;
    final ExecutionSite.Kind kind;
    final int blocks;
    final int threads;
    final List<List<List<List<Line>>>> phases = new ArrayList<>(); // PE, phase, agent
    final List<List<Line>> together = new ArrayList<>(); // PE

    Team(String name, ExecutionSite.Kind kind, int blocks, int threads, int pes) {
      this.name = name;
      this.kind = kind;
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

    DraftFunction function() {
      ImmutableList.Builder<ImmutableList<Part>> all = ImmutableList.builder();
      for (int pe = 0; pe < phases.size(); pe++) {
        all.add(
            ImmutableList.of(
                apart(phases.get(pe).get(0)),
                new Part.Together(ImmutableList.copyOf(together.get(pe))),
                apart(phases.get(pe).get(1))));
      }
      return new DraftFunction(name, kind, blocks, threads, all.build());
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
  record Agent(ExecutionSite site, int team, int number) {}

  /** Draws a statement for where it is to be executed. */
  interface Statement {
    Line at(ExecutionSite site);
  }

  Draft(Choices choices, Language language, int pes) {
    this.choices = choices;
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

  /** Adds a kernel with so many threads on each PE; in OpenSHMEM, a thread of the host. */
  void team(int blocks, int threads) {
    if (language.hasKernels()) {
      teams.add(new Team("k" + teams.size(), ExecutionSite.Kind.DEVICE, blocks, threads, pes));
    } else {
      thread();
    }
  }

  /** Adds a thread of the host on each PE. */
  void thread() {
    ExecutionSite.Kind kind =
        language == Language.CUDA ? ExecutionSite.Kind.BESIDE_DEVICE : ExecutionSite.Kind.HOST;
    teams.add(new Team("w" + teams.size(), kind, 1, 1, pes));
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
    boolean cuda = language.hasKernels();
    if (!cuda) {
      agents.add(new Agent(new ExecutionSite(pe, ExecutionSite.Kind.HOST), -1, 0));
    }
    for (int team = 0; team < teams.size(); team++) {
      int count = teams.get(team).blocks * teams.get(team).threads;
      for (int number = 0; number < count; number++) {
        agents.add(new Agent(new ExecutionSite(pe, teams.get(team).kind), team, number));
      }
    }
    if (cuda) {
      agents.add(new Agent(new ExecutionSite(pe, ExecutionSite.Kind.BESIDE_DEVICE), -1, 0));
    }
    return agents;
  }

  /** Some agent of a PE. */
  Agent agent(int pe) {
    List<Agent> agents = agents(pe);
    // A CUDA host, which comes last, can do less than its threads.
    return choices.yes(1, 5) ? agents.getLast() : choices.pick(agents);
  }

  /** The agents of a PE that reach the memory of its GPU. */
  List<Agent> touching(int pe) {
    return agents(pe).stream().filter(agent -> agent.site().touchesMemory()).toList();
  }

  /** The threads of a CUDA program's host. */
  List<Agent> hosts(int pe) {
    return agents(pe).stream().filter(agent -> !agent.site().touchesMemory()).toList();
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

  /** Gives an agent a statement of a pattern, which mostly stays. */
  void keep(Agent agent, int phase, Statement line) {
    if (kept()) {
      add(agent, phase, line.at(agent.site()));
    }
  }

  /** Whether a part of a pattern stays, as most do. */
  boolean kept() {
    return choices.yes(5, 6);
  }

  /** Gives an agent a statement about {@code times} in {@code outOf}; else none is drawn. */
  void perhaps(int times, int outOf, Agent agent, int phase, Statement line) {
    if (choices.yes(times, outOf)) {
      add(agent, phase, line.at(agent.site()));
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
      hosts.add(main(pe));
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

  private ImmutableList<Line> main(int pe) {
    ImmutableList.Builder<Line> lines = ImmutableList.builder();
    List<Line> joins = new ArrayList<>();
    for (int number = 0; number < teams.size(); number++) {
      Team team = teams.get(number);
      if (team.kind != ExecutionSite.Kind.DEVICE && !team.isEmpty(pe)) {
        lines.add(creation(number));
        joins.add(Line.of("pthread_join(" + handle(number) + ", NULL);"));
      }
    }
    lines.addAll(before.get(pe));
    for (int number = 0; number < teams.size(); number++) {
      if (teams.get(number).kind == ExecutionSite.Kind.DEVICE) {
        lines.addAll(launch(pe, number));
      }
    }
    return lines.addAll(joins).addAll(after.get(pe)).build();
  }

  private Line creation(int number) {
    String create =
        "pthread_create(&%s, NULL, %s, ".formatted(handle(number), teams.get(number).name);
    return Line.of(
        language == Language.CUDA
            ? "struct Given given = {x, y, f, s, t, d, m, v, a, b, e}; pthread_t %s; %s&given);"
                .formatted(handle(number), create)
            : create + "NULL);");
  }

  private String handle(int number) {
    return language == Language.CUDA ? "thread" : number == 0 ? "a" : "b";
  }

  private List<Line> launch(int pe, int number) {
    Team team = teams.get(number);
    String stream = number == 0 ? "a" : "b";
    if (isCollective(team)) {
      return List.of(
          Line.of("void *g" + number + "[] = {&x, &y, &f, &s, &t, &d, &m, &v};"),
          Line.of(
              "nvshmemx_collective_launch((const void *)%s, %d, %d, g%d, 0, %s);"
                  .formatted(team.name, team.blocks, team.threads, number, stream)));
    }
    return team.isEmpty(pe)
        ? List.of()
        : List.of(
            Line.of(
                "%s<<<%d, %d, 0, %s>>>(%s);"
                    .formatted(
                        team.name,
                        team.blocks,
                        team.threads,
                        stream,
                        language == Language.NCCL ? "comm, window" : "x, y, f, s, t, d, m, v")));
  }

  private static boolean isCollective(Team team) {
    return team.function().lines().anyMatch(line -> TeamStatements.isCollective(line.library()));
  }
}
