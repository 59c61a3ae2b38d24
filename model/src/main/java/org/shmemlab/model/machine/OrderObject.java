package org.shmemlab.model.machine;

import org.shmemlab.model.job.Agent;
import org.shmemlab.model.operation.Origin;
import org.shmemlab.model.operation.Pending;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.program.Space;
import org.shmemlab.model.step.Access;
import org.shmemlab.model.step.Access.Use;

/**
 * Lists the objects that stand for an order of steps which counts although they access no memory: a
 * step accesses one as it would access memory, so that dependence and visibility follow from its
 * accesses alone.
 */
enum OrderObject {
  /** The order in which agents of a PE arrive at collectives. */
  ARRIVALS("the order of calls"),
  /** The order of issuing operations and of quiets that cover those of the whole PE. */
  ISSUES("the order of calls"),
  /** The one call that a host with serialized threads may make at a time. */
  CALLS("the order of calls"),
  /** The progress of devices, which queries observe and the end of the job cuts off. */
  PROGRESS("the order of calls"),
  /** A team's collectives, of which a PE is at one at a time. */
  TEAM("a team"),
  /** The life of a PE's host. */
  HOST("the order of calls"),
  /** A barrier for a number of agents. */
  BARRIER("a barrier"),
  /** The setup that all threads of a PE share. */
  SETUP("what a PE has set up"),
  /** The messages that are sent to a PE. */
  MAILBOX("the messages of a PE"),
  /** The order of the fences of threads that are in one order. */
  FENCES("the order of fences");

  private static final OrderObject[] ALL = values();

  private final String text;

  OrderObject(String text) {
    this.text = text;
  }

  /** An access by an agent's next step to the only one of a PE. */
  Access access(Agent agent, int pe, Use use, SourceLine line) {
    return access(agent, pe, 0, use, line);
  }

  /**
   * An access by an agent's next step.
   *
   * @param which of a PE's objects of this kind
   */
  Access access(Agent agent, int pe, int which, Use use, SourceLine line) {
    return Access.of(place(pe, which), 0, 1, use, -1, agent.id, agent.pe, line);
  }

  /** An access by an event of an operation. */
  Access access(Pending pending, int pe, Use use) {
    Origin origin = pending.operation().origin();
    return Access.of(
        place(pe, 0), 0, 1, use, pending.number(), origin.agent(), origin.pe(), origin.line());
  }

  /** Where one of these objects is. */
  Access.Place place(int pe, int which) {
    return new Access.Place(Space.NONE, pe, which, ordinal(), text);
  }

  /** The object at a place that is not in memory. */
  static OrderObject at(Access.Place place) {
    return ALL[place.index()];
  }
}
