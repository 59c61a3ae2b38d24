package org.shmemlab.scenarios.runtime.files;

import static org.shmemlab.model.memory.StructuralHash.mix;

import java.util.Map;
import java.util.TreeMap;
import org.shmemlab.model.interpreter.ServiceCall;
import org.shmemlab.model.job.ServiceState;
import org.shmemlab.model.memory.MultisetHash;
import org.shmemlab.scenarios.runtime.state.PeRuntime;
import org.shmemlab.scenarios.runtime.state.RuntimePart;

/** Holds the files that a PE finds and those that it has open. */
public final class DescriptorTable implements RuntimePart {
  private final ProgramFiles files;
  private final TreeMap<Integer, FileDescriptor> descriptors;

  /** Of a PE that has opened none. */
  public DescriptorTable(ProgramFiles files) {
    this.files = files;
    this.descriptors = new TreeMap<>();
  }

  private DescriptorTable(DescriptorTable other) {
    this.files = other.files;
    this.descriptors = new TreeMap<>(other.descriptors);
  }

  /** Those of the calling PE. */
  public static DescriptorTable of(ServiceCall call) {
    return PeRuntime.part(call, DescriptorTable.class);
  }

  /** Those of a PE. */
  public static DescriptorTable of(ServiceState state) {
    return PeRuntime.part(state, DescriptorTable.class);
  }

  /** The files that the program finds. */
  public ProgramFiles files() {
    return files;
  }

  /** Descriptor → open file; changes are changes of the state. */
  public Map<Integer, FileDescriptor> descriptors() {
    return descriptors;
  }

  @Override
  public DescriptorTable copy() {
    return new DescriptorTable(this);
  }

  @Override
  public long fingerprint() {
    MultisetHash all = new MultisetHash();
    descriptors.forEach((number, open) ->
        all.add(
            mix(
                mix(number, mix(open.place())),
                open.position(),
                mix(open.flags().bits(), open.state()))));
    return all.hash();
  }
}
