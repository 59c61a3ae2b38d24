package org.shmemlab.labs.grading;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableListMultimap;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSortedMap;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.AgentCode;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Instruction.Direction;
import org.shmemlab.model.program.Instruction.Family;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.program.ThreadScope;
import org.shmemlab.model.threads.ThreadOrder;

/** Finds the kinds of calls in a program: in its compiled code, not in its text. */
final class CallInventory {
  private CallInventory() {}

  /**
   * The first line of each kind of call, by the names of {@code CallWords}.
   *
   * @param file the source whose lines count
   */
  static ImmutableMap<String, SourceLine> of(Program program, String file) {
    TreeMap<String, SourceLine> first = new TreeMap<>();
    for (Call call : all(program, file)) {
      first.putIfAbsent(call.word, call.line);
    }
    return ImmutableSortedMap.copyOf(first);
  }

  /** The kinds of all calls in the order in which they stand in the source. */
  static ImmutableList<String> inOrder(Program program, String file) {
    return all(program, file).stream()
        .map(call -> call.word)
        .collect(ImmutableList.toImmutableList());
  }

  /** The kinds of calls of each line. */
  static ImmutableListMultimap<SourceLine, String> byLine(Program program, String file) {
    ImmutableListMultimap.Builder<SourceLine, String> words = ImmutableListMultimap.builder();
    all(program, file).forEach(call -> words.put(call.line, call.word));
    return words.build();
  }

  private record Call(SourceLine line, String word) {
    static final Comparator<Call> BY_PLACE =
        Comparator.comparing(Call::line).thenComparing(Call::word);
  }

  private static SortedSet<Call> all(Program program, String file) {
    SortedSet<Call> calls = new TreeSet<>(Call.BY_PLACE);
    for (AgentCode code : program.functions()) {
      Set<SourceLine> meetings = meetings(code);
      for (int i = 0; i < code.body().size(); i++) {
        String word = word(code.body().get(i));
        SourceLine line = code.lines().get(i);
        boolean part = "quiet".equals(word) && meetings.contains(line);
        if (word != null && !part && line.file().equals(file)) {
          calls.add(new Call(line, word));
        }
      }
    }
    return calls;
  }

  /** Where PEs meet: a barrier, a release and the end of the library have a quiet in them. */
  private static Set<SourceLine> meetings(AgentCode code) {
    Set<SourceLine> lines = new HashSet<>();
    for (int i = 0; i < code.body().size(); i++) {
      if (code.body().get(i) instanceof Instruction.Arrive arrive && arrive.kind().isCollective()) {
        lines.add(code.lines().get(i));
      }
    }
    return lines;
  }

  private static @Nullable String word(Instruction instruction) {
    return switch (instruction) {
      case Instruction.Transfer transfer -> transfer(transfer);
      case Instruction.PutValue _ -> "p";
      case Instruction.GetValue _ -> "g";
      case Instruction.Amo _, Instruction.AmoFetchNbi _ -> "atomic";
      case Instruction.SignalUpdate _ -> "signal_op";
      case Instruction.SignalFetch _ -> "signal_fetch";
      case Instruction.Fence _ -> "fence";
      case Instruction.Quiet _ -> "quiet";
      case Instruction.Flush _ -> "flush";
      case Instruction.RegionStart _ -> "region_start";
      case Instruction.RegionStop _ -> "region_stop";
      case Instruction.WaitUntil wait ->
          wait.signal() ? "signal_wait" : wait.blocking() ? "wait" : "test";
      case Instruction.ThreadFence(ThreadScope reach, String event)
          when ThreadOrder.PTX.at(event).isOfThreads() ->
          reach == ThreadScope.BLOCK ? "threadfence_block" : "threadfence";
      case Instruction.Arrive arrive ->
          arrive.kind() == MeetingKind.BLOCK_BARRIER ? "syncthreads" : meeting(arrive);
      default -> null;
    };
  }

  private static String transfer(Instruction.Transfer transfer) {
    String what = transfer.direction() == Direction.GET ? "get" : "put";
    return what
        + (transfer.signal() == null ? "" : "_signal")
        + (transfer.blocking() ? "" : "_nbi");
  }

  private static @Nullable String meeting(Instruction.Arrive arrive) {
    boolean ofLibrary = arrive.family() == Family.NVSHMEM || arrive.family() == Family.OPENSHMEM;
    if (!ofLibrary || arrive.kind().place() != MeetingKind.Place.TEAM) {
      return null;
    }
    return switch (arrive.kind()) {
      case BARRIER -> "barrier";
      case SYNC -> "sync";
      case TEAM_SPLIT_STRIDED, TEAM_SPLIT_2D, TEAM_SPLIT_COLOR, TEAM_DESTROY -> null;
      default -> "collective";
    };
  }
}
