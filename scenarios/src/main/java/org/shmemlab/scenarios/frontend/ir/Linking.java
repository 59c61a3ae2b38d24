package org.shmemlab.scenarios.frontend.ir;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.program.Program.HeapSide;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.scenarios.api.CallLowerings;
import org.shmemlab.scenarios.api.catalogue.Catalogue;
import org.shmemlab.scenarios.frontend.emit.NotSupported;
import org.shmemlab.scenarios.frontend.llvm.LlvmModule;
import org.shmemlab.scenarios.runtime.library.NcclSetup;
import org.shmemlab.scenarios.source.Diagnostic;
import org.shmemlab.scenarios.source.Diagnostics;

/**
 * Makes one program of its modules: the host's and, for CUDA, the devices'.
 *
 * <p>Everything that {@code main} can reach is lowered, and the kernels that the host names.
 */
public final class Linking {
  /** Clang's name of the function that registers the kernels of a file. */
  public static final String REGISTRATION = Registration.FUNCTION;

  private final LoweringContext whole;
  private final Functions functions;
  private final Symbols host;
  private final @Nullable Symbols device;

  private Linking(LoweringContext whole, ModuleSide host, @Nullable ModuleSide device) {
    Registration registered = new Registration(host, device);
    registered.kernels().keySet().forEach(host.lines()::hide);
    this.whole = whole;
    this.functions = new Functions(whole, new Kernels(host, registered.kernels()));
    this.host = new Symbols(host, whole, functions);
    if (device != null) {
      Symbols there = new Symbols(device, whole, functions);
      registered.variables().forEach(v -> this.host.bind(v.onHost(), there.address(v.onDevice())));
      this.device = there;
    } else {
      this.device = null;
    }
    new SymbolTables(this.host, this.device).bind(registered.kernels());
  }

  /**
   * The program, or null where the diagnostics say why there is none.
   *
   * @param path the user's name of the program
   * @param libraries the folders whose lines are no lines of the program
   */
  public static @Nullable Program link(
      String path,
      LlvmModule host,
      @Nullable LlvmModule device,
      List<Path> libraries,
      Diagnostics diagnostics,
      Catalogue catalogue,
      CallLowerings lowerings) {
    if (device != null) {
      DeclaredKernels.define(host, device, path, diagnostics);
      if (diagnostics.hasErrors()) {
        return null;
      }
    }
    Replacements onHost = new Replacements(host, false, catalogue);
    host.prepare(f -> DeclaredKernels.isStub(host.llvm().name(f)), onHost::has);
    ModuleSide hosts = new ModuleSide(host, false, libraries, onHost);
    ModuleSide devices = null;
    if (device != null) {
      Replacements onDevice = new Replacements(device, true, catalogue);
      device.prepare(_ -> false, onDevice::has);
      devices = new ModuleSide(device, true, libraries, onDevice);
    }
    Long main = hosts.function("main");
    if (main == null || !hosts.isDefined(main)) {
      diagnostics.error(new SourceLine(path, 1), "there is no function main");
      return null;
    }
    LoweringContext whole =
        new LoweringContext(path, usesOpenShmem(hosts), diagnostics, catalogue, lowerings);
    try {
      return new Linking(whole, hosts, devices).link(main);
    } catch (NotSupported gap) { // outside the body of any function
      diagnostics.error(whole.somewhere(), Diagnostic.GAP + gap.construct());
      return null;
    }
  }

  private @Nullable Program link(long main) {
    int start = host.index(main);
    boolean ofHost;
    boolean ofDevice;
    do {
      lowerAll();
      ofHost = host.fillImages();
      ofDevice = device != null && device.fillImages();
    } while (ofHost || ofDevice);
    return whole.diagnostics().hasErrors()
        ? null
        : whole.program().build(start, whole.isOpenShmem() ? HeapSide.HOST : HeapSide.DEVICE);
  }

  /** Lowers the functions that were asked for, and those that they ask for in turn. */
  private void lowerAll() {
    for (var next = functions.next(); next != null; next = functions.next()) {
      Symbols symbols = device != null && next.side() == device.side() ? device : host;
      whole.program().define(next.index(), new FunctionLowering(symbols, next.function()).lower());
    }
  }

  /** OpenSHMEM without NVSHMEM, and without windows of NCCL. */
  private static boolean usesOpenShmem(ModuleSide host) {
    boolean found = false;
    for (long function : host.module().functions()) {
      String name = host.llvm().name(function);
      if (name.startsWith("nvshmem") || name.equals(NcclSetup.DEVICE_API.name())) {
        return false;
      }
      found |= !host.isDefined(function) && (name.startsWith("shmem") || name.equals("start_pes"));
    }
    return found;
  }
}
