package org.shmemlab.model.job;

import org.shmemlab.model.code.ProgramCode;
import org.shmemlab.model.code.SharedMemoryUse;
import org.shmemlab.model.memory.MemoryObject;
import org.shmemlab.model.memory.MemoryObject.Owner;
import org.shmemlab.model.memory.ObjectTable;
import org.shmemlab.model.memory.Residence;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.program.Program.HeapSide;
import org.shmemlab.model.program.Space;
import org.shmemlab.model.program.Variable;

/**
 * Holds the initial variables of a program, as tables that PEs and blocks begin with a copy of.
 * Their objects have no owner, so all PEs share them until one writes.
 */
public final class Variables {
  private final Owner unowned = new Owner();
  private final ObjectTable constants;
  private final ObjectTable ofPe;
  private final ObjectTable symmetric;
  private final ObjectTable ofBlock;
  private final SharedMemoryUse sharedMemory;

  Variables(Program program) {
    this.constants = table(program, Space.CONSTANT);
    this.ofPe = table(program, Space.PRIVATE);
    this.symmetric = table(program, Space.SYMMETRIC);
    this.ofBlock = table(program, Space.SHARED);
    this.sharedMemory = ProgramCode.of(program).sharedMemory();
  }

  /** Read-only objects, shared by all PEs. */
  public ObjectTable constants() {
    return constants;
  }

  /** A PE's own memory at the start. */
  ObjectTable ofPe() {
    return ofPe.copy();
  }

  /** A PE's symmetric memory at the start. */
  ObjectTable symmetric() {
    return symmetric.copy();
  }

  /** Highest index of a symmetric variable of the program. */
  public int lastSymmetric() {
    return symmetric.top() - 1;
  }

  /** The shared memory of a fresh block, without its dynamic part. */
  public ObjectTable ofBlock() {
    return ofBlock.copy();
  }

  /** Bytes of static shared memory that a block of a kernel uses. */
  public int sharedBytes(int kernel) {
    return sharedMemory.bytes(kernel);
  }

  private ObjectTable table(Program program, Space space) {
    ObjectTable table = new ObjectTable(space);
    int index = 1;
    for (Variable variable : program.variables()) {
      if (variable.storage().space() == space) {
        Residence residence = residence(program, variable);
        MemoryObject object =
            variable.storage() == Variable.Storage.SHARED
                ? MemoryObject.unset(variable.name(), residence, variable.bytes(), unowned)
                : new MemoryObject(variable.name(), residence, variable.bytes(), unowned);
        byte[] image = new byte[variable.image().length()];
        for (int i = 0; i < image.length; i++) {
          image[i] = (byte) variable.image().get(i);
        }
        object.write(0, image, 0, image.length);
        table.put(index++, object);
      }
    }
    return table;
  }

  private static Residence residence(Program program, Variable variable) {
    return switch (variable.storage()) {
      case HOST -> Residence.HOST;
      case DEVICE -> Residence.DEVICE;
      case DEVICE_CONSTANT -> Residence.DEVICE_CONSTANT;
      case MANAGED -> Residence.MANAGED;
      case SYMMETRIC ->
          program.symmetricHeap() == HeapSide.DEVICE ? Residence.DEVICE_HEAP : Residence.HOST_HEAP;
      case SHARED -> Residence.SHARED;
      case CONSTANT -> Residence.READ_ONLY;
    };
  }
}
