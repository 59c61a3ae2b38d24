package org.shmemlab.transports.rules;

import com.google.common.collect.ImmutableList;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * The environment variables that say how NVSHMEM is configured, with the defaults of its sources
 * (include/host/env/env_defs.h; modules/transport/common/env_defs.h). Names are without the prefix
 * {@code NVSHMEM_}.
 */
public enum EnvironmentVariable {
  SYMMETRIC_SIZE(Type.SIZE, "1G"),
  CUMEM_GRANULARITY(Type.SIZE, "512M"),
  MAX_MEMORY_PER_GPU(Type.SIZE, "256G"),
  DISABLE_CUDA_VMM(Type.FLAG, "0"),
  HEAP_KIND(Type.WORD, "DEVICE", "DEVICE", "SYSMEM"),
  ENABLE_ERROR_CHECKS(Type.FLAG, "0"),
  MAX_TEAMS(Type.COUNT, "128"),

  REMOTE_TRANSPORT(Type.WORD, "ibrc", "ibrc", "ibdevx", "ucx", "libfabric", "gpunetio", "none"),
  IB_ENABLE_IBGDA(Type.FLAG, "0"),
  DISABLE_P2P(Type.FLAG, "0"),
  DISABLE_MNNVL(Type.FLAG, "0"),
  DISABLE_NVLS(Type.FLAG, "0"),
  LIBFABRIC_PROVIDER(Type.WORD, "cxi", "cxi", "verbs", "efa"),
  DISABLE_NCCL(Type.FLAG, "0"),
  DISABLE_CE_COLLECTIVES(Type.FLAG, "1"),
  BYPASS_FLUSH(Type.FLAG, "0"),
  ASSERT_ATOMICS_SYNC(Type.FLAG, "0"),
  BYPASS_ACCESSIBILITY_CHECK(Type.FLAG, "0"),

  PROXY_REQUEST_BATCH_MAX(Type.COUNT, "32"),
  G_BUF_SIZE(Type.SIZE, "8M"),
  G_COALESCING_BUF_SIZE(Type.SIZE, "2M"),
  MAX_PEER_STREAMS(Type.COUNT, "16"),
  DISABLE_LOCAL_ONLY_PROXY(Type.FLAG, "0"),

  QP_DEPTH(Type.COUNT, "1024"),
  SRQ_DEPTH(Type.COUNT, "16384"),
  IB_NUM_RC_PER_DEVICE(Type.COUNT, "1"),
  IB_ENABLE_RELAXED_ORDERING(Type.FLAG, "1"),
  DISABLE_IB_NATIVE_ATOMICS(Type.FLAG, "0"),
  DISABLE_GDRCOPY(Type.FLAG, "0"),
  IB_SL(Type.COUNT, "0"),
  IB_TRAFFIC_CLASS(Type.COUNT, "0"),
  IB_GID_INDEX(Type.INTEGER, "-1"),
  HCA_PREFIX(Type.TEXT, "mlx5"),
  HCA_LIST(Type.TEXT, ""),
  HCA_PE_MAPPING(Type.TEXT, ""),
  ENABLE_NIC_PE_MAPPING(Type.FLAG, "0"),

  IBGDA_NUM_RC_PER_PE(Type.COUNT, "2"),
  IBGDA_NUM_DCI(Type.COUNT, "1"),
  IBGDA_NUM_SHARED_DCI(Type.COUNT, "1"),
  IBGDA_NUM_DCT(Type.COUNT, "2"),
  IBGDA_RC_MAP_BY(Type.WORD, "cta", "cta", "sm", "warp"),
  IBGDA_DCI_MAP_BY(Type.WORD, "cta", "cta", "sm", "warp", "dct"),
  IBGDA_NUM_REQUESTS_IN_BATCH(Type.COUNT, "32"),
  IBGDA_NUM_FETCH_SLOTS_PER_DCI(Type.COUNT, "1024"),
  IBGDA_NUM_FETCH_SLOTS_PER_RC(Type.COUNT, "1024"),
  IBGDA_NIC_HANDLER(Type.WORD, "auto", "auto", "gpu", "cpu"),
  IBGDA_FORCE_NIC_BUF_MEMTYPE(Type.WORD, "gpumem", "gpumem", "hostmem"),
  IBGDA_ENABLE_MULTI_PORT(Type.FLAG, "0"),

  BARRIER_DISSEM_KVAL(Type.COUNT, "2"),
  BARRIER_TG_DISSEM_KVAL(Type.COUNT, "2"),
  BCAST_TREE_KVAL(Type.COUNT, "2"),
  REDUCE_RECEXCH_KVAL(Type.COUNT, "2"),
  REDUCE_SCRATCH_SIZE(Type.SIZE, "512K"),
  FCOLLECT_LL_THRESHOLD(Type.SIZE, "2048"),
  FCOLLECT_LL128_THRESHOLD(Type.SIZE, "0"),
  FCOLLECT_NVLS_THRESHOLD(Type.SIZE, "16M"),
  REDUCESCATTER_NVLS_THRESHOLD(Type.SIZE, "16M"),
  REDUCE_NVLS_THRESHOLD(Type.SIZE, "2048"),
  MAX_CTAS(Type.COUNT, "1"),
  BCAST_ALGO(Type.COUNT, "0"),
  FCOLLECT_ALGO(Type.COUNT, "0"),
  REDUCE_ALGO(Type.COUNT, "0"),
  REDUCESCATTER_ALGO(Type.COUNT, "0"),
  REDMAXLOC_ALGO(Type.COUNT, "1"),
  IGNORE_CUDA_MPS_ACTIVE_THREAD_PERCENTAGE(Type.FLAG, "0"),

  VERSION(Type.FLAG, "0"),
  INFO(Type.FLAG, "0"),
  DEBUG(Type.TEXT, ""),
  DEBUG_FILE(Type.TEXT, ""),
  DEBUG_ATTACH_DELAY(Type.COUNT, "0"),
  BOOTSTRAP(Type.TEXT, "PMI"),
  BOOTSTRAP_PMI(Type.TEXT, "PMI"),
  BOOTSTRAP_UID_SOCK_IFNAME(Type.TEXT, ""),
  BOOTSTRAP_UID_SOCK_FAMILY(Type.TEXT, "AF_INET"),
  CUDA_PATH(Type.TEXT, ""),
  NVTX(Type.TEXT, "off"),

  CONF_FILE(Since.V3_6, Type.TEXT, ""),

  TRANSPORT_BATCH_MAX_OPS(Since.V3_7, Type.COUNT, "16"),
  IB_TIMEOUT(Since.V3_7, Type.COUNT, "20"),
  IB_RETRY_CNT(Since.V3_7, Type.COUNT, "7"),
  LIBFABRIC_MAX_NIC_PER_PE(Since.V3_7, Type.COUNT, "16"),
  LIBFABRIC_PROXY_REQUEST_BATCH_MAX(Since.V3_7, Type.COUNT, "32"),
  LIBFABRIC_DISABLE_BATCH_RMA(Since.V3_7, Type.FLAG, "0"),
  LIBFABRIC_SIGNAL_WAIT_SPIN_COUNT(Since.V3_7, Type.COUNT, "1024"),
  GPUNETIO_ENABLE_GDAKI(Since.V3_7, Type.FLAG, "0"),
  GPUNETIO_NIC_HANDLER(Since.V3_7, Type.WORD, "auto", "auto", "gpu", "gpu_sm_bf", "cpu"),
  GPUNETIO_NUM_RC_PER_PE_GPU(Since.V3_7, Type.COUNT, "2"),
  GPUNETIO_NUM_RC_PER_PE_CPU(Since.V3_7, Type.COUNT, "2"),
  GPUNETIO_NUM_REQUESTS_IN_BATCH(Since.V3_7, Type.COUNT, "32"),
  GPUNETIO_NUM_FETCH_SLOTS_PER_RC(Since.V3_7, Type.COUNT, "1024"),
  GPUNETIO_ENABLE_ORDERING_SEMANTIC(Since.V3_7, Type.FLAG, "0"),
  NETDEVS_POLICY(
      Since.V3_7, Type.WORD, "AUTO", "AUTO", "EXTERNAL_SHARING_PCIE_SWITCH_NIC_EXCLUSIVE"),
  TMA_POLICY(Since.V3_7, Type.WORD, "DISABLE", "DISABLE", "ENABLE", "FORCE"),
  ENABLE_LOGICAL_ENDPOINT(Since.V3_7, Type.FLAG, "0"),
  CPU_AFFINITY(Since.V3_7, Type.TEXT, "AUTO");

  /** The release that first has a variable. */
  private enum Since {
    V3_4_5("3.4.5", NvshmemVersion.V3_4_5),
    V3_6("3.6", NvshmemVersion.V3_8),
    V3_7("3.7", NvshmemVersion.V3_8);

    private final String number;
    private final NvshmemVersion first; // the first one with rules that has such variables

    Since(String number, NvshmemVersion first) {
      this.number = number;
      this.first = first;
    }
  }

  /** The format of a value. */
  enum Type {
    /** Bytes: digits, and K, M, G or T for powers of 1024. */
    SIZE("a size as in 512M: digits, and K, M, G or T after them"),
    /** A number from 0. */
    COUNT("a number from 0"),
    /** Any integer. */
    INTEGER("an integer"),
    /** 0 or 1, or a word for it. */
    FLAG("0 or 1 (or no, yes, false, true, off, on)"),
    /** One of some words. */
    WORD(""),
    /** Anything. */
    TEXT("");

    private final String words;

    Type(String words) {
      this.words = words;
    }
  }

  /** The prefix of every name in the environment. */
  public static final String PREFIX = "NVSHMEM_";

  private final Since since;
  private final Type type;
  private final String standard;
  private final ImmutableList<String> choices;

  EnvironmentVariable(Type type, String standard, String... choices) {
    this(Since.V3_4_5, type, standard, choices);
  }

  EnvironmentVariable(Since since, Type type, String standard, String... choices) {
    this.since = since;
    this.type = type;
    this.standard = standard;
    this.choices = ImmutableList.copyOf(choices);
  }

  /** The name in the environment. */
  public String environmentName() {
    return PREFIX + name();
  }

  /** The variable of a name in the environment, if there is one. */
  public static Optional<EnvironmentVariable> of(String environmentName) {
    return Arrays.stream(values())
        .filter(variable -> variable.environmentName().equals(environmentName))
        .findFirst();
  }

  /** The release that first has it, as far as is known here. */
  public String since() {
    return since.number;
  }

  /** Whether a release reads it. */
  boolean knownTo(NvshmemVersion version) {
    return version.compareTo(since.first) >= 0;
  }

  /** The default value. */
  public String standard() {
    return standard;
  }

  /** Whether this is a value, in the spelling that is kept; empty if it is none. */
  Optional<String> accepted(String value) {
    return switch (type) {
      case SIZE ->
          value.matches("\\d{1,15}|\\d{1,6}[kKmMgGtT]") ? Optional.of(value) : Optional.empty();
      case COUNT -> value.matches("\\d{1,9}") ? Optional.of(value) : Optional.empty();
      case INTEGER -> value.matches("-?\\d{1,9}") ? Optional.of(value) : Optional.empty();
      case FLAG ->
          switch (value.toLowerCase(Locale.ROOT)) {
            case "1", "y", "yes", "true", "on" -> Optional.of("1");
            case "0", "n", "no", "false", "off" -> Optional.of("0");
            default -> Optional.empty();
          };
      case WORD -> choices.stream().filter(choice -> choice.equalsIgnoreCase(value)).findFirst();
      case TEXT -> Optional.of(value);
    };
  }

  /** The format of a value, for messages. */
  String expectation() {
    return type == Type.WORD ? "one of " + String.join(", ", choices) : type.words;
  }
}
