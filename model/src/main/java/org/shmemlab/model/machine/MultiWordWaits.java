package org.shmemlab.model.machine;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.Function;
import org.shmemlab.model.access.UninitializedFlow;
import org.shmemlab.model.communication.Waits;
import org.shmemlab.model.interpreter.ExecutionLayers;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.JobState;
import org.shmemlab.model.job.ObservedWords;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Instruction.Quantifier;
import org.shmemlab.model.step.Access;
import org.shmemlab.model.step.Access.Use;
import org.shmemlab.model.step.Step;

/**
 * Lists the steps of agents at a wait or test of several words: one for each answer that it may
 * give now, and one that evaluates all words and stays in the call.
 *
 * <p>Such a partial evaluation is a step only where another agent's enabled step may change a word
 * that it newly observes. That suffices: where an evaluation observes a value that this one does
 * not, the word was changed in between, and before that change another evaluation was enabled;
 * words that no agent changes are observed by the last evaluation.
 */
final class MultiWordWaits {
  private final JobState jobState;
  private final ExecutionLayers layers;
  private final Accesses accesses;

  MultiWordWaits(Machine machine, Accesses accesses) {
    this.jobState = machine.jobState();
    this.layers = machine.layers();
    this.accesses = accesses;
  }

  /** Whether an agent with code stands before such a call, and its operands can be used. */
  boolean isNext(Agent agent) {
    if (!(jobState.code(agent.function).body[agent.pc] instanceof Instruction.WaitUntil wait)
        || wait.quantifier() == Quantifier.ONE) {
      return false;
    }
    try {
      UninitializedFlow.requireArguments(agent, wait);
      layers.communication.waits().answers(agent, wait);
      return true;
    } catch (Fault fault) {
      return false; // the step itself reports it, with its line
    }
  }

  /** The answers that an agent's call may give now. */
  List<Step> answers(Agent agent, boolean mayFail) {
    Instruction.WaitUntil wait = next(agent);
    List<Waits.Answer> answers = layers.communication.waits().answers(agent, wait);
    List<Step> steps = new ArrayList<>(answers.size());
    for (int k = 0; k < answers.size(); k++) {
      boolean holds = answers.get(k).holds();
      if (holds ? layers.communication.waits().mayObserve(agent, wait) : mayFail) {
        boolean only = answers.size() == 1 && agent.observedWords.equals(ObservedWords.NONE);
        steps.add(only ? new Step.OfAgent(agent.id) : new Step.OfLook(agent.id, k));
      }
    }
    return steps;
  }

  /**
   * The evaluations that observe a word which one of these steps may change.
   *
   * @param agents agents at such a call
   * @param touched the accesses of a step
   */
  List<Step> looks(List<Agent> agents, List<Step> steps, Function<Step, List<Access>> touched) {
    List<Step> looks = new ArrayList<>(0);
    for (Agent agent : agents) {
      List<Access> unread = unread(agent);
      if (!unread.isEmpty()
          && steps.stream().anyMatch(step -> changes(step, touched.apply(step), unread))) {
        looks.add(new Step.OfLook(agent.id, Step.OfLook.ON));
      }
    }
    return looks;
  }

  private boolean changes(Step step, List<Access> touched, List<Access> unread) {
    if (step instanceof Step.OfAgent && jobState.rules().capabilities().actsAtIssue()) {
      return true; // the word that it updates is not known before it is issued
    }
    for (Access access : touched) {
      for (Access word : unread) {
        boolean own = access.agent() == word.agent() && access.operation() < 0;
        if (access.use().updates() && !own && access.overlaps(word)) {
          return true;
        }
      }
    }
    return false;
  }

  private List<Access> unread(Agent agent) {
    Instruction.WaitUntil wait = next(agent);
    BitSet words = layers.communication.waits().unread(agent, wait);
    return words.isEmpty() ? List.of() : accesses.words(agent, wait, words, Use.WAIT);
  }

  private Instruction.WaitUntil next(Agent agent) {
    return (Instruction.WaitUntil) jobState.code(agent.function).body[agent.pc];
  }
}
