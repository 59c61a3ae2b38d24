package org.shmemlab.model.communication;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.shmemlab.model.access.JobMemory;
import org.shmemlab.model.access.PlainLoads;
import org.shmemlab.model.arithmetic.Arithmetic;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.JobState;
import org.shmemlab.model.job.ObservedWords;
import org.shmemlab.model.job.Wait;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.memory.MemoryObject;
import org.shmemlab.model.operation.OrderingCall;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.Comparison;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Instruction.Quantifier;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.step.Step;

/**
 * Executes the wait and test families on local symmetric words (NVSHMEM API, "Point-to-point
 * synchronization"; OpenSHMEM 1.6, section 9.11). A wait is a guarded step; a test gives its answer
 * at once. Words with a non-zero status are left out.
 *
 * <p>A call evaluates its words one after another, in any order, each at a time of its own (memory
 * model, section 9). So {@code _any} may report any word that holds; a word that held in an earlier
 * evaluation of the same call ({@link ObservedWords}) counts for {@code _all} and {@code _some},
 * although it no longer holds; and a word that did not hold when it was evaluated may be missing in
 * {@code _some}, whose indices begin with that of any word and go round. Which answers are
 * possible, {@link #answers} says. In a run, {@code _any} begins after the word that the agent's
 * last one gave, so that a series of calls gives each.
 */
public final class Waits {
  private static final Comparison[] COMPARISONS = Comparison.values();

  /** Words that may be reported or not double the answers; with more, not all are tried. */
  private static final int MOST_OPEN = 20;

  private final JobState jobState;
  private final JobMemory memory;
  private final PlainLoads plainLoads;

  Waits(JobState jobState, JobMemory memory, PlainLoads plainLoads) {
    this.jobState = jobState;
    this.memory = memory;
    this.plainLoads = plainLoads;
  }

  /**
   * A way in which a call may end now.
   *
   * @param holds whether its condition holds; else it is a test that says no
   * @param word the word that {@code _any} gives, and that the indices of {@code _some} begin with;
   *     -1 if there is none
   * @param words the result of {@code _some}
   */
  public record Answer(boolean holds, int word, BitSet words) {}

  private static final Answer NO = new Answer(false, -1, new BitSet());
  private static final Answer YES = new Answer(true, -1, new BitSet());

  /** The result of evaluating every word: those that are asked for, and those of them that hold. */
  private record View(BitSet asked, BitSet now) {
    BitSet failing() {
      BitSet failing = (BitSet) asked.clone();
      failing.andNot(now);
      return failing;
    }
  }

  /** Executes a call with one evaluation of all words; false if it has to wait. */
  boolean execute(Agent agent, Instruction.WaitUntil i) {
    List<Answer> answers = answers(agent, i);
    if (answers.isEmpty()) {
      agent.wait =
          new Wait.ForWords(i, words(agent, i), count(agent, i), register(agent, i.value()));
      return false;
    }
    return answer(agent, i, answers.get(first(agent, i, answers)));
  }

  private static int first(Agent agent, Instruction.WaitUntil i, List<Answer> answers) {
    if (i.quantifier() == Quantifier.ANY) {
      for (int k = 0; k < answers.size(); k++) {
        if (answers.get(k).word() >= agent.nextWord) {
          return k;
        }
      }
    }
    return 0;
  }

  /**
   * Ends a call in this way; false if the data that it waited for are not visible to the agent yet.
   */
  private boolean answer(Agent agent, Instruction.WaitUntil i, Answer answer) {
    if (answer.holds() && !mayObserve(agent, i)) {
      agent.wait = new Wait.ForVisibility(call(i));
      return false;
    }
    long result =
        switch (i.quantifier()) {
          case ONE -> i.signal() ? load(agent, i, words(agent, i), 0) : answer.holds() ? 1 : 0;
          case ALL -> answer.holds() ? 1 : 0;
          case ANY -> answer.word();
          case SOME -> {
            report(agent, i, answer);
            yield answer.words().cardinality();
          }
        };
    if (answer.holds()) {
      plainLoads.passed(agent, call(i));
    }
    agent.observedWords = ObservedWords.NONE;
    agent.nextWord = i.quantifier() == Quantifier.ANY ? answer.word() + 1 : 0;
    if (i.dst() >= 0) {
      agent.registers[agent.base + i.dst()] = result;
      agent.unset(agent.base + i.dst(), null);
    }
    return true;
  }

  /** Whether the agent does not stand before a wait whose condition does not hold. */
  public boolean mayWaitEnd(Agent agent) {
    Instruction next = jobState.code(agent.function).body[agent.pc];
    if (!(next instanceof Instruction.WaitUntil wait)) {
      return true;
    }
    try {
      return holds(agent, wait) ? mayObserve(agent, wait) : !wait.blocking();
    } catch (Fault fault) {
      return true; // the step itself reports it, with its line
    }
  }

  /**
   * Whether the agent, which stands before a step, could take it if a word had less by this amount;
   * true of everything but waits for one word.
   */
  public boolean mayGoOnWithout(Agent agent, long amount) {
    if (!(jobState.code(agent.function).body[agent.pc] instanceof Instruction.WaitUntil wait)
        || wait.quantifier() != Quantifier.ONE
        || !wait.blocking()) {
      return true;
    }
    try {
      return holdsWithout(agent, wait, amount);
    } catch (Fault fault) {
      return true; // the step itself reports it, with its line
    }
  }

  /** Whether a call that waits for one word would end if the word had less by this amount. */
  private boolean holdsWithout(Agent agent, Instruction.WaitUntil i, long amount) {
    long value = i.type().canonical(load(agent, i, words(agent, i), 0) - amount);
    Comparison comparison = comparison(register(agent, i.operator()));
    return holds(comparison, i.type(), value, wanted(agent, i, 0));
  }

  /** Whether a wait would end now. */
  public boolean holds(Agent agent, Instruction.WaitUntil i) {
    for (Answer answer : answers(agent, i)) {
      if (answer.holds()) {
        return true;
      }
    }
    return false;
  }

  /**
   * How a call may end now: with one last evaluation of all words, after those that it has done.
   * None if it has to wait. The first is the answer without those.
   */
  public List<Answer> answers(Agent agent, Instruction.WaitUntil i) {
    View view = view(agent, i);
    BitSet asked = view.asked();
    BitSet held = union(view.now(), agent.observedWords.held());
    BitSet failed = union(view.failing(), agent.observedWords.failed());
    held.and(asked);
    failed.and(asked);
    List<Answer> answers = new ArrayList<>(1);
    switch (i.quantifier()) {
      case ONE, ALL -> {
        if (held.equals(asked)) {
          answers.add(YES);
        }
        if (!view.now().equals(asked) && !i.blocking()) {
          answers.add(NO);
        }
      }
      case ANY -> {
        for (int word = view.now().nextSetBit(0); word >= 0; ) {
          answers.add(new Answer(true, word, new BitSet()));
          word = view.now().nextSetBit(word + 1);
        }
        if (asked.isEmpty()) {
          answers.add(YES);
        } else if (failed.equals(asked) && !i.blocking()) {
          answers.add(NO);
        }
      }
      case SOME -> {
        if (asked.isEmpty()) {
          answers.add(YES);
        } else {
          subsets(answers, held, failed, i.blocking());
        }
      }
    }
    return answers;
  }

  // Words that were seen to hold only are reported, words that were seen both ways may be.
  private static void subsets(List<Answer> answers, BitSet held, BitSet failed, boolean blocking) {
    BitSet surely = (BitSet) held.clone();
    surely.andNot(failed);
    int[] open = intersection(held, failed).stream().limit(MOST_OPEN).toArray();
    for (int chosen = 0; chosen < 1 << open.length; chosen++) {
      BitSet words = (BitSet) surely.clone();
      for (int k = 0; k < open.length; k++) {
        words.set(open[k], (chosen >> k & 1) != 0);
      }
      if (!words.isEmpty()) {
        words.stream().forEach(first -> answers.add(new Answer(true, first, words)));
      } else if (!blocking) {
        answers.add(NO);
      }
    }
  }

  /** The agent's wait or test of several words takes the step. */
  public void look(Agent agent, int answer) {
    if (!(jobState.code(agent.function).body[agent.pc] instanceof Instruction.WaitUntil wait)) {
      throw new IllegalArgumentException("no wait or test looks at words here");
    }
    if (answer == Step.OfLook.ON) {
      look(agent, wait);
    } else if (answer(agent, wait, answers(agent, wait).get(answer))) {
      agent.wait = null;
      agent.pc++;
      agent.executed++;
    }
  }

  /** The agent evaluates every word and stays in the call. */
  private void look(Agent agent, Instruction.WaitUntil i) {
    View view = view(agent, i);
    BitSet open = unread(agent, i);
    BitSet held = intersection(view.now(), open);
    BitSet failed = intersection(view.failing(), open);
    agent.observedWords =
        new ObservedWords(
            union(agent.observedWords.held(), held), union(agent.observedWords.failed(), failed));
  }

  /**
   * Words whose evaluation would give the call new and useful information: that a word holds for
   * {@code _all}, that it fails for a test of {@code _any} while others hold, either for {@code
   * _some}.
   */
  public BitSet unread(Agent agent, Instruction.WaitUntil i) {
    if (i.quantifier() == Quantifier.ONE) {
      return new BitSet();
    }
    View view = view(agent, i);
    BitSet held = (BitSet) view.now().clone();
    held.andNot(agent.observedWords.held());
    BitSet failing = view.failing();
    failing.andNot(agent.observedWords.failed());
    return switch (i.quantifier()) {
      case ONE -> new BitSet();
      case ALL -> view.failing().isEmpty() ? new BitSet() : held;
      case ANY -> i.blocking() || view.now().isEmpty() ? new BitSet() : failing;
      case SOME -> union(held, failing);
    };
  }

  /** The words that a call asks for: those that its status does not leave out. */
  public BitSet asked(Agent agent, Instruction.WaitUntil i) {
    int count = count(agent, i);
    long status = status(agent, i);
    BitSet asked = new BitSet(count);
    for (int slot = 0; slot < count; slot++) {
      asked.set(slot, status == 0 || memory.load(agent, ScalarType.I32, status + 4L * slot) == 0);
    }
    return asked;
  }

  private View view(Agent agent, Instruction.WaitUntil i) {
    BitSet asked = asked(agent, i);
    long words = words(agent, i);
    int bytes = i.type().bytes();
    Comparison comparison = comparison(register(agent, i.operator()));
    BitSet now = new BitSet(asked.length());
    for (int slot = asked.nextSetBit(0); slot >= 0; slot = asked.nextSetBit(slot + 1)) {
      memory.requireSymmetric(agent, words + (long) slot * bytes, bytes);
      long seen = load(agent, i, words, slot);
      now.set(slot, holds(comparison, i.type(), seen, wanted(agent, i, slot)));
    }
    return new View(asked, now);
  }

  private long load(Agent agent, Instruction.WaitUntil i, long words, int slot) {
    MemoryObject object = memory.symmetric(agent.pe, words);
    long offset = Address.offset(words) + (long) slot * i.type().bytes();
    return memory.used(agent, object, i.type(), offset);
  }

  private long wanted(Agent agent, Instruction.WaitUntil i, int slot) {
    long value = register(agent, i.value());
    return i.vector()
        ? memory.load(agent, i.type(), value + (long) slot * i.type().bytes())
        : i.type().canonical(value);
  }

  private void report(Agent agent, Instruction.WaitUntil i, Answer answer) {
    long indices = register(agent, i.indices());
    int word = answer.word();
    for (int k = 0; k < answer.words().cardinality(); k++) {
      memory.store(agent, ScalarType.U64, indices + 8L * k, word);
      int next = answer.words().nextSetBit(word + 1);
      word = next < 0 ? answer.words().nextSetBit(0) : next;
    }
  }

  // ---------------------------------------------------------------- operands

  public static long words(Agent agent, Instruction.WaitUntil i) {
    return register(agent, i.words());
  }

  /**
   * How many words a call names, those that are left out included.
   *
   * @throws Fault if no object has so many
   */
  public static int count(Agent agent, Instruction.WaitUntil i) {
    long count = i.quantifier() == Quantifier.ONE ? 1 : register(agent, i.count());
    if (count < 0 || count > Integer.MAX_VALUE / i.type().bytes()) {
      throw new Fault("a wait on %s words", count);
    }
    return (int) count;
  }

  /** The address of the status array, or 0. */
  public static long status(Agent agent, Instruction.WaitUntil i) {
    return i.status() < 0 ? 0 : register(agent, i.status());
  }

  private static BitSet union(BitSet a, BitSet b) {
    BitSet both = (BitSet) a.clone();
    both.or(b);
    return both;
  }

  private static BitSet intersection(BitSet a, BitSet b) {
    BitSet both = (BitSet) a.clone();
    both.and(b);
    return both;
  }

  static boolean holds(Comparison comparison, ScalarType type, long seen, long wanted) {
    BinaryOp op =
        switch (comparison) {
          case EQ -> BinaryOp.EQ;
          case NE -> BinaryOp.NE;
          case GT -> BinaryOp.GT;
          case LE -> BinaryOp.LE;
          case LT -> BinaryOp.LT;
          case GE -> BinaryOp.GE;
        };
    return compare(op, type, seen, wanted);
  }

  private static boolean compare(BinaryOp op, ScalarType type, long seen, long wanted) {
    ScalarType wide = type.floating() ? type : type.signed() ? ScalarType.I64 : ScalarType.U64;
    return Arithmetic.binary(op, wide, seen, wanted) != 0;
  }

  public static Comparison comparison(long number) {
    if (number < 0 || number >= COMPARISONS.length) {
      throw new Fault("comparison operator %s is none of CMP_EQ to CMP_GE (0 to 5)", number);
    }
    return COMPARISONS[(int) number];
  }

  private static long register(Agent agent, int register) {
    return agent.registers[agent.base + register];
  }

  /** Whether the words of a satisfied wait or test are visible. */
  public boolean mayObserve(Agent agent, Instruction.WaitUntil wait) {
    return jobState
        .rules()
        .mayPass(call(wait), Completion.caller(agent, Contexts.DEFAULT), jobState.inFlight());
  }

  static OrderingCall call(Instruction.WaitUntil wait) {
    return wait.signal() ? OrderingCall.SIGNAL_WAIT : OrderingCall.WAIT;
  }
}
