package org.shmemlab.transports.simulate;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Records the operations of a run, in the order in which they were issued. */
final class MessageLog {
  private final List<Message> all = new ArrayList<>();
  private final Map<Integer, Integer> places = new HashMap<>(); // by operation; looked up only

  void issued(Message message) {
    places.put(message.operation(), all.size());
    all.add(message);
  }

  void read(int operation, long time) {
    change(operation, message -> message.with(time, message.arrived(), message.complete()));
  }

  void arrived(int operation, long time) {
    change(operation, message -> message.with(message.read(), time, message.complete()));
  }

  void complete(int operation, long time) {
    change(operation, message -> message.with(message.read(), message.arrived(), time));
  }

  private void change(int operation, UnaryOperator<Message> later) {
    Integer place = places.get(operation);
    if (place != null) {
      all.set(place, later.apply(all.get(place)));
    }
  }

  ImmutableList<Message> list() {
    return ImmutableList.copyOf(all);
  }
}
