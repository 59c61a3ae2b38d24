package org.shmemlab.model.repair;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.shmemlab.model.program.AgentCode;
import org.shmemlab.model.program.CallTrait;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.repair.Change.Spot;
import org.shmemlab.model.repair.GroupCalls.GroupCall;

/**
 * Lists the statements of a program that may be dependent, in order of its functions. A statement
 * is straight code of one line up to the first instruction that gives no value, so that several
 * statements on one line stay apart. The copy of a loop's condition at the end of its body is none:
 * the line stands before the loop. A loop without a body has its condition once.
 */
final class Sites {
  private record Key(SourceLine line, Class<?> kind, boolean task, int ordinal) {}

  private record Found(boolean inside, Instruction kind, List<Integer> anchors, List<Spot> spots) {}

  private final Program program;
  private final BitSet tasks = new BitSet();
  private final BitSet device = new BitSet();
  private final ImmutableList<Site> all;
  private final boolean inlined;

  /**
   * @param inlined whether calls of the library are code of the program, as those of NCCL's header
   *     are: of its line, the call is the one statement
   */
  Sites(Program program, boolean inlined) {
    this.program = program;
    this.inlined = inlined;
    for (int f = 0; f < program.functions().size(); f++) {
      if (program.functions().get(f).kernel()) {
        reach(f, device);
      }
      for (Instruction instruction : program.functions().get(f).body()) {
        if (instruction instanceof Instruction.Enqueue enqueue) {
          tasks.set(enqueue.function());
        }
      }
    }
    this.all = find();
  }

  ImmutableList<Site> all() {
    return all;
  }

  /** Whether a stream calls the function. */
  boolean isTask(int function) {
    return tasks.get(function);
  }

  /**
   * The stream that calls a function, if one does, as a program may name it: 0 where it is the
   * default one.
   */
  Optional<String> stream(int function) {
    if (!isTask(function)) {
      return Optional.empty();
    }
    for (AgentCode code : program.functions()) {
      for (int i = 0; i < code.body().size(); i++) {
        if (code.body().get(i) instanceof Instruction.Enqueue enqueue
            && enqueue.function() == function) {
          OptionalLong number =
              Rematerialization.of(code, new ControlFlow(code), i, List.of(enqueue.stream()))
                  .constant(enqueue.stream());
          return Optional.of(number.isPresent() && number.getAsLong() == 0 ? "0" : "stream");
        }
      }
    }
    return Optional.of("stream");
  }

  /** Whether device threads execute the function. */
  boolean isDevice(int function) {
    return device.get(function);
  }

  /** The kernel or host function whose agents reach a function; itself if it has no caller. */
  int root(int function) {
    for (int f = 0; f < program.functions().size(); f++) {
      BitSet reached = new BitSet();
      reach(f, reached);
      boolean root = program.functions().get(f).kernel() || f == program.main();
      if (root && reached.get(function)) {
        return f;
      }
    }
    return function;
  }

  private void reach(int function, BitSet reached) {
    if (reached.get(function)) {
      return;
    }
    reached.set(function);
    for (Instruction instruction : program.functions().get(function).body()) {
      if (instruction instanceof Instruction.Call call) {
        reach(call.function(), reached);
      }
    }
  }

  private ImmutableList<Site> find() {
    Map<Key, Found> found = new LinkedHashMap<>();
    for (int f = 0; f < program.functions().size(); f++) {
      AgentCode code = program.functions().get(f);
      ControlFlow flow = new ControlFlow(code);
      GroupCalls groups = new GroupCalls(code);
      Map<Key, Integer> ordinals = new HashMap<>();
      for (int i = 0; i < code.body().size(); i++) {
        Instruction instruction = code.body().get(i);
        Optional<GroupCall> group = groups.around(i);
        if (group.isPresent() && group.get().act() != i) {
          continue;
        }
        Optional<GroupCall> line = inlined ? line(code, i) : Optional.empty();
        if (line.isPresent()
            ? communicates(instruction)
            : matters(code, i) && !asksAgain(code, flow, i)) {
          int from =
              line.map(GroupCall::first)
                  .orElse(first(code, flow, group.map(GroupCall::first).orElse(i)));
          int to = line.or(() -> group).map(GroupCall::end).orElse(end(code, flow, i));
          Key any = new Key(code.lines().get(i), instruction.getClass(), tasks.get(f), 0);
          int ordinal = ordinals.merge(any, 1, Integer::sum);
          Found site =
              found.computeIfAbsent(
                  new Key(any.line(), any.kind(), any.task(), ordinal),
                  _ ->
                      new Found(
                          isInside(code, flow, from),
                          instruction,
                          new ArrayList<>(),
                          new ArrayList<>()));
          site.anchors().add(i);
          site.spots().add(new Spot(f, from, to));
        }
      }
    }
    ImmutableList.Builder<Site> sites = ImmutableList.builder();
    found.forEach((key, site) ->
        sites.add(
            new Site(
                key.line(),
                site.inside(),
                site.kind(),
                ImmutableList.copyOf(site.anchors()),
                ImmutableList.copyOf(site.spots()))));
    return sites.build();
  }

  // The line of an instruction, if it has a call that communicates.
  private static Optional<GroupCall> line(AgentCode code, int index) {
    int first = index;
    while (first > 0 && code.lines().get(first - 1).equals(code.lines().get(index))) {
      first--;
    }
    int end = first;
    int act = -1;
    while (end < code.body().size() && code.lines().get(end).equals(code.lines().get(index))) {
      act = communicates(code.body().get(end)) ? end : act;
      end++;
    }
    return act < 0 ? Optional.empty() : Optional.of(new GroupCall(first, act, end));
  }

  private static boolean communicates(Instruction instruction) {
    return instruction instanceof Instruction.OneSided
        || instruction instanceof Instruction.WaitUntil
        || instruction instanceof Instruction.Flush;
  }

  private static boolean matters(AgentCode code, int index) {
    return switch (code.body().get(index)) {
      case Instruction.Quiet _ -> !ofBarrier(code, index);
      case Instruction.Computation _,
          Instruction.Jump _,
          Instruction.ThreadFence _,
          Instruction.Depart _ ->
          false;
      default -> true;
    };
  }

  /** A barrier is a quiet and a meeting. */
  private static boolean ofBarrier(AgentCode code, int index) {
    return index + 1 < code.body().size()
        && code.body().get(index + 1) instanceof Instruction.Arrive arrive
        && arrive.kind() == MeetingKind.BARRIER
        && code.lines().get(index).equals(code.lines().get(index + 1));
  }

  private static boolean isInside(AgentCode code, ControlFlow flow, int first) {
    for (int i = 0; i < code.body().size(); i++) {
      if (code.body().get(i) instanceof Instruction.Branch
          && code.lines().get(i).equals(code.lines().get(first))
          && flow.alwaysBefore(i, first)) {
        return true;
      }
    }
    return false;
  }

  private static boolean asksAgain(AgentCode code, ControlFlow flow, int index) {
    int last = index;
    while (!flow.leads(last + 1) && code.lines().get(last + 1).equals(code.lines().get(index))) {
      last++;
    }
    return code.body().get(last) instanceof Instruction.Branch branch
        && Math.min(branch.ifTrue(), branch.ifFalse()) < first(code, flow, index);
  }

  private static int first(AgentCode code, ControlFlow flow, int index) {
    int first = index;
    while (!flow.leads(first)
        && code.lines().get(first - 1).equals(code.lines().get(index))
        && !ends(code, first - 1)) {
      first--;
    }
    return first;
  }

  private static int end(AgentCode code, ControlFlow flow, int index) {
    int end = index;
    while (end < code.body().size()
        && (end == index || !flow.leads(end))
        && code.lines().get(end).equals(code.lines().get(index))
        && !leaves(code.body().get(end))) {
      if (ends(code, end++)) {
        break;
      }
    }
    return end;
  }

  private static boolean leaves(Instruction instruction) {
    return instruction instanceof Instruction.Jump
        || instruction instanceof Instruction.Branch
        || instruction instanceof Instruction.Return;
  }

  /** Whether a statement ends with this instruction: nothing uses a value of it. */
  private static boolean ends(AgentCode code, int index) {
    int none = Instruction.NO_REGISTER;
    return switch (code.body().get(index)) {
      case Instruction.Transfer _,
          Instruction.PutValue _,
          Instruction.AmoFetchNbi _,
          Instruction.SignalUpdate _,
          Instruction.Fence _,
          Instruction.Store _,
          Instruction.Copy _,
          Instruction.Clear _,
          Instruction.Enqueue _ ->
          true;
      case Instruction.Quiet _ -> !ofBarrier(code, index);
      case Instruction.Amo amo -> amo.dst() == none;
      case Instruction.WaitUntil wait -> wait.dst() == none;
      case Instruction.Call call -> call.dst() == none;
      case Instruction.Invoke invoke -> invoke.dst() == none || invoke.call().has(CallTrait.PRINTS);
      case Instruction.Depart _ -> true;
      default -> false;
    };
  }
}
