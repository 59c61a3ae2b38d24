package org.shmemlab.transports.cost.stations;

import java.util.ArrayList;
import java.util.List;
import org.shmemlab.model.program.CallScope;
import org.shmemlab.transports.cost.fleet.Fleet;
import org.shmemlab.transports.cost.parameters.TransferKind;

/** Agents that make calls one after another, and when each of them returned. */
public final class Script implements Driver {
  /** One call of an agent. */
  public interface Call {
    void make(Pipeline pipeline, int agent, long now);
  }

  private final List<List<Call>> calls = new ArrayList<>();
  private final List<Integer> places = new ArrayList<>();
  private final List<Integer> next = new ArrayList<>();
  public final List<List<Long>> returned = new ArrayList<>();
  public final List<Long> visible = new ArrayList<>();

  public static Call put(int target, long bytes) {
    return call(TransferKind.PUT, target, bytes, 0);
  }

  public static Call call(TransferKind kind, int target, long bytes, int flags) {
    return (pipeline, agent, now) ->
        pipeline.issue(agent, now, kind, target, bytes, CallScope.THREAD, flags, 0);
  }

  public static Call quiet() {
    return Pipeline::quiet;
  }

  /** Adds an agent of a PE. */
  public Script agent(int pe, List<Call> script) {
    places.add(pe);
    calls.add(script);
    next.add(0);
    returned.add(new ArrayList<>());
    return this;
  }

  /** Runs to the end; gives the time of the last event. */
  public long run(Fleet fleet) {
    return run(new Pipeline(fleet, this));
  }

  public long run(Pipeline pipeline) {
    for (int agent = 0; agent < places.size(); agent++) {
      pipeline.place(agent, places.get(agent));
      pipeline.wake(agent, 0);
    }
    return pipeline.run();
  }

  @Override
  public void resume(Pipeline pipeline, int agent, long now) {
    int at = next.get(agent);
    next.set(agent, at + 1);
    if (at > 0) {
      returned.get(agent).add(now);
    }
    if (at < calls.get(agent).size()) {
      calls.get(agent).get(at).make(pipeline, agent, now);
    }
  }

  @Override
  public void visible(Pipeline pipeline, int tag, int target, long time) {
    visible.add(time);
  }
}
