package org.shmemlab.scenarios.api.cuda;

import com.google.common.collect.ImmutableListMultimap;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.api.lowering.CallSite;
import org.shmemlab.scenarios.api.lowering.Emission;
import org.shmemlab.scenarios.api.lowering.Field;
import org.shmemlab.scenarios.runtime.cuda.CudaDevices;
import org.shmemlab.scenarios.runtime.cuda.CudaMemory;

/**
 * Lowers {@code cudaGetDeviceProperties}: a member of the structure is the device attribute of the
 * same meaning, a member with three elements is three attributes; name and memory size have none.
 *
 * <p>Source: CUDA Runtime API, {@code cudaDeviceProp} and {@code cudaDeviceAttr}.
 */
final class DeviceProperties {
  /** The GPU that {@link org.shmemlab.model.job.Job.Gpu#H200} describes. */
  private static final String NAME = "NVIDIA H200";

  private static final ImmutableListMultimap<String, Integer> ATTRIBUTES =
      ImmutableListMultimap.<String, Integer>builder()
          .putAll("maxThreadsPerBlock", 1)
          .putAll("maxThreadsDim", 2, 3, 4)
          .putAll("maxGridSize", 5, 6, 7)
          .putAll("sharedMemPerBlock", 8)
          .putAll("totalConstMem", 9)
          .putAll("warpSize", 10)
          .putAll("regsPerBlock", 12)
          .putAll("clockRate", 13)
          .putAll("multiProcessorCount", 16)
          .putAll("integrated", 18)
          .putAll("canMapHostMemory", 19)
          .putAll("concurrentKernels", 31)
          .putAll("memoryClockRate", 36)
          .putAll("memoryBusWidth", 37)
          .putAll("l2CacheSize", 38)
          .putAll("maxThreadsPerMultiProcessor", 39)
          .putAll("unifiedAddressing", 41)
          .putAll("major", 75)
          .putAll("minor", 76)
          .putAll("sharedMemPerMultiprocessor", 81)
          .putAll("managedMemory", 83)
          .putAll("cooperativeLaunch", 95)
          .putAll("sharedMemPerBlockOptin", 97)
          .putAll("maxBlocksPerMultiProcessor", 106)
          .build();

  private final CallSite site;
  private final CodeBuilder code;
  private final Emission emit;
  private final int address;

  private DeviceProperties(CallSite site, int address) {
    this.site = site;
    this.code = site.code();
    this.emit = new Emission(code);
    this.address = address;
  }

  /** Fills the structure that the first argument points to for the device of the second, if any. */
  static int fill(CallSite site) {
    int device = site.argument(1);
    Emission emit = new Emission(site.code());
    int any = emit.ask(CudaDevices.DEVICE_ATTRIBUTE, emit.constant(1), device);
    return CudaStatus.unlessFailed(
        site,
        CudaStatus.isUnknown(emit, any),
        () -> new DeviceProperties(site, site.argument(0)).fill(device));
  }

  private void fill(int device) {
    code.emit(new Instruction.Clear(address, site.objectBytes(0)));
    byte[] name = NAME.getBytes(StandardCharsets.US_ASCII);
    for (int i = 0; i < name.length; i++) {
      emit.store(ScalarType.I8, address, offset("name") + i, code.constant(name[i]));
    }
    int free = code.slotAddress(code.slot("free memory", 8));
    int total = code.slotAddress(code.slot("all memory", 8));
    emit.invoke(CudaMemory.MEM_GET_INFO, free, total);
    emit.store(
        ScalarType.U64, address, offset("totalGlobalMem"), emit.load(ScalarType.U64, total, 0));
    emit.store(ScalarType.I32, address, offset("pciBusID"), device);
    for (String member : ATTRIBUTES.keySet()) {
      ScalarType type = member(member).type();
      List<Integer> attributes = ATTRIBUTES.get(member);
      for (int i = 0; i < attributes.size(); i++) {
        int number = code.constant(attributes.get(i));
        int value = emit.ask(CudaDevices.DEVICE_ATTRIBUTE, number, device);
        emit.store(type, address, offset(member) + i * type.bytes(), value);
      }
    }
  }

  private int offset(String member) {
    return member(member).offset();
  }

  private Field member(String name) {
    return site.field(0, name);
  }
}
