package org.shmemlab.scenarios.launch;

/**
 * Describes an array in the memory of each PE.
 *
 * @param name that the launch file gives it
 * @param isSymmetric whether other PEs reach it
 */
record Buffer(String name, ElementType type, int count, boolean isSymmetric) {
  /** Its address, in the host program. */
  String address() {
    return "b_" + name;
  }

  /** Its copy for the host. */
  String copy() {
    return "h_" + name;
  }

  long bytes() {
    return (long) count * type.bytes();
  }

  /** Statements that read it into the copy. */
  String read() {
    return "cudaMemcpy(%s, %s, %d, cudaMemcpyDeviceToHost);".formatted(copy(), address(), bytes());
  }

  /** Statements that write the copy into it. */
  String written() {
    return "cudaMemcpy(%s, %s, %d, cudaMemcpyHostToDevice);".formatted(address(), copy(), bytes());
  }
}
