package org.shmemlab.model.collectives;

import static org.shmemlab.model.collectives.CollectiveOperands.DESTINATION;
import static org.shmemlab.model.collectives.CollectiveOperands.LENGTH;
import static org.shmemlab.model.collectives.CollectiveOperands.ROOT;

import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.ImmutableLongArray;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.access.JobMemory;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.JobState;
import org.shmemlab.model.job.Meeting.Arrival;
import org.shmemlab.model.job.Team;
import org.shmemlab.model.memory.Bytes;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Instruction.Family;
import org.shmemlab.model.program.MeetingKind;

/**
 * Collectives that move data. Every source is read before any destination is written, so in-place
 * calls give the results of their definitions.
 */
final class DataCollectives {
  private final JobState jobState;
  private final JobMemory memory;

  DataCollectives(JobState jobState, JobMemory memory) {
    this.jobState = jobState;
    this.memory = memory;
  }

  /** Checks the operands of one member. */
  void check(Agent agent, Instruction.Arrive call, Team team, long[] arguments) {
    if (!CollectiveOperands.movesData(call.kind())) {
      return;
    }
    if (arguments.length > ROOT && rooted(call.kind())) {
      long root = arguments[ROOT];
      if (root < 0 || root >= team.size()) {
        throw new Fault("root %s is out of range in a team of %s PEs", root, team.size());
      }
    }
    CollectiveOperands operands =
        new CollectiveOperands(
            call, ImmutableLongArray.copyOf(arguments), team.size(), team.indexOf(agent.pe));
    operands.checkSizes();
    if (operands.writes()) {
      require(agent, call, operands.destination(), operands.destinationBytes());
    }
    if (operands.reads()) {
      require(agent, call, operands.source(), operands.sourceBytes());
    }
    if ((call.family() == Family.NVSHMEM || call.family() == Family.OPENSHMEM)
        && operands.overlap()) {
      jobState.tolerate(
          agent,
          new Fault(
              "source and destination of %s overlap; give it separate ones, or the same of a"
                  + " reduction in place",
              call.kind().text()));
    }
  }

  /**
   * Moves the data of a collective whose members have all arrived and wait for each other; members
   * in team order. A member may be writing until its own call returns (memory model, section 3).
   */
  void move(MeetingKind kind, List<Arrival> members) {
    int n = members.size();
    List<Bytes> sources = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      Arrival member = members.get(i);
      sources.add(source(member, n, i));
    }
    long[] arguments = members.get(0).arguments().toArray();
    Map<Integer, ImmutableMap.Builder<Long, Bytes>> landing = new TreeMap<>();
    switch (kind) {
      case FCOLLECT, COLLECT -> {
        Bytes all = Bytes.concatenate(sources);
        members.forEach(member -> write(landing, member, 0, all));
      }
      case ALLTOALL -> {
        int part = (int) arguments[LENGTH];
        for (int i = 0; i < n; i++) {
          Bytes row = new Bytes(part * n);
          for (int j = 0; j < n; j++) {
            row.put(j * part, sources.get(j), i * part, part);
          }
          write(landing, members.get(i), 0, row);
        }
      }
      case ALLTOALLS -> alltoalls(landing, members, sources);
      case REDUCE -> {
        Bytes sum = Reduction.of(members.get(0).call()).total(sources);
        members.forEach(member -> write(landing, member, 0, sum));
      }
      case REDUCE_SCATTER -> {
        Bytes sum = Reduction.of(members.get(0).call()).total(sources);
        int part = sum.length() / n;
        for (int i = 0; i < n; i++) {
          write(landing, members.get(i), 0, sum.slice(i * part, (i + 1) * part));
        }
      }
      default -> throw new IllegalStateException(kind + " moves no data among all members");
    }
    landing.forEach((agent, bytes) -> jobState.writableAgent(agent).landing = bytes.buildOrThrow());
  }

  /** The data that a member gives to others, as of its arrival; nothing if it gives nothing. */
  Bytes source(Arrival member, int size, int me) {
    CollectiveOperands own = new CollectiveOperands(member.call(), member.arguments(), size, me);
    return own.reads() ? memory.read(agent(member), own.source(), own.sourceBytes()) : new Bytes(0);
  }

  /**
   * The data that a member gets, if it waited for their givers alone.
   *
   * @param sources the data that the member of an index gives, of those that this one waited for,
   *     and its own
   */
  ImmutableMap<Long, Bytes> landing(
      Arrival member, int size, int me, IntFunction<@Nullable Bytes> sources) {
    CollectiveOperands own = new CollectiveOperands(member.call(), member.arguments(), size, me);
    if (!own.writes()) {
      return ImmutableMap.of();
    }
    int root = (int) member.argument(ROOT);
    Bytes bytes =
        switch (member.call().kind()) {
          case BROADCAST -> given(sources, root);
          case SCATTER -> {
            int part = (int) member.argument(LENGTH);
            yield given(sources, root).slice(me * part, (me + 1) * part);
          }
          case GATHER -> Bytes.concatenate(given(sources, 0, size));
          case REDUCE_TO_ROOT -> Reduction.of(member.call()).total(given(sources, 0, size));
          case SCAN -> {
            List<Bytes> before = given(sources, 0, me + (int) member.argument(LENGTH + 1));
            yield before.isEmpty()
                ? new Bytes(given(sources, me).length())
                : Reduction.of(member.call()).total(before);
          }
          default -> throw new IllegalStateException(member.call().kind() + " is for all members");
        };
    return ImmutableMap.of(member.argument(DESTINATION), bytes);
  }

  private static List<Bytes> given(IntFunction<@Nullable Bytes> sources, int from, int to) {
    return IntStream.range(from, to).mapToObj(index -> given(sources, index)).toList();
  }

  private static Bytes given(IntFunction<@Nullable Bytes> sources, int index) {
    Bytes source = sources.apply(index);
    if (source == null) {
      throw new IllegalStateException("member " + index + " has not arrived");
    }
    return source;
  }

  private static void alltoalls(
      Map<Integer, ImmutableMap.Builder<Long, Bytes>> landing,
      List<Arrival> members,
      List<Bytes> sources) {
    Arrival first = members.get(0);
    int bytes = CollectiveOperands.element(first.call());
    int toStride = (int) first.argument(LENGTH) * bytes;
    int fromStride = (int) first.argument(LENGTH + 1) * bytes;
    int count = (int) first.argument(LENGTH + 2);
    for (int i = 0; i < members.size(); i++) {
      for (int j = 0; j < members.size(); j++) {
        for (int k = 0; k < count; k++) {
          int from = (i * count + k) * fromStride;
          int to = (j * count + k) * toStride;
          write(landing, members.get(i), to, sources.get(j).slice(from, from + bytes));
        }
      }
    }
  }

  private static void write(
      Map<Integer, ImmutableMap.Builder<Long, Bytes>> landing,
      Arrival member,
      int offset,
      Bytes bytes) {
    landing
        .computeIfAbsent(member.agent(), _ -> ImmutableMap.builder())
        .put(member.argument(DESTINATION) + offset, bytes);
  }

  /** Writes the results of a collective for an agent, as its call returns. */
  void land(Agent agent) {
    ImmutableMap<Long, Bytes> landing = agent.landing;
    agent.landing = ImmutableMap.of();
    landing.forEach((address, bytes) -> memory.write(agent, address, bytes));
  }

  private Agent agent(Arrival member) {
    return jobState.writableAgent(member.agent());
  }

  private void require(Agent agent, Instruction.Arrive call, long address, int bytes) {
    if (bytes == 0) {
      return;
    }
    if (call.family() == Family.MPI || call.family() == Family.NCCL) {
      memory.requireOperand(agent, address, bytes);
    } else {
      memory.requireSymmetric(agent, address, bytes);
    }
  }

  private static boolean rooted(MeetingKind kind) {
    return switch (kind) {
      case BROADCAST, REDUCE_TO_ROOT, GATHER, SCATTER -> true;
      default -> false;
    };
  }
}
