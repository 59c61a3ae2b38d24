package org.shmemlab.transports.fit;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableDoubleArray;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * Groups the published measurements by the law that is to explain them, and holds some out. Where
 * one group has sizes, every third size is held out; where it has numbers of PEs or queues, the
 * largest ones are, so that the law must extrapolate.
 */
final class Groups {
  private static final String DEEP_EP = "DeepEP V1 low-latency ";
  private static final int GPUS_OF_A_NODE = 8;
  private static final int SLOW_START_BYTES = 128;

  private final ImmutableList<Measurement> rows;

  Groups(ImmutableList<Measurement> rows) {
    this.rows = rows;
  }

  ImmutableList<Group> all() {
    ImmutableList.Builder<Group> groups = ImmutableList.builder();
    for (String width : List.of("32bit", "64bit")) {
      groups.add(
          bySize(
              "nvshmem alltoall device block " + width,
              "",
              Law.START_AND_BYTES,
              start(80, 20),
              Groups::remoteBytesOfFour));
      for (String scope : List.of("warp ", "thread ")) {
        groups.add(
            bySize(
                "nvshmem alltoall device " + scope + width, "", Law.CONSTANT, start(90), row -> 0));
      }
    }
    groups.add(deepEp());
    String openMpi = "OpenMPI5/libfabric cxi";
    for (String pair :
        List.of(
            "CPU-to-CPU inter-node",
            "GPU-to-GPU inter-node",
            "CPU-to-CPU intra-node",
            "GPU-to-GPU intra-node")) {
      groups.add(stream("osu_bw " + pair, openMpi, row -> true));
    }
    String mpich = "MPICH4.3/libfabric cxi";
    groups.add(stream("osu_bw CPU-to-CPU memory inter-node", mpich, row -> true));
    groups.add(stream("osu_bw GPU-to-GPU memory inter-node", mpich, row -> !isSlowStart(row)));
    groups.add(stream("osu_bw GPU-to-GPU memory intra-node", mpich, row -> true));
    for (String pair : List.of("GPU-to-GPU", "CPU-to-CPU")) {
      groups.add(
          bySize(
              "osu_alltoall " + pair,
              openMpi,
              Law.START_AND_BYTES,
              start(20, 20),
              row -> row.bytesToEachPe() * (row.pes().orElseThrow() - 1)));
    }
    groups.add(quietOfQueues());
    groups.add(completedPut());
    groups.add(ratesOfNvshmem());
    groups.add(ratesOfThreads());
    groups.add(mappedCopies("gdr_copy_to_mapping (CPU->GPU)", "copybw write"));
    groups.add(mappedCopies("gdr_copy_from_mapping (GPU->CPU)", "copybw read"));
    return groups.build();
  }

  /** In an all-to-all of eight PEs on two nodes, each sends to four across the network. */
  private static double remoteBytesOfFour(Measurement row) {
    return row.bytesToEachPe() * 4;
  }

  private Group stream(String operation, String transport, Predicate<Measurement> also) {
    List<Measurement> chosen = select(operation, transport).stream().filter(also).toList();
    return group(
        operation,
        Law.GAP_OR_BYTES,
        start(2, 0.5, 30),
        chosen,
        i -> i % 3 == 1,
        Measurement::bytesToEachPe,
        Measurement::microseconds);
  }

  private Group bySize(
      String operation,
      String transport,
      Law law,
      ImmutableDoubleArray start,
      ToDoubleFunction<Measurement> bytes) {
    return group(
        operation,
        law,
        start,
        select(operation, transport),
        i -> i % 3 == 1,
        bytes,
        Measurement::microseconds);
  }

  /** Times of single copies, which the bandwidth of a loop of them is held out to test. */
  private Group mappedCopies(String copy, String loop) {
    List<Measurement> chosen =
        rows.stream()
            .filter(r -> r.operation().equals(copy) || r.operation().equals(loop))
            .toList();
    return group(
        copy,
        Law.START_AND_BYTES,
        start(1, 5),
        chosen,
        i -> i % 3 == 1 || chosen.get(i).operation().equals(loop),
        Measurement::bytesToEachPe,
        Measurement::microseconds);
  }

  /**
   * 128 tokens to 8 experts each: 7168 bytes and 56 scales of 4 bytes for each token sent, or 14336
   * bytes for each that comes back, to PEs chosen evenly.
   */
  private Group deepEp() {
    List<Measurement> chosen =
        rows.stream()
            .filter(r -> r.operation().startsWith(DEEP_EP) && r.nodes().orElse(0) > 1)
            .toList();
    return group(
        DEEP_EP + "dispatch and combine",
        Law.START_AND_BYTES,
        start(30, 40),
        chosen,
        i -> chosen.get(i).pes().orElseThrow() > 64,
        row -> {
          double pes = row.pes().orElseThrow();
          double token = row.operation().contains("dispatch") ? 7168 + 56 * 4 : 14336;
          return 128 * 8 * token * (pes - GPUS_OF_A_NODE) / pes;
        },
        Measurement::microseconds);
  }

  private Group quietOfQueues() {
    List<Measurement> chosen =
        rows.stream().filter(r -> r.operation().startsWith("8B put, quiet of all QPs,")).toList();
    return group(
        "quiet of all queue pairs",
        Law.PER_QUEUE,
        start(18, 0.5),
        chosen,
        i -> chosen.get(i).stated("QPs") > 16,
        row -> row.stated("QPs"),
        Measurement::microseconds);
  }

  private Group completedPut() {
    List<Measurement> chosen =
        rows.stream()
            .filter(r -> r.operation().startsWith("8B put ordering="))
            .filter(r -> r.metric().equals("put+completion"))
            .toList();
    return group(
        "completed put of 8 B after its issue",
        Law.ISSUE_AND_WIRE,
        start(3),
        chosen,
        i -> i % 3 == 1,
        this::issueOf,
        Measurement::microseconds);
  }

  private double issueOf(Measurement put) {
    return rows.stream()
        .filter(r -> r.metric().equals("issue") && r.operation().equals(put.operation()))
        .mapToDouble(Measurement::microseconds)
        .findFirst()
        .orElseThrow();
  }

  private Group ratesOfNvshmem() {
    List<Measurement> chosen =
        rows.stream()
            .filter(r -> r.metric().equals("message_rate") && r.system().startsWith("P-IB"))
            .filter(r ->
                r.transport().startsWith("NVSHMEM IBGDA 3") || r.transport().endsWith("RC QPs"))
            .toList();
    return group(
        "rate of 8 B puts by queues",
        Law.QUEUES_UP_TO,
        start(20, 200),
        chosen,
        i -> chosen.get(i).transport().equals("NVSHMEM 2 RC QPs"),
        row ->
            row.transport().endsWith("RC QPs")
                ? Double.parseDouble(row.transport().split(" ", -1)[1])
                : row.stated("QPs"),
        Measurement::value);
  }

  private Group ratesOfThreads() {
    List<Measurement> chosen =
        rows.stream()
            .filter(r -> r.operation().startsWith("8B put rate threads="))
            .filter(r -> r.transport().equals("mini-gda") && !isCooperative(r))
            .toList();
    List<Group.Point> points = new ArrayList<>();
    for (Measurement row : chosen) {
      ImmutableDoubleArray inputs =
          ImmutableDoubleArray.of(row.stated("threads"), row.stated("batch"));
      boolean oneSm = row.stated("threads") > 1 && row.stated("SMs") == 1;
      points.add(new Group.Point(row, inputs, row.value(), oneSm));
    }
    return new Group(
        "rate of 8 B puts by threads with a queue each",
        chosen.getFirst().system(),
        "mini-gda",
        Law.THREADS_UP_TO,
        start(0.2, 0.4, 200),
        ImmutableList.copyOf(points));
  }

  private List<Measurement> select(String operation, String transport) {
    return rows.stream()
        .filter(r -> r.operation().equals(operation))
        .filter(r -> transport.isEmpty() || r.transport().equals(transport))
        .toList();
  }

  private static Group group(
      String name,
      Law law,
      ImmutableDoubleArray start,
      List<Measurement> chosen,
      IntPredicate heldOut,
      ToDoubleFunction<Measurement> input,
      ToDoubleFunction<Measurement> observed) {
    ImmutableList.Builder<Group.Point> points = ImmutableList.builder();
    for (int i = 0; i < chosen.size(); i++) {
      Measurement row = chosen.get(i);
      points.add(
          new Group.Point(
              row,
              ImmutableDoubleArray.of(input.applyAsDouble(row)),
              observed.applyAsDouble(row),
              heldOut.test(i)));
    }
    Measurement first = chosen.getFirst();
    return new Group(name, first.system(), first.transport(), law, start, points.build());
  }

  /** MPICH has another protocol for the GPU up to here (docs/reference/network.md, section 4.6). */
  private static boolean isSlowStart(Measurement row) {
    return row.messageBytes().orElse(0) <= SLOW_START_BYTES;
  }

  /** Rows of several threads on one queue, and one whose queues are a range. */
  private static boolean isCooperative(Measurement row) {
    return row.operation().contains("(") || row.operation().contains("QPs=2-32");
  }

  private static ImmutableDoubleArray start(double... values) {
    return ImmutableDoubleArray.copyOf(values);
  }
}
