package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs and checks hosts in Python by the package in {@code python}, where Python has NumPy. */
@Tag("compiler")
class PythonHostsTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  @TempDir private Path folder;

  @BeforeEach
  void pythonIsThere() throws Exception {
    assumeTrue(
        python("-c", "import sys, numpy; sys.exit(sys.version_info < (3, 11))").exitCode() == 0);
  }

  private Session python(String... words) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("python3"));
    command.addAll(Arrays.asList(words));
    Path out = folder.resolve("out.txt");
    Path err = folder.resolve("err.txt");
    ProcessBuilder process = new ProcessBuilder(command).directory(folder.toFile());
    process.environment().put("PYTHONPATH", ROOT.resolve("python").toString());
    process.environment().put("PYTHONDONTWRITEBYTECODE", "1");
    process.environment().put("SHMEMLAB", String.join("\n", OwnProcess.command()));
    int exitCode;
    try {
      exitCode = process.redirectOutput(out.toFile()).redirectError(err.toFile()).start().waitFor();
    } catch (IOException none) {
      return new Session(-1, "", "");
    }
    return new Session(
        exitCode,
        Files.readString(out, StandardCharsets.UTF_8),
        Files.readString(err, StandardCharsets.UTF_8));
  }

  private Session shmemlab(String command, String script, String... more) throws Exception {
    List<String> words = new ArrayList<>(List.of("-m", "shmemlab", command, script));
    words.addAll(Arrays.asList(more));
    return python(words.toArray(String[]::new));
  }

  private static String example(String name) {
    return ROOT.resolve("examples/python/" + name).toString();
  }

  private String script(String text) throws IOException {
    Files.writeString(folder.resolve("host.py"), text);
    return "host.py";
  }

  @Test
  void aRingOfPutsGivesEachPeTheArrayOfTheOneBeforeInEveryOrder() throws Exception {
    Session check = shmemlab("check", example("ring_put.py"), "-n", "2", "--seed", "5");
    assertThat(check.out())
        .as(check.err())
        .startsWith(
            """
            PE 0: 100 to 107, all together 856
            PE 1: 0 to 7, all together 856
            """)
        .contains("Verdict nothing found");
    assertThat(check.err()).contains("the script's own branches were those of that run");
    assertThat(check.exitCode()).isZero();
  }

  @Test
  void aFindingOfAKernelNamesTheLineOfItsSource() throws Exception {
    Session wrong = shmemlab("check", example("triton_ring.py"), "--no-repair", "--", "no_wait");
    assertThat(wrong.out())
        .as(wrong.err())
        .contains("PE 0: ")
        .contains("the put of PE 0 at kernels.py:67:72 and the load of PE 1 at kernels.py:114:37");
    assertThat(wrong.exitCode()).isEqualTo(1);
  }

  @Test
  void twoCompilationsOfOneFunctionAreTwoKernels() throws Exception {
    String module = ROOT.resolve("examples/triton/ring_put.ptx").toString();
    Session run =
        shmemlab(
            "run",
            script(
                """
                import numpy as np
                import nvshmem.core as nv, shmemlab
                from shmemlab import compiled
                from shmemlab.triton_kernels import TritonKernel
                nv.init()
                text = open("%s").read()
                other = text.replace("and.b32 \t%%r4, %%r3, 127", "and.b32 \t%%r4, %%r3, 63")
                arrays = [nv.array((128,), dtype="int32") for _ in range(2)]
                flag, result = nv.buffer(8), shmemlab.device_array((128,), dtype="int32")
                for ptx in (text, other, text):
                    arrays[1][:] = 1000 * nv.my_pe() + np.arange(128)
                    flag[:] = 0
                    result[:] = 0
                    nv.barrier_all()
                    compiled.kernel(TritonKernel, ptx)[1, 128](*arrays, flag, result)
                    shmemlab.synchronize()
                    nv.barrier_all()
                    print(result[1], result[127])
                """
                    .formatted(module)));
    assertThat(run.out().lines().sorted())
        .as(run.err())
        .containsExactly("2 0", "2 254", "2 254", "2002 0", "2002 2254", "2002 2254");
  }

  @Test
  void aRecordingKeepsOneModuleOfPesThatDeclareFunctionsInAnotherOrder() throws Exception {
    String module = ROOT.resolve("examples/numba/ring_put.ptx").toString();
    Session run =
        shmemlab(
            "run",
            script(
                """
                import nvshmem.core as nv, shmemlab
                from shmemlab import compiled
                from shmemlab.kernels import Kernel
                nv.init()
                text = open("%s").read()
                fence = ".extern .func  (.param .b64 func_retval0) nvshmem_fence\\n()\\n;\\n"
                assert fence in text
                if nv.my_pe() == 1:
                    text = text.replace(fence, "").replace(".extern", fence + ".extern", 1)
                inbox, flag = nv.array((1,), dtype="int32"), nv.buffer(8)
                result = shmemlab.device_array((1,), dtype="int32")
                flag[:] = 0
                nv.barrier_all()
                compiled.kernel(Kernel, text)[1, 1](inbox, flag, result)
                shmemlab.synchronize()
                print(result[0])
                """
                    .formatted(module)),
            "--record",
            "kept.launch.yaml");
    assertThat(run.out()).as(run.err()).isEqualTo("101\n100\n");
    String recorded = Files.readString(folder.resolve("kept.launch.yaml"));
    assertThat(recorded).contains("files: [\"kept.1.ptx\"]");
    Session check = Session.of("check", folder.resolve("kept.launch.yaml").toString());
    assertThat(check.out()).as(check.err()).contains("Verdict nothing found");
  }

  @Test
  void aFindingOfTheHostNamesTheLineOfTheScript() throws Exception {
    Files.copy(Path.of(example("overtakes.py")), folder.resolve("overtakes.py"));
    Session check = shmemlab("check", "overtakes.py", "--no-repair");
    assertThat(check.out())
        .as(check.err())
        .contains(
            "overtakes.py:26:11: error: conflict: the put of PE 0 at overtakes.py:21:5",
            "of 'inbox' of PE 1");
    assertThat(Files.readString(folder.resolve("overtakes.launch.yaml")))
        .contains("\"at\": \"overtakes.py:21:5\"");
  }

  @Test
  void everyElementTypeAndSliceComesBackAsItWasWritten() throws Exception {
    Session run =
        shmemlab(
            "run",
            script(
                """
                import numpy as np
                import nvshmem.core as nv
                nv.init()
                random = np.random.default_rng(7)
                pairs = []
                for kind in ("int8", "int64", "float32"):
                    values = (random.standard_normal((3, 4)) * 100).astype(kind)
                    array = nv.array((3, 4), dtype=kind)
                    array[...] = values
                    array[1:, 2] = values[1:, 2] + values[0, 0]
                    values[1:, 2] += values[0, 0]
                    array[0] = 5
                    values[0] = 5
                    pairs.append((array, values))
                evens = nv.team_split_strided(nv.Teams.TEAM_WORLD, 0, 2, 1)
                print([np.array_equal(array, values) for array, values in pairs], nv.team_n_pes(evens))
                try:
                    nv.put(pairs[0][0], pairs[0][0], remote_pe=2)
                except nv.NvshmemInvalid as refused:
                    print(refused)
                """),
            "-n",
            "2");
    String all = "[" + "True, ".repeat(2) + "True]";
    String refused = "remote_pe is 2: the job has PEs 0 to 1\n";
    assertThat(run.out()).as(run.err()).isEqualTo(all + " 1\n" + refused + all + " -1\n" + refused);
  }

  @Test
  void theUsualBeginningOfAScriptJoinsTheJob() throws Exception {
    Session run =
        shmemlab(
            "run",
            script(
                """
                import numpy as np
                import nvshmem.core as nv
                from cuda.core.experimental import Device, system
                from mpi4py import MPI
                comm = MPI.COMM_WORLD
                device = Device(comm.Get_rank() % system.num_devices)
                device.set_current()
                uid = nv.get_unique_id(empty=True)
                comm.Bcast(uid._data.view(np.int8), root=0)
                nv.init(
                    device=device, uid=uid, rank=comm.Get_rank(), nranks=comm.Get_size(),
                    initializer_method="uid")
                row, column = nv.team_split_2d(nv.Teams.TEAM_WORLD, 2)
                teams = [(nv.team_my_pe(team), nv.team_n_pes(team)) for team in (row, column)]
                print(teams, nv.team_translate_pe(nv.Teams.TEAM_WORLD, 3, column))
                nv.finalize()
                """),
            "-n",
            "4");
    assertThat(run.out())
        .as(run.err())
        .isEqualTo(
            """
            [(0, 2), (0, 2)] -1
            [(1, 2), (0, 2)] 1
            [(0, 2), (1, 2)] -1
            [(1, 2), (1, 2)] 1
            """);
  }

  @Test
  void aDeadlockNamesTheLineOfTheScript() throws Exception {
    Session run =
        shmemlab(
            "run",
            script(
                """
                import nvshmem.core as nv
                nv.init()
                flag = nv.buffer(8)
                flag[:] = 0
                nv.signal_wait(flag, 1, nv.ComparisonType.CMP_EQ)
                print(flag)
                """));
    assertThat(run.err()).contains("host.py:5:1").doesNotContain("Traceback");
    assertThat(run.exitCode()).isEqualTo(3);
  }

  @Test
  void aMistakeIsOneLine() throws Exception {
    Session missing = shmemlab("run", script("import nvshmem.core as nv\nnv.my_pe()\n"), "-n", "1");
    assertThat(missing.err())
        .isEqualTo(
            "host.py:2: error: NVSHMEM is not initialized; call nvshmem.core.init first (PE 0)\n");
    assertThat(missing.exitCode()).isEqualTo(1);
    Session alone = python(script("import nvshmem.core as nv\nnv.init()\n"));
    assertThat(alone.err()).contains("start the script by: python -m shmemlab run SCRIPT -n PES");
    Session kernel =
        shmemlab(
            "run",
            script(
                """
                import nvshmem.core as nv, shmemlab
                nv.init()
                shmemlab.module("gone.ptx")
                """),
            "-n",
            "1");
    assertThat(kernel.err()).isEqualTo("host.py:3: error: there is no file gone.ptx (PE 0)\n");
    Session module = shmemlab("run", script("import gone\n"), "-n", "1");
    assertThat(module.err()).isEqualTo("host.py:1: error: No module named 'gone' (PE 0)\n");
  }
}
