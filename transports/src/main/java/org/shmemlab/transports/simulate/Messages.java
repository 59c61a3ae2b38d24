package org.shmemlab.transports.simulate;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.transports.cost.Kind;

/** The operations of a run, in the order in which they were issued. */
final class Messages {
  private final List<Building> all = new ArrayList<>();
  private final Map<Integer, Building> byOperation = new HashMap<>(); // looked up only

  /** One that is not over. */
  private static final class Building {
    final int operation;
    final Kind kind;
    final int from;
    final String agent;
    final SourceLine line;
    final int to;
    final long bytes;
    final long issued;
    long read = Message.NEVER;
    long arrived = Message.NEVER;
    long complete = Message.NEVER;

    Building(
        int operation,
        Kind kind,
        int from,
        String agent,
        SourceLine line,
        int to,
        long bytes,
        long issued) {
      this.operation = operation;
      this.kind = kind;
      this.from = from;
      this.agent = agent;
      this.line = line;
      this.to = to;
      this.bytes = bytes;
      this.issued = issued;
    }

    Message build() {
      return new Message(
          operation, kind, from, agent, line, to, bytes, issued, read, arrived, complete);
    }
  }

  void issued(
      int operation,
      Kind kind,
      int from,
      String agent,
      SourceLine line,
      int to,
      long bytes,
      long time) {
    Building message = new Building(operation, kind, from, agent, line, to, bytes, time);
    all.add(message);
    byOperation.put(operation, message);
  }

  void read(int operation, long time) {
    Building message = byOperation.get(operation);
    if (message != null) {
      message.read = time;
    }
  }

  void arrived(int operation, long time) {
    Building message = byOperation.get(operation);
    if (message != null) {
      message.arrived = time;
    }
  }

  void complete(int operation, long time) {
    Building message = byOperation.get(operation);
    if (message != null) {
      message.complete = time;
    }
  }

  ImmutableList<Message> list() {
    return all.stream().map(Building::build).collect(ImmutableList.toImmutableList());
  }
}
