package org.shmemlab.model.memory;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.memory.MemoryObject.Owner;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.program.Space;

/**
 * Finds the objects of one space, by the index and generation in their addresses. A freed index is
 * given out again with the next generation, so an old address never reaches a new object.
 */
public final class ObjectTable {
  private final Space space;
  private @Nullable MemoryObject[] objects;
  private byte[] generations;
  private int[] free;
  private int freeCount;
  private int top = 1; // index 0 is the null pointer
  private @Nullable End @Nullable [] ends; // by index; null where no end is known
  private boolean shared; // whether the arrays are those of a copy, too

  /**
   * Records the end of the last object of an index.
   *
   * @param made where it was allocated, if that is known
   * @param at where it was freed
   */
  private record End(String name, @Nullable SourceLine made, SourceLine at) {}

  public ObjectTable(Space space) {
    this.space = space;
    this.objects = new MemoryObject[4];
    this.generations = new byte[4];
    this.free = new int[0];
  }

  private ObjectTable(ObjectTable other) {
    this.space = other.space;
    other.shared = true;
    this.shared = true;
    this.objects = other.objects;
    this.generations = other.generations;
    this.free = other.free;
    this.freeCount = other.freeCount;
    this.ends = other.ends;
    this.top = other.top;
  }

  /** An independent table of the same objects; the first of the two to change pays for it. */
  public ObjectTable copy() {
    return new ObjectTable(this);
  }

  /**
   * Takes an object in; gives its address.
   *
   * @throws Fault when the table is full
   */
  public long add(MemoryObject object) {
    own();
    int index;
    if (freeCount > 0) {
      index = free[--freeCount];
    } else {
      if (top == Address.MAX_OBJECTS) {
        throw new Fault("more than %s objects alive at once", Address.MAX_OBJECTS - 1);
      }
      index = top++;
      if (index == objects.length) {
        objects = Arrays.copyOf(objects, 2 * index);
        generations = Arrays.copyOf(generations, 2 * index);
      }
    }
    objects[index] = object;
    return Address.of(space, generations[index], index);
  }

  /** Puts an object at a fixed index: the variables a program starts with. */
  public void put(int index, MemoryObject object) {
    own();
    if (index >= objects.length) {
      int length = Math.max(index + 1, 2 * objects.length);
      objects = Arrays.copyOf(objects, length);
      generations = Arrays.copyOf(generations, length);
    }
    objects[index] = object;
    top = Math.max(top, index + 1);
  }

  /**
   * The object an address points into.
   *
   * @throws Fault for addresses that name no object or a freed one
   */
  public MemoryObject get(long address) {
    int index = Address.index(address);
    if (index < top && generations[index] == (byte) Address.generation(address)) {
      MemoryObject object = objects[index];
      if (object != null) {
        return object;
      }
    }
    throw missing(address);
  }

  /** The object, if the address names a live one. */
  public @Nullable MemoryObject find(long address) {
    int index = Address.index(address);
    return index < top && generations[index] == (byte) Address.generation(address)
        ? objects[index]
        : null;
  }

  /** The object ready to be written by this owner: the shared one is replaced by a copy. */
  public MemoryObject writable(long address, Owner owner) {
    MemoryObject object = get(address);
    if (object.owner() == owner) {
      return object;
    }
    own();
    MemoryObject mine = object.copyFor(owner);
    objects[Address.index(address)] = mine;
    return mine;
  }

  /**
   * Ends an object's life.
   *
   * @throws Fault if the address is not the start of a live object
   */
  public void remove(long address) {
    get(address);
    if (Address.offset(address) != 0) {
      throw new Fault("the address to free is not the start of an object");
    }
    own();
    int index = Address.index(address);
    objects[index] = null;
    generations[index] = (byte) Address.generation(Address.of(space, generations[index] + 1, 0));
    if (freeCount == free.length) {
      free = Arrays.copyOf(free, Math.max(4, 2 * freeCount));
    }
    free[freeCount++] = index;
    if (ends != null && index < ends.length) {
      ends[index] = null;
    }
  }

  /**
   * Ends an object's life, and remembers where.
   *
   * @throws Fault if the address is not the start of a live object
   */
  public void remove(long address, SourceLine at) {
    MemoryObject object = get(address);
    remove(address);
    int index = Address.index(address);
    if (ends == null) {
      ends = new End[objects.length];
    } else if (index >= ends.length) {
      ends = Arrays.copyOf(ends, objects.length);
    }
    ends[index] = new End(object.name(), object.made(), at);
  }

  /** One more than the highest index in use. */
  public int top() {
    return top;
  }

  /** The object at an index, or null where there is none. */
  public @Nullable MemoryObject at(int index) {
    return objects[index];
  }

  private void own() {
    if (shared) {
      objects = objects.clone();
      generations = generations.clone();
      free = free.clone();
      ends = ends == null ? null : ends.clone();
      shared = false;
    }
  }

  /** Whether the address points into an object whose life is over. */
  public boolean wasAlive(long address) {
    int index = Address.index(address);
    return index > 0 && index < top && (byte) Address.generation(address) - generations[index] < 0;
  }

  /** The name of an object whose life is over, as far as it is known. */
  public String nameOfEnded(long address) {
    End end = end(address);
    return end == null ? "memory that was freed" : end.name;
  }

  private @Nullable End end(long address) {
    int index = Address.index(address);
    boolean last =
        index < top
            && generations[index]
                == (byte) Address.generation(Address.of(space, Address.generation(address) + 1, 0));
    return last && ends != null && index < ends.length ? ends[index] : null;
  }

  private Fault missing(long address) {
    if (!wasAlive(address)) {
      return new Fault("address %s is outside every object", FailureReason.Varying.hex(address));
    }
    End end = end(address);
    if (end == null) {
      return new Fault("use of an object that was freed or whose function has returned");
    }
    return end.made == null
        ? new Fault("use of an object that was freed: '%s', freed at %s", end.name, end.at)
        : new Fault(
            "use of an object that was freed: '%s', allocated at %s and freed at %s",
            end.name, end.made, end.at);
  }
}
