package org.shmemlab.scenarios.ir;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.HashMap;
import java.util.Map;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.api.ApiType;
import org.shmemlab.scenarios.api.Field;
import org.shmemlab.scenarios.api.NumberType;
import org.shmemlab.scenarios.api.TypePattern;
import org.shmemlab.scenarios.types.Arithmetic;
import org.shmemlab.scenarios.types.CType;
import org.shmemlab.scenarios.types.StructType;

/** The types that prototypes of the catalogue name, as our headers declare them. */
final class HeaderTypes {
  static final ApiType POINTER = new ApiType("void *", ScalarType.U64, null);

  private static final HeaderTypes ALL = new HeaderTypes();

  private final Map<String, CType> types = new HashMap<>();

  private HeaderTypes() {
    struct(
        "dim3",
        members("x", Arithmetic.UNSIGNED, "y", Arithmetic.UNSIGNED, "z", Arithmetic.UNSIGNED));
    struct("double2", members("x", Arithmetic.DOUBLE, "y", Arithmetic.DOUBLE));
    struct("shmem_team_config_t", members("num_contexts", Arithmetic.INT));
    struct(
        "nvshmem_team_config_t",
        members("version", Arithmetic.INT, "num_contexts", Arithmetic.INT));
    CType uniqueArguments =
        struct(
            "nvshmemx_uniqueid_args_t",
            members(
                "version",
                Arithmetic.INT,
                "id",
                CType.Pointer.TO_ANYTHING,
                "myrank",
                Arithmetic.INT,
                "nranks",
                Arithmetic.INT));
    CType initArguments =
        struct(
            "nvshmemx_init_args_t",
            members(
                "version",
                Arithmetic.INT,
                "uid_args",
                uniqueArguments,
                "content",
                new CType.Array(Arithmetic.CHAR, 96)));
    struct(
        "nvshmemx_init_attr_t",
        members(
            "version",
            Arithmetic.INT,
            "mpi_comm",
            CType.Pointer.TO_ANYTHING,
            "args",
            initArguments));
    struct("cudaDeviceProp", deviceProperties());
  }

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
      case "cudaStream_t", "cudaEvent_t" -> POINTER;
      case "half" -> ApiType.of(NumberType.HALF);
      case "bfloat16" -> ApiType.of(NumberType.BFLOAT16);
      default -> // structures, and the numbers that libraries have names for
          ALL.types.containsKey(words)
              ? new ApiType(words, null, null)
              : ApiType.of(NumberType.INT);
    };
  }

  /** Bytes of a structure. */
  static int bytes(String struct) {
    return Math.toIntExact(known(struct).size());
  }

  /** A member of a structure, by the names on the way. */
  static Field field(String struct, String... path) {
    CType type = known(struct);
    long offset = 0;
    for (String name : path) {
      StructType.Member member = type instanceof StructType inner ? inner.member(name) : null;
      if (member == null) {
        throw new IllegalStateException("our header's " + type + " has no member " + name);
      }
      type = member.type();
      offset += member.offset();
    }
    CType element = type instanceof CType.Array array ? array.element() : type;
    return new Field(element.register(), Math.toIntExact(offset));
  }

  private static CType known(String struct) {
    CType type = ALL.types.get(struct);
    if (type == null) {
      throw new IllegalStateException("no header of ours declares " + struct);
    }
    return type;
  }

  private CType struct(String name, ImmutableMap<String, CType> members) {
    StructType struct = new StructType(name, false);
    ImmutableList.Builder<StructType.Member> declared = ImmutableList.builder();
    members.forEach((member, type) -> declared.add(new StructType.Member(member, type, 0)));
    struct.complete(declared.build(), 1);
    types.put(name, struct);
    return struct;
  }

  private static ImmutableMap<String, CType> members(Object... namesAndTypes) {
    ImmutableMap.Builder<String, CType> members = ImmutableMap.builder();
    for (int i = 0; i < namesAndTypes.length; i += 2) {
      members.put((String) namesAndTypes[i], (CType) namesAndTypes[i + 1]);
    }
    return members.buildOrThrow();
  }

  private static ImmutableMap<String, CType> deviceProperties() {
    CType three = new CType.Array(Arithmetic.INT, 3);
    return members(
        "name", new CType.Array(Arithmetic.CHAR, 256),
        "totalGlobalMem", Arithmetic.UNSIGNED_LONG,
        "sharedMemPerBlock", Arithmetic.UNSIGNED_LONG,
        "regsPerBlock", Arithmetic.INT,
        "warpSize", Arithmetic.INT,
        "maxThreadsPerBlock", Arithmetic.INT,
        "maxThreadsDim", three,
        "maxGridSize", three,
        "clockRate", Arithmetic.INT,
        "totalConstMem", Arithmetic.UNSIGNED_LONG,
        "major", Arithmetic.INT,
        "minor", Arithmetic.INT,
        "multiProcessorCount", Arithmetic.INT,
        "integrated", Arithmetic.INT,
        "canMapHostMemory", Arithmetic.INT,
        "concurrentKernels", Arithmetic.INT,
        "pciBusID", Arithmetic.INT,
        "pciDeviceID", Arithmetic.INT,
        "pciDomainID", Arithmetic.INT,
        "unifiedAddressing", Arithmetic.INT,
        "memoryClockRate", Arithmetic.INT,
        "memoryBusWidth", Arithmetic.INT,
        "l2CacheSize", Arithmetic.INT,
        "maxThreadsPerMultiProcessor", Arithmetic.INT,
        "sharedMemPerMultiprocessor", Arithmetic.UNSIGNED_LONG,
        "sharedMemPerBlockOptin", Arithmetic.UNSIGNED_LONG,
        "managedMemory", Arithmetic.INT,
        "cooperativeLaunch", Arithmetic.INT,
        "maxBlocksPerMultiProcessor", Arithmetic.INT);
  }
}
