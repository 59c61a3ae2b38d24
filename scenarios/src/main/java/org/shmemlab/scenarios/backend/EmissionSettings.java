package org.shmemlab.scenarios.backend;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSortedSet;
import com.google.common.collect.Lists;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.shmemlab.model.program.Program;
import org.shmemlab.scenarios.CudaC;
import org.shmemlab.scenarios.judge.Announcement;
import org.shmemlab.scenarios.judge.HeaderComment;
import org.shmemlab.scenarios.litmus.Litmus;
import org.shmemlab.scenarios.litmus.LitmusFile;
import org.shmemlab.scenarios.source.Diagnostic;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.transports.platform.PathKind;

/**
 * The settings of an emitted folder.
 *
 * @param instances of each litmus test
 * @param seed of the delays and places in memory
 * @param pes numbers of PEs that programs run on, in addition to those that they name themselves
 * @param measure whether the measurements are in it
 */
public record EmissionSettings(
    Backend backend, long instances, long seed, ImmutableSortedSet<Integer> pes, boolean measure) {
  /** Tests in one source file: small enough that a machine compiles many at once. */
  private static final int TESTS_PER_FILE = 8;

  /** Makes the folder of these sources. */
  public NativeFolder of(List<SourceFile> sources) {
    return new Folder().of(sources);
  }

  private final class Folder {
    private final Map<String, String> files = new TreeMap<>();
    private final List<LitmusFile> tests = new ArrayList<>();
    private final List<LeftOut> leftOut = new ArrayList<>();
    private final List<Diagnostic> diagnostics = new ArrayList<>();
    private final StringBuilder programs = new StringBuilder();
    private final Set<String> names = new HashSet<>();

    NativeFolder of(List<SourceFile> sources) {
      for (SourceFile source : sources) {
        if (source.path().endsWith(".litmus")) {
          test(source);
        } else {
          program(source);
        }
      }
      litmusFiles();
      harness();
      return new NativeFolder(
          ImmutableMap.copyOf(files),
          tests.size(),
          names.size(),
          ImmutableList.copyOf(leftOut),
          ImmutableList.copyOf(diagnostics));
    }

    private void test(SourceFile source) {
      Litmus.Compiled compiled = Litmus.compile(source);
      diagnostics.addAll(compiled.diagnostics());
      if (compiled.program() == null) {
        return;
      }
      LitmusFile test = compiled.program().test();
      Optional<String> reason =
          switch (backend) {
            case NVSHMEM -> NvshmemLitmus.leftOut(test);
            case OPENSHMEM -> OpenshmemLitmus.leftOut(test);
          };
      reason.ifPresentOrElse(
          text -> leftOut.add(new LeftOut(source.path(), text)), () -> tests.add(test));
    }

    private void litmusFiles() {
      StringBuilder table = new StringBuilder("#include \"lab_report.h\"\n\n");
      StringBuilder list = new StringBuilder();
      int number = 0;
      int part = 0;
      for (List<LitmusFile> some : Lists.partition(tests, TESTS_PER_FILE)) {
        StringBuilder text = new StringBuilder();
        text.append(
            backend == Backend.NVSHMEM ? "#include \"lab.cuh\"\n\n" : "#include \"lab.h\"\n\n");
        text.append(BoundedCalls.of(backend, some));
        for (LitmusFile test : some) {
          LitmusCode code =
              backend == Backend.NVSHMEM
                  ? new NvshmemLitmus(number++, test)
                  : new OpenshmemLitmus(number++, test);
          text.append(code.write());
          table.append("extern const lab_test ").append(code.name()).append(";\n");
          list.append("  &").append(code.name()).append(",\n");
        }
        String ending = "." + backend.ending();
        files.put(
            "litmus/part" + String.format(Locale.ROOT, "%02d", part++) + ending, text.toString());
      }
      if (!tests.isEmpty()) {
        table.append("\nextern const lab_test *const lab_tests[];\n");
        table.append("const lab_test *const lab_tests[] = {\n").append(list).append("  NULL};\n");
        files.put("litmus/tests.c", table.toString());
        files.put(
            "litmus/pes.txt",
            ImmutableSortedSet.copyOf(Lists.transform(tests, LitmusFile::pes)).stream()
                .map(pes -> pes + "\n")
                .reduce("", String::concat));
      }
    }

    private void program(SourceFile source) {
      boolean cuda = source.isCuda();
      if (cuda != (backend == Backend.NVSHMEM)) {
        leftOut.add(
            new LeftOut(
                source.path(),
                cuda ? "CUDA needs the nvshmem backend" : "C needs the openshmem backend"));
        return;
      }
      if (cuda && source.files().stream().anyMatch(file -> file.text().contains("<mpi.h>"))) {
        leftOut.add(new LeftOut(source.path(), "it needs MPI, and the launcher does without"));
        return;
      }
      Optional<String> later = cuda ? Optional.empty() : OpenshmemLitmus.leftOut(source);
      if (later.isPresent()) {
        leftOut.add(new LeftOut(source.path(), later.get()));
        return;
      }
      CudaC.Compiled compiled = CudaC.compile(source);
      diagnostics.addAll(compiled.diagnostics());
      Program program = compiled.program();
      if (program == null) {
        return;
      }
      String name = name(Path.of(source.path()));
      try {
        put(name, SourceBundle.of(name, backend.ending(), source));
      } catch (SourceBundle.Impossible reason) {
        leftOut.add(new LeftOut(source.path(), String.valueOf(reason.getMessage())));
        names.remove(name);
        return;
      }
      HeaderComment header = HeaderComment.of(source);
      ImmutableSortedSet.Builder<Integer> sizes = ImmutableSortedSet.naturalOrder();
      sizes.addAll(pes);
      header.pes().ifPresent(sizes::add);
      for (int size : sizes.build()) {
        Optional<String> predicted = ExpectedOutput.of(program, size);
        predicted.ifPresent(
            lines -> files.put("programs/" + name + ".n" + size + ".predicted", lines));
        // A program that ends badly is run only on the number of PEs that it names itself.
        if (predicted.isPresent() || header.pes().orElse(-1) == size) {
          programs.append(name).append(' ').append(size).append(' ');
          programs.append(announced(source)).append('\n');
        }
      }
    }

    /** GPUs of one machine, on which the folder runs, have NVLink between them. */
    private String announced(SourceFile source) {
      Announcement announcement = Announcement.of(source);
      Optional<String> kind =
          backend == Backend.NVSHMEM
              ? announcement.on(PathKind.NVLINK.key())
              : announcement.expected();
      return kind.orElse("-");
    }

    private void put(String name, SourceBundle bundle) {
      files.putAll(bundle.files());
      if (!bundle.sources().isEmpty()) {
        files.put("programs/" + name + ".sources", String.join("\n", bundle.sources()) + "\n");
      }
      if (!bundle.flags().isEmpty()) {
        files.put("programs/" + name + ".flags", String.join("\n", bundle.flags()) + "\n");
      }
    }

    private String name(Path path) {
      Path folder = path.toAbsolutePath().normalize().getParent();
      String stem = path.getFileName().toString().replaceAll("\\.\\w+$", "");
      String inside =
          folder == null || folder.getFileName() == null ? "" : folder.getFileName() + "-";
      String name = (inside + stem).replaceAll("[^\\w.-]", "_");
      for (int i = 2; !names.add(name); i++) {
        name = name.replaceAll("~\\d+$", "") + "~" + i;
      }
      return name;
    }

    private void harness() {
      Harness harness = new Harness(EmissionSettings.this);
      files.putAll(harness.files(!tests.isEmpty(), !names.isEmpty()));
      if (!names.isEmpty()) {
        files.put("programs/programs.txt", programs.toString());
      }
      StringBuilder lines = new StringBuilder();
      leftOut.forEach(
          left -> lines.append(left.file()).append(": ").append(left.reason()).append('\n'));
      files.put("left-out.txt", lines.toString());
    }
  }
}
