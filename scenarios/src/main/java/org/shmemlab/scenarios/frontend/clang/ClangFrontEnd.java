package org.shmemlab.scenarios.frontend.clang;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.scenarios.api.CallLowerings;
import org.shmemlab.scenarios.api.catalogue.Catalogue;
import org.shmemlab.scenarios.frontend.ir.Linking;
import org.shmemlab.scenarios.frontend.llvm.Llvm;
import org.shmemlab.scenarios.frontend.llvm.LlvmModule;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxModules;
import org.shmemlab.scenarios.launch.LaunchFiles;
import org.shmemlab.scenarios.source.Diagnostics;
import org.shmemlab.scenarios.source.ObjectNames;
import org.shmemlab.scenarios.source.SourceFile;

/** Compiles the files of a program to a program, by Clang and LLVM. */
public final class ClangFrontEnd {
  private static final Map<Path, Llvm> LOADED = new ConcurrentHashMap<>();

  private final SourceFile file;
  private final Diagnostics diagnostics;

  private ClangFrontEnd(SourceFile file, Diagnostics diagnostics) {
    this.file = file;
    this.diagnostics = diagnostics;
  }

  /** The program of a source, or null where the diagnostics say why there is none. */
  public static @Nullable Program compile(
      SourceFile file,
      Map<String, String> environment,
      Catalogue catalogue,
      CallLowerings lowerings,
      Diagnostics diagnostics) {
    String path = file.path();
    try {
      return new ClangFrontEnd(file, diagnostics)
          .compile(Toolchain.find(environment), environment, catalogue, lowerings);
    } catch (Toolchain.Missing missing) {
      diagnostics.error(new SourceLine(path, 0), String.valueOf(missing.getMessage()));
    } catch (IOException failed) {
      diagnostics.error(new SourceLine(path, 0), "cannot run the compiler: " + failed);
    } catch (IllegalArgumentException unreadable) { // LLVM's message
      diagnostics.error(new SourceLine(path, 0), String.valueOf(unreadable.getMessage()).strip());
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      diagnostics.error(new SourceLine(path, 0), "stopped while compiling");
    }
    return null;
  }

  /** One line on which headers a source is compiled with, or why that cannot be said. */
  public static String headers(SourceFile file, Map<String, String> environment) {
    try {
      return Clang.headers(Toolchain.find(environment), environment, file).line();
    } catch (Toolchain.Missing missing) {
      return String.valueOf(missing.getMessage());
    }
  }

  private @Nullable Program compile(
      Toolchain toolchain,
      Map<String, String> environment,
      Catalogue catalogue,
      CallLowerings lowerings)
      throws IOException, InterruptedException {
    Map<SourceLine, String> objects = new HashMap<>();
    ImmutableList<SourceFile> files = hosts(objects);
    if (diagnostics.hasErrors()) {
      return null;
    }
    List<SourceFile> sources = files.stream().filter(one -> !one.isCompiled()).toList();
    List<Bitcode> compiled = new Clang(toolchain, environment).compile(sources);
    CompilerMessages messages = new CompilerMessages(catalogue, diagnostics);
    for (int i = 0; i < sources.size(); i++) {
      Bitcode made = compiled.get(i);
      messages.report(sources.get(i), made.messages(), made.host() == null);
    }
    if (diagnostics.hasErrors()) {
      return null;
    }
    ProgramCache programs = new ProgramCache(toolchain);
    ImmutableList<Path> libraries = Clang.headers(toolchain, environment, file).libraries();
    String key = programs.key(files, compiled, libraries);
    ProgramCache.Made known = key == null ? null : programs.find(key);
    if (known != null) {
      known.report(diagnostics);
      return known.program();
    }
    Llvm llvm = LOADED.computeIfAbsent(toolchain.library(), Llvm::load);
    try (ModuleLinking joining = new ModuleLinking(llvm, diagnostics)) {
      Iterator<Bitcode> next = compiled.iterator();
      for (int i = 0; i < files.size(); i++) {
        SourceFile one = files.get(i);
        if (!one.isCompiled()) {
          joining.add(one.path(), i, next.next());
        } else if (!one.isPtx()) {
          joining.add(one.path(), i, one.bytes());
        }
      }
      for (SourceFile one : files) {
        byte[] module = one.isPtx() ? ptx(one) : null;
        if (module != null) {
          joining.replace(one.path(), module);
        }
      }
      if (diagnostics.hasErrors()) {
        return null;
      }
      LlvmModule host = joining.host();
      if (host == null) {
        diagnostics.error(new SourceLine(file.path(), 0), "this is code for devices alone");
      }
      if (host == null || diagnostics.hasErrors()) {
        return null;
      }
      RuntimeParts.link(host, toolchain.headers());
      LlvmModule device = joining.device();
      if (device != null) {
        RuntimeParts.linkDevice(device, toolchain.headers());
      }
      Program linked =
          Linking.link(file.path(), host, device, libraries, diagnostics, catalogue, lowerings);
      Program program = linked == null ? null : ObjectNames.in(linked, sources, objects);
      if (program != null && key != null && !diagnostics.hasErrors()) {
        programs.keep(key, program, diagnostics);
      }
      return program;
    }
  }

  /** The files, with the host part that a launch file stands for in its place. */
  private ImmutableList<SourceFile> hosts(Map<SourceLine, String> objects) {
    ImmutableList.Builder<SourceFile> all = ImmutableList.builder();
    for (SourceFile one : file.files()) {
      LaunchFiles.Host host =
          one.isLaunch() ? LaunchFiles.host(one, file.files(), diagnostics) : null;
      all.add(host == null ? one : host.source());
      if (host != null) {
        objects.putAll(host.objects());
      }
    }
    return all.build();
  }

  private byte @Nullable [] ptx(SourceFile module) {
    return PtxModules.translate(module.path(), module.text(), this::named, diagnostics);
  }

  /** The user's name of a source, where the end of its path is the one that a module has. */
  private String named(String source) {
    Path path = Path.of(source).normalize();
    for (SourceFile one : file.files()) {
      if (Path.of(one.path()).toAbsolutePath().normalize().endsWith(path)) {
        return one.path();
      }
    }
    return source;
  }
}
