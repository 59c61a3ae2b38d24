package org.shmemlab.transports.simulate;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.job.Wait;
import org.shmemlab.model.program.Address;

/** Queues waiting agents by the condition of their wait, in the order in which they came. */
final class WaitingAgents {
  private final Map<Long, Queue<Integer>> onWord = new HashMap<>(); // looked up only
  private final Map<Integer, Queue<Integer>> onDevice = new HashMap<>();
  private final Queue<Integer> onOperation = new ArrayDeque<>();

  void park(int agent, int pe, Wait wait) {
    switch (wait) {
      case Wait.ForWords words ->
          onWord
              .computeIfAbsent(word(pe, Address.index(words.address())), _ -> new ArrayDeque<>())
              .add(agent);
      case Wait.ForDevice _, Wait.ForThreads _, Wait.ForGrid _, Wait.ForTask _ ->
          onDevice.computeIfAbsent(pe, _ -> new ArrayDeque<>()).add(agent);
      case Wait.ForOperation _,
          Wait.ForQuiet _,
          Wait.ForFlush _,
          Wait.ForFence _,
          Wait.ForVisibility _,
          Wait.ForStores _,
          Wait.ForSystemFence _ ->
          onOperation.add(agent);
      case Wait.ForMeeting _ -> {} // the last one to arrive names it
    }
  }

  void wakeWord(int pe, int object, IntConsumer wake) {
    if (!onWord.isEmpty()) {
      all(onWord.remove(word(pe, object)), wake);
    }
  }

  void wakeDevice(int pe, IntConsumer wake) {
    all(onDevice.remove(pe), wake);
  }

  /** An event of an operation has happened. */
  void wakeOperation(IntConsumer wake) {
    all(onOperation, wake);
  }

  private static void all(@Nullable Queue<Integer> parked, IntConsumer wake) {
    if (parked == null) {
      return;
    }
    for (int left = parked.size();
        left > 0;
        left--) { // an agent that parks again has to wait again
      wake.accept(parked.remove());
    }
  }

  private static long word(int pe, int object) {
    return (long) pe << 32 | object;
  }
}
