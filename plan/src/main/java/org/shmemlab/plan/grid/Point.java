package org.shmemlab.plan.grid;

import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.shmemlab.plan.workload.Values;
import org.shmemlab.plan.workload.Workload;
import org.shmemlab.transports.cost.fleet.Fleets;
import org.shmemlab.transports.rules.Transport;
import org.shmemlab.transports.traffic.Placement;

/**
 * One point of a grid.
 *
 * @param transport as the command line names it; null for the platform's first
 * @param perNode PEs of each node
 * @param seed of what the workload draws
 */
public record Point(
    Workload workload,
    Values values,
    MachineVariant machine,
    @Nullable String transport,
    int pes,
    int perNode,
    long seed) {

  /** Where the workload runs. */
  public Placement place() {
    return new Placement(pes, perNode, machine.platform().gpu());
  }

  /** The transport of its operations. */
  public Transport carrier() {
    return Fleets.transport(machine.platform(), transport, machine.whatIf().environment());
  }

  /** Whether another point differs in nothing but the number of PEs. */
  public boolean growsTo(Point other) {
    return machine.equals(other.machine)
        && values.equals(other.values)
        && carrier().key().equals(other.carrier().key())
        && seed == other.seed;
  }

  /** The parameters that are not as usual: "tokens=4096 mode=throughput"; empty for none. */
  public String unusual() {
    return workload.parameters().stream()
        .filter(parameter -> !parameter.usual().equals(values.word(parameter.name())))
        .map(parameter -> parameter.name() + "=" + values.word(parameter.name()))
        .collect(Collectors.joining(" "));
  }

  /** All parameters. */
  public String parameters() {
    return values.texts().entrySet().stream()
        .map(value -> value.getKey() + "=" + value.getValue())
        .collect(Collectors.joining(" "));
  }

  /** "dgx-h100 over nvlink+ibgda". */
  public String where() {
    return machine.title() + " over " + carrier().key();
  }

  /** "64 PEs of dgx-h100 over nvlink+ibgda". */
  public String title() {
    String unusual = unusual();
    return pes + " PEs of " + where() + (unusual.isEmpty() ? "" : ", " + unusual);
  }
}
