package org.shmemlab.cli.source;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.shmemlab.scenarios.CudaC;
import org.shmemlab.scenarios.frontend.clang.BuildCommand;
import org.shmemlab.scenarios.source.CompilerOptions;
import org.shmemlab.scenarios.source.SourceFile;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Reads the options that say how programs are compiled, as compilers have them. */
public final class CompileOptions {
  private static final Pattern NAME = Pattern.compile("[A-Za-z_]\\w*");

  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec spec;

  @Option(
      names = "-D",
      paramLabel = "NAME[=VALUE]",
      mapFallbackValue = "1",
      description = "define a macro for the programs, as if before their first line")
  private Map<String, String> macros = new LinkedHashMap<>();

  @Option(
      names = "-U",
      paramLabel = "NAME",
      description = "undefine a macro of the compiler or of a 'check:' comment")
  private List<String> undefined = ImmutableList.of();

  @Option(names = "-I", paramLabel = "DIR", description = "look there for headers")
  private List<String> folders = ImmutableList.of();

  @Option(
      names = "-isystem",
      paramLabel = "DIR",
      description = "look there for headers after -I, and give no warnings about them")
  private List<String> systemFolders = ImmutableList.of();

  @Option(
      names = "-include",
      paramLabel = "HEADER",
      description = "include a header before the first line")
  private List<String> headers = ImmutableList.of();

  @Option(
      names = "-std",
      paramLabel = "STANDARD",
      description = "such as c11, gnu17, c++20 (default: Clang's)")
  private @Nullable String standard;

  @Option(
      names = "-x",
      paramLabel = "LANGUAGE",
      description = "cuda, c or c++, whatever the files' names end in")
  private @Nullable String language;

  @Option(
      names = "-fopenmp",
      description = "compile directives of OpenMP, as where a file has some")
  private boolean openMp;

  @Option(
      names = "--cuda-path",
      paramLabel = "DIR",
      description = "the CUDA toolkit whose headers are used (default: CUDA_HOME, or that of nvcc)")
  private @Nullable Path cudaPath;

  @Option(
      names = "--headers",
      paramLabel = "WHOSE",
      description = {
        "'machine': the headers of C, CUDA and NVSHMEM are this machine's where it has them",
        "(default); 'own': they are ShmemLab's"
      })
  private @Nullable String headersOf;

  @Option(
      names = "--replace",
      paramLabel = "HEADER=FILE",
      description = {
        "read FILE in the place of a header whose path ends in HEADER; shmemlab/ibgda_device.cuh is",
        "one of ShmemLab's own, for code that fills the queues of a network card itself"
      })
  private List<String> replacements = ImmutableList.of();

  @Option(names = "--verbose", description = "say which headers come from where")
  private boolean verbose;

  @Option(
      names = "--with",
      paramLabel = "FILE",
      description = "another file of the same program, whatever it has in it")
  private List<Path> others = ImmutableList.of();

  @Option(
      names = "--like",
      paramLabel = "COMMAND",
      description = {
        "the command of a build, such as 'nvcc -O3 -Iinclude main.cu -o main': its files, and its",
        "options as far as they have a meaning here; once for each command"
      })
  private List<String> builds = ImmutableList.of();

  /** Whether commands of a build name files. */
  public boolean isLikeABuild() {
    return !builds.isEmpty();
  }

  /** The compiler's options for every file. */
  public CompilerOptions options() {
    for (String name : macros.keySet()) {
      check("-D", name);
      if (undefined.contains(name)) {
        throw usage("-U " + name + ": -D defines it");
      }
    }
    undefined.forEach(name -> check("-U", name));
    CompilerOptions all = CompilerOptions.NONE.define(macros);
    for (String name : undefined) {
      all = all.undefine(name);
    }
    all = each(each(each(all, "-I", folders), "-isystem", systemFolders), "-include", headers);
    if (standard != null) {
      all = all.with("-std=" + standard);
    }
    if (language != null) {
      try {
        all = all.with("-x", BuildCommand.language(language));
      } catch (BuildCommand.Unknown problem) {
        throw usage(String.valueOf(problem.getMessage()));
      }
    }
    if (openMp) {
      all = all.with("-fopenmp");
    }
    if (headersOf != null) {
      all = all.with(headers(headersOf));
    }
    for (String replacement : replacements) {
      all = all.with(CompilerOptions.REPLACE, replacement(replacement));
    }
    if (cudaPath != null) {
      Path include = cudaPath.resolve("include");
      if (!Files.isDirectory(include)) {
        throw usage("--cuda-path " + cudaPath + ": there is no folder " + include);
      }
      all = all.with(CompilerOptions.CUDA_PATH, cudaPath.toString());
    }
    return all;
  }

  private String replacement(String words) {
    int equals = words.indexOf('=');
    String file = words.substring(equals + 1);
    if (equals < 1 || file.isEmpty()) {
      throw usage("--replace " + words + ": name a header and a file, HEADER=FILE");
    }
    if (!CompilerOptions.isOurReplacement(file) && !Files.isRegularFile(Path.of(file))) {
      throw usage("--replace " + words + ": there is no file " + file);
    }
    return words;
  }

  private String headers(String whose) {
    return switch (whose) {
      case "own" -> CompilerOptions.OWN_HEADERS;
      case "machine" -> CompilerOptions.MACHINE_HEADERS;
      default -> throw usage("--headers " + whose + ": own or machine");
    };
  }

  private static CompilerOptions each(CompilerOptions options, String flag, List<String> values) {
    CompilerOptions all = options;
    for (String value : values) {
      all = all.with(flag, value);
    }
    return all;
  }

  private void check(String option, String name) {
    if (!NAME.matcher(name).matches()) {
      throw usage(option + " " + name + ": the name of a macro is a C identifier");
    }
  }

  /**
   * The program of all files that the command line names.
   *
   * @param paths the files besides those of {@code --with} and {@code --like}
   * @param ignored receives the words of a build's command that have no meaning here
   */
  public SourceFile program(List<Path> paths, Consumer<String> ignored)
      throws SourceFiles.Unreadable {
    List<SourceFile> files = new ArrayList<>();
    for (Path path : paths) {
      files.add(SourceFiles.program(path));
    }
    files.addAll(built(ignored));
    files.addAll(others());
    if (files.isEmpty()) {
      throw usage("name a FILE, or the command of a build with --like");
    }
    Map<String, SourceFile> rest = new LinkedHashMap<>(); // a launch file may name one, too
    files.stream()
        .skip(1)
        .flatMap(file -> file.files().stream())
        .forEach(file -> rest.putIfAbsent(file.path(), file));
    files.get(0).files().forEach(file -> rest.remove(file.path()));
    return files.get(0).with(rest.values());
  }

  /** Says, if that is asked for, which headers a program is compiled with. */
  public void sayHeaders(SourceFile program, Consumer<String> said) {
    if (verbose && !program.isLitmus()) {
      said.accept(CudaC.headers(program));
    }
  }

  /** All tests and programs that it names; see {@link SourceFiles#of}. */
  public ImmutableList<SourceFile> programs(List<Path> paths, Consumer<String> ignored)
      throws SourceFiles.Unreadable {
    if (!isLikeABuild() && others.isEmpty()) {
      return SourceFiles.of(paths);
    }
    if (paths.size() > 1 || paths.stream().anyMatch(Files::isDirectory)) {
      throw usage("--with and --like are about one program: name its FILE and no other");
    }
    return ImmutableList.of(program(paths, ignored));
  }

  private List<SourceFile> others() throws SourceFiles.Unreadable {
    List<SourceFile> files = new ArrayList<>();
    for (Path path : others) {
      files.add(SourceFiles.program(path));
    }
    return files;
  }

  /** The files of {@code --like}, each with the options of its command. */
  private List<SourceFile> built(Consumer<String> ignored) throws SourceFiles.Unreadable {
    List<SourceFile> files = new ArrayList<>();
    ImmutableSet.Builder<String> without = ImmutableSet.builder();
    for (String build : builds) {
      BuildCommand command;
      try {
        command = BuildCommand.of(build);
      } catch (BuildCommand.Unknown problem) {
        throw usage("--like: " + problem.getMessage());
      }
      for (String path : command.files()) {
        files.add(SourceFiles.program(Path.of(path)).compiledWith(command.options()));
      }
      without.addAll(command.ignored());
    }
    ImmutableSet<String> words = without.build();
    if (!words.isEmpty()) {
      ignored.accept("of no meaning here: " + String.join(" ", words));
    }
    return files;
  }

  private ParameterException usage(String message) {
    return new ParameterException(Objects.requireNonNull(spec).commandLine(), message);
  }
}
