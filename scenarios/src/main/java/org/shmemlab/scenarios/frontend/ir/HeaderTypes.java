package org.shmemlab.scenarios.frontend.ir;

import com.google.common.collect.ImmutableMap;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.api.catalogue.ApiType;
import org.shmemlab.scenarios.api.catalogue.NumberType;
import org.shmemlab.scenarios.api.catalogue.TypePattern;
import org.shmemlab.scenarios.api.lowering.Field;

/** Finds the types that prototypes of the catalogue name, as our headers declare them. */
final class HeaderTypes {
  static final ApiType POINTER = new ApiType("void *", ScalarType.U64, null);

  /** The shape of a member: one scalar, several, or a structure. */
  private sealed interface Shape {
    int bytes();

    int alignment();

    /** Numbers of one kind, one after the other. */
    record Numbers(ScalarType scalar, int count) implements Shape {
      @Override
      public int bytes() {
        return count * scalar.bytes();
      }

      @Override
      public int alignment() {
        return scalar.bytes();
      }
    }

    /** A structure; members lie as C places them (System V ABI, "Aggregates and Unions"). */
    record Struct(ImmutableMap<String, Integer> offsets, ImmutableMap<String, Shape> members)
        implements Shape {
      static Struct of(Object... namesAndShapes) {
        ImmutableMap.Builder<String, Integer> offsets = ImmutableMap.builder();
        ImmutableMap.Builder<String, Shape> members = ImmutableMap.builder();
        int end = 0;
        for (int i = 0; i < namesAndShapes.length; i += 2) {
          Shape shape = (Shape) namesAndShapes[i + 1];
          end = aligned(end, shape.alignment());
          offsets.put((String) namesAndShapes[i], end);
          members.put((String) namesAndShapes[i], shape);
          end += shape.bytes();
        }
        return new Struct(offsets.buildOrThrow(), members.buildOrThrow());
      }

      @Override
      public int bytes() {
        int end = 0;
        for (String name : members.keySet()) {
          end = offsets.getOrDefault(name, 0) + member(name).bytes();
        }
        return aligned(end, alignment());
      }

      @Override
      public int alignment() {
        return members.values().stream().mapToInt(Shape::alignment).max().orElse(1);
      }

      Shape member(String name) {
        Shape shape = members.get(name);
        if (shape == null) {
          throw new IllegalStateException("our header declares no member " + name);
        }
        return shape;
      }

      private static int aligned(int offset, int alignment) {
        return (offset + alignment - 1) / alignment * alignment;
      }
    }
  }

  private static final Shape INT = new Shape.Numbers(ScalarType.I32, 1);
  private static final Shape UNSIGNED = new Shape.Numbers(ScalarType.U32, 1);
  private static final Shape UNSIGNED_LONG = new Shape.Numbers(ScalarType.U64, 1);
  private static final Shape DOUBLE = new Shape.Numbers(ScalarType.F64, 1);
  private static final Shape ADDRESS = new Shape.Numbers(ScalarType.U64, 1);
  private static final Shape THREE = new Shape.Numbers(ScalarType.I32, 3);

  private static final Shape.Struct UNIQUE_ARGUMENTS =
      Shape.Struct.of("version", INT, "id", ADDRESS, "myrank", INT, "nranks", INT);

  private static final ImmutableMap<String, Shape.Struct> STRUCTURES =
      ImmutableMap.<String, Shape.Struct>builder()
          .put("dim3", Shape.Struct.of("x", UNSIGNED, "y", UNSIGNED, "z", UNSIGNED))
          .put("double2", Shape.Struct.of("x", DOUBLE, "y", DOUBLE))
          .put("shmem_team_config_t", Shape.Struct.of("num_contexts", INT))
          .put("nvshmem_team_config_t", Shape.Struct.of("version", INT, "num_contexts", INT))
          .put("nvshmemx_uniqueid_args_t", UNIQUE_ARGUMENTS)
          .put(
              "nvshmemx_init_attr_t",
              Shape.Struct.of(
                  "version",
                  INT,
                  "mpi_comm",
                  ADDRESS,
                  "args",
                  Shape.Struct.of(
                      "version",
                      INT,
                      "uid_args",
                      UNIQUE_ARGUMENTS,
                      "content",
                      new Shape.Numbers(ScalarType.I8, 96))))
          .put("cudaDeviceProp", deviceProperties())
          .buildOrThrow();

  private HeaderTypes() {}

  /** A type of a prototype, its T known. */
  static ApiType of(TypePattern pattern, ApiType element) {
    if (pattern.pointers() > 0 || pattern.reference()) {
      return POINTER;
    }
    return pattern.isDeduced() ? element : of(pattern.base());
  }

  /** A type by its words. */
  static ApiType of(String words) {
    NumberType number = NumberType.of(words);
    if (number != null) {
      return ApiType.of(number);
    }
    return switch (words) {
      case "void" -> ApiType.VOID;
      case "cudaStream_t", "cudaEvent_t", "cudaHostFn_t", "cudaStreamCallback_t", "ncclComm_t" ->
          POINTER;
      case "half" -> ApiType.of(NumberType.HALF);
      case "bfloat16" -> ApiType.of(NumberType.BFLOAT16);
      default -> // structures, and the numbers that libraries have names for
          STRUCTURES.containsKey(words) || words.endsWith(" _Complex")
              ? new ApiType(words, null, null)
              : ApiType.of(NumberType.INT);
    };
  }

  /** Bytes of a structure. */
  static int bytes(String struct) {
    return known(struct).bytes();
  }

  /** A member of a structure, by the names on the way. */
  static Field field(String struct, String... path) {
    Shape shape = known(struct);
    int offset = 0;
    for (String name : path) {
      if (!(shape instanceof Shape.Struct inner)) {
        throw new IllegalStateException("our header's " + struct + " has no member " + name);
      }
      shape = inner.member(name);
      offset += inner.offsets().getOrDefault(name, 0);
    }
    if (!(shape instanceof Shape.Numbers numbers)) {
      throw new IllegalStateException(struct + " is asked for a structure");
    }
    return new Field(numbers.scalar(), offset);
  }

  private static Shape.Struct known(String struct) {
    Shape.Struct type = STRUCTURES.get(struct);
    if (type == null) {
      throw new IllegalStateException("no header of ours declares " + struct);
    }
    return type;
  }

  private static Shape.Struct deviceProperties() {
    return Shape.Struct.of(
        "name", new Shape.Numbers(ScalarType.I8, 256),
        "totalGlobalMem", UNSIGNED_LONG,
        "sharedMemPerBlock", UNSIGNED_LONG,
        "regsPerBlock", INT,
        "warpSize", INT,
        "maxThreadsPerBlock", INT,
        "maxThreadsDim", THREE,
        "maxGridSize", THREE,
        "clockRate", INT,
        "totalConstMem", UNSIGNED_LONG,
        "major", INT,
        "minor", INT,
        "multiProcessorCount", INT,
        "integrated", INT,
        "canMapHostMemory", INT,
        "concurrentKernels", INT,
        "pciBusID", INT,
        "pciDeviceID", INT,
        "pciDomainID", INT,
        "unifiedAddressing", INT,
        "memoryClockRate", INT,
        "memoryBusWidth", INT,
        "l2CacheSize", INT,
        "maxThreadsPerMultiProcessor", INT,
        "sharedMemPerMultiprocessor", UNSIGNED_LONG,
        "sharedMemPerBlockOptin", UNSIGNED_LONG,
        "managedMemory", INT,
        "cooperativeLaunch", INT,
        "maxBlocksPerMultiProcessor", INT);
  }
}
