package org.shmemlab.scenarios.frontend.clang;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.ListMultimap;
import com.google.common.collect.Multimaps;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.scenarios.api.CallLowerings;
import org.shmemlab.scenarios.api.Catalogue;
import org.shmemlab.scenarios.frontend.ir.Linking;
import org.shmemlab.scenarios.frontend.llvm.Llvm;
import org.shmemlab.scenarios.frontend.llvm.LlvmModule;
import org.shmemlab.scenarios.source.Diagnostics;
import org.shmemlab.scenarios.source.SourceFile;

/** From the files of a program to the program, by way of Clang and LLVM. */
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
    return of(
        file,
        environment,
        catalogue,
        lowerings,
        diagnostics,
        (toolchain, sources) -> new Clang(toolchain).compile(sources));
  }

  /**
   * The programs of many small sources of one file each, which are compiled by few runs of the
   * compiler; null where the diagnostics of a source say why there is none.
   *
   * @param diagnostics one for each source
   */
  public static List<@Nullable Program> compileTogether(
      List<SourceFile> files,
      Map<String, String> environment,
      Catalogue catalogue,
      CallLowerings lowerings,
      List<Diagnostics> diagnostics) {
    Map<SourceFile, Bitcode> known = together(files, environment);
    List<@Nullable Program> programs = new ArrayList<>();
    for (int i = 0; i < files.size(); i++) {
      Bitcode made = known.get(files.get(i));
      programs.add(
          of(
              files.get(i),
              environment,
              catalogue,
              lowerings,
              diagnostics.get(i),
              (toolchain, sources) ->
                  made == null ? new Clang(toolchain).compile(sources) : ImmutableList.of(made)));
    }
    return programs;
  }

  // What is missing here is compiled alone, and so tells what is wrong.
  private static Map<SourceFile, Bitcode> together(
      List<SourceFile> files, Map<String, String> environment) {
    Map<SourceFile, Bitcode> known = new HashMap<>();
    try {
      Toolchain toolchain = Toolchain.find(environment);
      Clang clang = new Clang(toolchain);
      Together together = new Together(clang, toolchain.cache());
      ListMultimap<ImmutableList<String>, SourceFile> alike =
          Multimaps.index(
              ImmutableSet.copyOf(
                  files.stream().filter(file -> !file.options().isClosed()).toList()),
              file -> clang.arguments(file, false));
      for (Collection<SourceFile> some : alike.asMap().values()) {
        ImmutableList<SourceFile> sources = ImmutableList.copyOf(some);
        ImmutableList<Bitcode> made = together.compile(sources);
        for (int i = 0; made != null && i < sources.size(); i++) {
          known.put(sources.get(i), made.get(i));
        }
      }
    } catch (Toolchain.Missing | IOException failed) {
      return known;
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
    return known;
  }

  /** Turns the sources of a program into LLVM's notation. */
  private interface Compiler {
    ImmutableList<Bitcode> compile(Toolchain toolchain, List<SourceFile> sources)
        throws IOException, InterruptedException;
  }

  private static @Nullable Program of(
      SourceFile file,
      Map<String, String> environment,
      Catalogue catalogue,
      CallLowerings lowerings,
      Diagnostics diagnostics,
      Compiler compiler) {
    String path = file.path();
    try {
      return new ClangFrontEnd(file, diagnostics)
          .compile(Toolchain.find(environment), compiler, catalogue, lowerings);
    } catch (Toolchain.Missing missing) {
      diagnostics.error(new SourceLine(path, 0), String.valueOf(missing.getMessage()));
    } catch (IOException failed) {
      diagnostics.error(new SourceLine(path, 0), "cannot run the compiler: " + failed);
    } catch (IllegalArgumentException unreadable) { // what LLVM says of a module
      diagnostics.error(new SourceLine(path, 0), String.valueOf(unreadable.getMessage()).strip());
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      diagnostics.error(new SourceLine(path, 0), "stopped while compiling");
    }
    return null;
  }

  private @Nullable Program compile(
      Toolchain toolchain, Compiler compiler, Catalogue catalogue, CallLowerings lowerings)
      throws IOException, InterruptedException {
    ImmutableList<SourceFile> files = file.files();
    List<SourceFile> sources = files.stream().filter(one -> !one.isLlvm()).toList();
    List<Bitcode> compiled = compiler.compile(toolchain, sources);
    Messages messages = new Messages(catalogue, diagnostics);
    for (int i = 0; i < sources.size(); i++) {
      Bitcode made = compiled.get(i);
      messages.tell(sources.get(i), made.messages(), made.host() == null);
    }
    if (diagnostics.hasErrors()) {
      return null;
    }
    KeptPrograms programs = new KeptPrograms(toolchain);
    String key = programs.key(files, compiled);
    KeptPrograms.Made known = key == null ? null : programs.find(key);
    if (known != null) {
      known.tell(diagnostics);
      return known.program();
    }
    Llvm llvm = LOADED.computeIfAbsent(toolchain.library(), Llvm::load);
    try (Joining joining = new Joining(llvm, diagnostics)) {
      Iterator<Bitcode> next = compiled.iterator();
      for (int i = 0; i < files.size(); i++) {
        SourceFile one = files.get(i);
        if (one.isLlvm()) {
          joining.add(one.path(), i, one.bytes());
        } else {
          joining.add(one.path(), i, next.next());
        }
      }
      LlvmModule host = joining.host();
      if (host == null) {
        diagnostics.error(new SourceLine(file.path(), 0), "this is code for devices alone");
      }
      if (host == null || diagnostics.hasErrors()) {
        return null;
      }
      RuntimeParts.link(host, toolchain.headers());
      Program program =
          Linking.link(
              file.path(),
              host,
              joining.device(),
              toolchain.headers(),
              diagnostics,
              catalogue,
              lowerings);
      if (program != null && key != null && !diagnostics.hasErrors()) {
        programs.keep(key, program, diagnostics);
      }
      return program;
    }
  }
}
