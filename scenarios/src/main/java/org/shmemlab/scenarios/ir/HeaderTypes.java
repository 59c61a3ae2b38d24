package org.shmemlab.scenarios.ir;

import com.google.common.collect.ImmutableMap;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.api.ApiType;
import org.shmemlab.scenarios.api.Field;
import org.shmemlab.scenarios.api.NumberType;
import org.shmemlab.scenarios.api.TypePattern;

/** The types that prototypes of the catalogue name, as our headers declare them. */
final class HeaderTypes {
  static final ApiType POINTER = new ApiType("void *", ScalarType.U64, null);

  private static final ImmutableMap<String, Layout> STRUCTURES = structures();

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
      case "cudaStream_t", "cudaEvent_t" -> POINTER;
      case "half" -> ApiType.of(NumberType.HALF);
      case "bfloat16" -> ApiType.of(NumberType.BFLOAT16);
      default -> // structures, and the numbers that libraries have names for
          STRUCTURES.containsKey(words)
              ? new ApiType(words, null, null)
              : ApiType.of(NumberType.INT);
    };
  }

  /** Bytes of a structure. */
  static int bytes(String structure) {
    return known(structure).size();
  }

  /** A member of a structure, by the names on the way, which have points between them. */
  static Field field(String structure, String... path) {
    String name = String.join(".", path);
    Field field = known(structure).fields().get(name);
    if (field == null) {
      throw new IllegalStateException(
          "our header's " + structure + " has no member " + name + " of a number or pointer");
    }
    return field;
  }

  private static Layout known(String structure) {
    Layout layout = STRUCTURES.get(structure);
    if (layout == null) {
      throw new IllegalStateException("no header of ours declares " + structure);
    }
    return layout;
  }

  private static ImmutableMap<String, Layout> structures() {
    Layout uniqueArguments =
        new Layout.Builder()
            .numbers(NumberType.INT, "version")
            .pointers("id")
            .numbers(NumberType.INT, "myrank", "nranks")
            .build();
    Layout initArguments =
        new Layout.Builder()
            .numbers(NumberType.INT, "version")
            .member("uid_args", uniqueArguments)
            .array(NumberType.CHAR, 96, "content")
            .build();
    return ImmutableMap.<String, Layout>builder()
        .put("dim3", new Layout.Builder().numbers(NumberType.UNSIGNED, "x", "y", "z").build())
        .put("double2", new Layout.Builder().numbers(NumberType.DOUBLE, "x", "y").build())
        .put(
            "shmem_team_config_t",
            new Layout.Builder().numbers(NumberType.INT, "num_contexts").build())
        .put(
            "nvshmem_team_config_t",
            new Layout.Builder().numbers(NumberType.INT, "version", "num_contexts").build())
        .put("nvshmemx_uniqueid_args_t", uniqueArguments)
        .put("nvshmemx_init_args_t", initArguments)
        .put(
            "nvshmemx_init_attr_t",
            new Layout.Builder()
                .numbers(NumberType.INT, "version")
                .pointers("mpi_comm")
                .member("args", initArguments)
                .build())
        .put("cudaDeviceProp", deviceProperties())
        .buildOrThrow();
  }

  private static Layout deviceProperties() {
    return new Layout.Builder()
        .array(NumberType.CHAR, 256, "name")
        .numbers(NumberType.UNSIGNED_LONG, "totalGlobalMem", "sharedMemPerBlock")
        .numbers(NumberType.INT, "regsPerBlock", "warpSize", "maxThreadsPerBlock")
        .array(NumberType.INT, 3, "maxThreadsDim")
        .array(NumberType.INT, 3, "maxGridSize")
        .numbers(NumberType.INT, "clockRate")
        .numbers(NumberType.UNSIGNED_LONG, "totalConstMem")
        .numbers(NumberType.INT, "major", "minor", "multiProcessorCount", "integrated")
        .numbers(NumberType.INT, "canMapHostMemory", "concurrentKernels", "pciBusID")
        .numbers(NumberType.INT, "pciDeviceID", "pciDomainID", "unifiedAddressing")
        .numbers(NumberType.INT, "memoryClockRate", "memoryBusWidth", "l2CacheSize")
        .numbers(NumberType.INT, "maxThreadsPerMultiProcessor")
        .numbers(NumberType.UNSIGNED_LONG, "sharedMemPerMultiprocessor", "sharedMemPerBlockOptin")
        .numbers(NumberType.INT, "managedMemory", "cooperativeLaunch")
        .numbers(NumberType.INT, "maxBlocksPerMultiProcessor")
        .build();
  }
}
