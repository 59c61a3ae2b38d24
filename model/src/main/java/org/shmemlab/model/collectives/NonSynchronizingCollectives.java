package org.shmemlab.model.collectives;

import com.google.common.collect.Range;
import com.google.common.primitives.ImmutableIntArray;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.JobState;
import org.shmemlab.model.job.Meeting;
import org.shmemlab.model.job.Meeting.Arrival;
import org.shmemlab.model.job.ProgramFailure;
import org.shmemlab.model.job.Team;
import org.shmemlab.model.job.Teams;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.step.MeetingPlace.Handover;
import org.shmemlab.model.step.MeetingPlace.InTeam;

/**
 * Collectives whose members wait for those alone whose data they are to have ({@link
 * MeetingKind#awaited}): the root of a broadcast goes on before the others have come, and they do
 * not wait for each other.
 */
public final class NonSynchronizingCollectives {
  private final JobState jobState;
  private final DataCollectives data;
  private final BiFunction<Arrival, Arrival, Optional<ProgramFailure>> disagreement;

  /**
   * Handovers of a job.
   *
   * @param disagreement says why two calls are not of one collective
   */
  NonSynchronizingCollectives(
      JobState jobState,
      DataCollectives data,
      BiFunction<Arrival, Arrival, Optional<ProgramFailure>> disagreement) {
    this.jobState = jobState;
    this.data = data;
    this.disagreement = disagreement;
  }

  /**
   * A member has arrived: keeps its data, and lets those members go on that waited for it alone.
   */
  void arrived(InTeam place, Meeting meeting, Arrival arrival) {
    Team team = team(arrival);
    int index = team.indexOf(arrival.pe());
    meeting.keep(arrival.pe(), data.source(arrival, team.size(), index));
    jobState.happensBeforeListener().left(arrival.agent(), new Handover(place, arrival.pe()));
    for (Arrival waiting : List.copyOf(meeting.arrivals())) {
      if (meeting.isGone(waiting) || waiting.call().kind().awaitsAll()) {
        continue;
      }
      Range<Integer> awaited = awaited(waiting, team);
      if ((waiting.pe() == arrival.pe() || awaited.contains(index))
          && haveArrived(meeting, waiting, awaited, team)) {
        letGo(place, meeting, waiting, awaited, team);
      }
    }
  }

  /** All members have come and gone. */
  void close(InTeam place, Meeting meeting) {
    for (Arrival arrival : meeting.arrivals()) {
      jobState.happensBeforeListener().closed(new Handover(place, arrival.pe()));
    }
  }

  /** World numbers of the PEs that an agent waits for, which has arrived at a meeting of a team. */
  public static ImmutableIntArray awaitedPes(JobState jobState, Meeting meeting, Agent agent) {
    Arrival arrival = meeting.arrival(agent.pe);
    Team team = Teams.ofCall(jobState, agent.pe, arrival.argument(0));
    Range<Integer> awaited = awaited(arrival, team);
    return team.members().subArray(awaited.lowerEndpoint(), awaited.upperEndpoint());
  }

  private boolean haveArrived(Meeting meeting, Arrival waiting, Range<Integer> awaited, Team team) {
    for (int other = awaited.lowerEndpoint(); other < awaited.upperEndpoint(); other++) {
      if (!meeting.has(team.members().get(other))) {
        return false;
      }
    }
    // Calls that do not match are reported when all have arrived or no step is enabled.
    return meeting.arrivals().stream()
        .filter(arrival -> awaited.contains(team.indexOf(arrival.pe())))
        .allMatch(arrival -> disagreement.apply(arrival, waiting).isEmpty());
  }

  private void letGo(
      InTeam place, Meeting meeting, Arrival waiting, Range<Integer> awaited, Team team) {
    meeting.letGo(waiting);
    Agent agent = jobState.writableAgent(waiting.agent());
    agent.at = null;
    agent.meetingResult = 0;
    agent.landing =
        data.landing(
            waiting,
            team.size(),
            team.indexOf(waiting.pe()),
            index -> meeting.source(team.members().get(index)));
    BitSet alone = new BitSet();
    alone.set(agent.id);
    for (int other = awaited.lowerEndpoint(); other < awaited.upperEndpoint(); other++) {
      if (team.members().get(other) != waiting.pe()) {
        jobState
            .happensBeforeListener()
            .found(alone, new Handover(place, team.members().get(other)));
      }
    }
    jobState.wakeups().agent(agent.id);
    jobState.changed();
  }

  private Team team(Arrival arrival) {
    return Teams.ofCall(jobState, arrival.pe(), arrival.argument(0));
  }

  // Indices in the team.
  private static Range<Integer> awaited(Arrival arrival, Team team) {
    MeetingKind kind = arrival.call().kind();
    int me = team.indexOf(arrival.pe());
    int root = (int) arrival.argument(CollectiveOperands.ROOT);
    return kind.awaited(me, root, team.size());
  }
}
