package org.shmemlab.scenarios.judge;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.Random;
import org.shmemlab.scenarios.judge.PtxOperation.Kind;
import org.shmemlab.scenarios.judge.PtxOperation.Order;
import org.shmemlab.scenarios.judge.PtxOperation.Scope;

/**
 * A litmus test of strong accesses: a shape of the literature, how its threads order their
 * accesses, in which scope, and where the threads are.
 *
 * @param perBlock how many threads a block has
 * @param words how many words they access
 */
record PtxShape(
    String name, int perBlock, int words, ImmutableList<ImmutableList<PtxOperation>> threads) {
  /**
   * Threads are separated by bars. Rx reads x, Wx1 writes 1, Ax1 adds 1; f is where a fence may be.
   */
  private static final ImmutableList<String> SHAPES =
      ImmutableList.of(
          "MP: Wx1 f Wy1 | Ry f Rx",
          "SB: Wx1 f Ry | Wy1 f Rx",
          "LB: Rx f Wy1 | Ry f Wx1",
          "S: Wx2 f Wy1 | Ry f Wx1",
          "R: Wx1 f Wy1 | Wy2 f Rx",
          "2+2W: Wx1 f Wy2 | Wy1 f Wx2",
          "WRC: Wx1 | Rx f Wy1 | Ry f Rx",
          "RWC: Wx1 | Rx f Ry | Wy1 f Rx",
          "WWC: Wx2 | Rx f Wy1 | Ry f Wx1",
          "ISA2: Wx1 f Wy1 | Ry f Wz1 | Rz f Rx",
          "IRIW: Wx1 | Wy1 | Rx f Ry | Ry f Rx",
          "CoRR: Wx1 | Wx2 | Rx f Rx",
          "CoRR2: Wx1 | Wx2 | Rx f Rx | Rx f Rx",
          "CoWR: Wx1 f Rx | Wx2",
          "CoRW: Rx f Wx1 | Wx2",
          "MP+update: Wx1 f Wy1 | Ay1 | Ry f Rx",
          "SB+updates: Ax1 f Ry | Ay1 f Rx",
          "updates: Ax1 | Ax2 | Rx f Rx",
          "store+update: Wx5 f Rx | Ax1");

  /** How a thread orders its accesses. */
  enum How {
    RELAXED,
    FENCE_ACQUIRE_RELEASE,
    FENCE_SEQUENTIAL,
    RELEASE_AND_ACQUIRE
  }

  /** All shapes with all orders and scopes, in both places. */
  static ImmutableList<PtxShape> all() {
    ImmutableList.Builder<PtxShape> all = ImmutableList.builder();
    for (String shape : SHAPES) {
      for (How how : How.values()) {
        for (Scope scope : Scope.values()) {
          for (boolean oneBlock : new boolean[] {false, true}) {
            all.add(of(shape, how, scope, oneBlock));
          }
        }
      }
    }
    return all.build();
  }

  private static PtxShape of(String shape, How how, Scope scope, boolean oneBlock) {
    List<String> parts = Splitter.on(": ").splitToList(shape);
    ImmutableList<ImmutableList<PtxOperation>> threads =
        Splitter.on('|')
            .splitToStream(parts.get(1))
            .map(thread ->
                Splitter.on(' ')
                    .omitEmptyStrings()
                    .splitToStream(thread)
                    .filter(text -> !text.equals("f") || how.name().startsWith("FENCE"))
                    .map(text -> operation(text, how, scope))
                    .collect(ImmutableList.toImmutableList()))
            .collect(ImmutableList.toImmutableList());
    String name =
        "%s %s %s %s".formatted(parts.get(0), how, scope, oneBlock ? "in a block" : "in blocks");
    int words = parts.get(1).contains("z") ? 3 : 2;
    return new PtxShape(name, oneBlock ? threads.size() : 1, words, threads);
  }

  /** Threads with operations at random, with any order and scope each. */
  static PtxShape drawn(Random random, int number) {
    int threads = 2 + random.nextInt(3);
    int most = threads == 2 ? 4 : 3 - threads / 4;
    ImmutableList.Builder<ImmutableList<PtxOperation>> all = ImmutableList.builder();
    int perBlock = List.of(1, 2, threads).get(random.nextInt(3));
    boolean wide = random.nextInt(4) > 0;
    for (int thread = 0; thread < threads; thread++) {
      ImmutableList.Builder<PtxOperation> operations = ImmutableList.builder();
      int length = 1 + random.nextInt(most);
      for (int i = 0; i < length; i++) {
        Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
        List<Order> orders =
            switch (kind) {
              case LOAD -> List.of(Order.RELAXED, Order.ACQUIRE);
              case STORE -> List.of(Order.RELAXED, Order.RELEASE);
              case ADD ->
                  List.of(Order.RELAXED, Order.ACQUIRE, Order.RELEASE, Order.ACQUIRE_RELEASE);
              case FENCE -> List.of(Order.ACQUIRE_RELEASE, Order.SEQUENTIAL);
            };
        Scope scope = Scope.values()[wide ? 1 + random.nextInt(2) : random.nextInt(3)];
        operations.add(
            new PtxOperation(
                kind,
                random.nextInt(2),
                1 + i + 4 * thread,
                orders.get(random.nextInt(orders.size())),
                scope));
      }
      all.add(operations.build());
    }
    return new PtxShape("draw " + number, perBlock, 2, all.build());
  }

  /** The block of a thread. */
  int block(int thread) {
    return thread / perBlock;
  }

  private static PtxOperation operation(String text, How how, Scope scope) {
    boolean strict = how == How.RELEASE_AND_ACQUIRE;
    int word = text.length() > 1 ? text.charAt(1) - 'x' : 0;
    int value = text.length() > 2 ? text.charAt(2) - '0' : 0;
    return switch (text.charAt(0)) {
      case 'f' ->
          new PtxOperation(
              Kind.FENCE,
              0,
              0,
              how == How.FENCE_SEQUENTIAL ? Order.SEQUENTIAL : Order.ACQUIRE_RELEASE,
              scope);
      case 'R' ->
          new PtxOperation(Kind.LOAD, word, 0, strict ? Order.ACQUIRE : Order.RELAXED, scope);
      case 'W' ->
          new PtxOperation(Kind.STORE, word, value, strict ? Order.RELEASE : Order.RELAXED, scope);
      case 'A' ->
          new PtxOperation(
              Kind.ADD, word, value, strict ? Order.ACQUIRE_RELEASE : Order.RELAXED, scope);
      default -> throw new IllegalArgumentException(text);
    };
  }

  /** A program whose first argument is the number of the shape that it runs. */
  static String program(List<PtxShape> shapes) {
    StringBuilder cases = new StringBuilder();
    StringBuilder table = new StringBuilder();
    for (int number = 0; number < shapes.size(); number++) {
      PtxShape shape = shapes.get(number);
      int register = 0;
      for (int thread = 0; thread < shape.threads.size(); thread++) {
        cases.append("    case %d: // %s%n".formatted(8 * number + thread, shape.name));
        for (PtxOperation operation : shape.threads.get(thread)) {
          cases.append("      %s%n".formatted(operation.text(register)));
          register += operation.reads() ? 1 : 0;
        }
        cases.append("      break;%n".formatted());
      }
      int threads = shape.threads.size();
      table.append(
          "    {%d, %d, %d, %d},%n"
              .formatted(shape.block(threads - 1) + 1, shape.perBlock, register, shape.words));
    }
    return """
    #include <nvshmem.h>
    #include <nvshmemx.h>
    #include <stdio.h>
    #include <stdlib.h>
    __global__ void run(int shape, int *w, int *r) {
      int v;
      switch (8 * shape + blockIdx.x * blockDim.x + threadIdx.x) {
    %s  }
    }
    static const int shapes[][4] = {
    %s};
    int main(int argc, char **argv) {
      const int *shape = shapes[atoi(argv[1])];
      nvshmem_init();
      int *w = (int *)nvshmem_calloc(3, sizeof(int)), *r = (int *)nvshmem_calloc(8, sizeof(int));
      run<<<shape[0], shape[1]>>>(atoi(argv[1]), w, r);
      cudaDeviceSynchronize();
      for (int i = 0; i < shape[2]; i++) printf("%%d ", nvshmem_int_g(r + i, 0));
      printf("|");
      for (int i = 0; i < shape[3]; i++) printf(" %%d", nvshmem_int_g(w + i, 0));
      nvshmem_finalize();
    }
    """
        .formatted(cases, table);
  }
}
