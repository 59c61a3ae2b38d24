package org.shmemlab.transports.cost.stations;

import java.util.Arrays;

/**
 * Queues operations for each resource that can be full, first come, first served. An operation that
 * waits in one takes no part in the queue of events until the resource lets it in.
 */
final class ResourceQueues {
  private final OperationColumns operations;
  private int[] first = new int[0];
  private int[] last = new int[0];

  ResourceQueues(OperationColumns operations) {
    this.operations = operations;
  }

  boolean isEmpty(int resource) {
    return resource >= first.length || first[resource] == OperationColumns.NONE;
  }

  void add(int resource, int operation) {
    if (resource >= first.length) {
      int old = first.length;
      int size = Math.max(resource + 1, 2 * old);
      first = Arrays.copyOf(first, size);
      last = Arrays.copyOf(last, size);
      Arrays.fill(first, old, size, OperationColumns.NONE);
    }
    operations.next(operation, OperationColumns.NONE);
    if (first[resource] == OperationColumns.NONE) {
      first[resource] = operation;
    } else {
      operations.next(last[resource], operation);
    }
    last[resource] = operation;
  }

  /** The one that has waited longest. */
  int peek(int resource) {
    return first[resource];
  }

  int take(int resource) {
    int operation = first[resource];
    first[resource] = operations.next(operation);
    return operation;
  }
}
