package org.shmemlab.model.memory;

/**
 * Lists the kinds of memory that an object can be in, with the processors that may access each
 * directly.
 */
public enum Residence {
  HOST("host memory", true, false, true),
  PINNED("pinned host memory", true, true, true),
  MANAGED("managed memory", true, true, true),
  DEVICE("device memory", false, true, true),
  DEVICE_CONSTANT("constant device memory", false, true, false),
  DEVICE_HEAP("symmetric device memory", false, true, true),
  HOST_HEAP("symmetric host memory", true, false, true),
  SHARED("shared memory", false, true, true),
  THREAD("a thread's variable", false, true, true),
  READ_ONLY("read-only memory", true, true, false);

  private final String text;
  private final boolean host;
  private final boolean device;
  private final boolean writable;

  Residence(String text, boolean host, boolean device, boolean writable) {
    this.text = text;
    this.host = host;
    this.device = device;
    this.writable = writable;
  }

  /** How messages call it. */
  public String text() {
    return text;
  }

  /** Whether host code may load and store here. */
  public boolean reachableFromHost() {
    return host;
  }

  /** Whether device code may load and store here. */
  public boolean reachableFromDevice() {
    return device;
  }

  /** Whether loads and stores of the program may change it. */
  public boolean writable() {
    return writable;
  }
}
