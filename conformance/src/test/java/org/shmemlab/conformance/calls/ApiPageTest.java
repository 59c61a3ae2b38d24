package org.shmemlab.conformance.calls;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.scenarios.api.catalogue.Catalogue;

class ApiPageTest {
  private static final String PAGE = ApiPage.text();
  private static final Catalogue CATALOGUE = new Catalogue();

  @Test
  void thePageIsAsTheCatalogueSays() throws IOException {
    assertThat(PAGE)
        .as("docs/api.md; `shmemlab conformance --write docs` writes it again")
        .isEqualTo(Files.readString(Path.of("..", "docs", "api.md")));
  }

  @Test
  void everyCallOfTheCatalogueHasARow() {
    ImmutableSet<String> shown =
        Pattern.compile("`(\\w+)`")
            .matcher(PAGE)
            .results()
            .map(found -> found.group(1))
            .collect(ImmutableSet.toImmutableSet());
    for (String library : ImmutableList.of("nvshmem", "shmem", "mpi", "nccl", "cuda", "pthread")) {
      for (Catalogue.Declared declared : CATALOGUE.library(library)) {
        String name = declared.prototype().replaceAll("\\(.*", "").replaceAll(".*[ *]", "");
        if (!name.startsWith("__shmemlab_")) { // made by our own code alone
          assertThat(shown).contains(CallRow.shown(name));
        }
      }
    }
  }

  @Test
  void everyRowHasItsFiveCells() {
    assertThat(PAGE.lines().filter(line -> line.startsWith("| `")))
        .isNotEmpty()
        .allMatch(line -> line.chars().filter(c -> c == '|').count() == 6);
  }

  @Test
  void whatIsKnownOfACallIsReadOffItsInstructions() {
    assertThat(row("nvshmem_{RMA}_put")).endsWith("| yes | transfer | operation |");
    assertThat(row("nvshmemx_quiet_on_stream"))
        .endsWith("| yes | quiet, task of a stream | completion, start of a task |");
    assertThat(row("nvshmem_my_pe")).endsWith("| yes | no access | instructions |");
    assertThat(row("__activemask")).endsWith("| yes | no access | instructions |");
    assertThat(row("nvshmem_{REDNUM}_{NUMOP}_reduce")).contains("| yes |");
    assertThat(row("MPI_Allreduce")).contains("| yes | meeting");
  }

  @Test
  void aCallIsProbedByItsLowering() {
    assertThat(CallProbe.instructions(CATALOGUE.find("nvshmem_fence").get(0)))
        .anyMatch(instruction -> instruction instanceof Instruction.Fence);
    assertThat(CallProbe.instructions(CATALOGUE.find("nvshmem_bfloat16_sum_reduce").get(0)))
        .anyMatch(instruction -> instruction instanceof Instruction.Arrive);
  }

  @Test
  void aMissingCallIsNamedInFull() {
    assertThat(Missing.all().stream().flatMap(missing -> missing.names(CATALOGUE).stream()))
        .contains("nvshmemx_barrier_all_warpgroup", "nvshmemx_mc_ptr");
    assertThat(Missing.names("shmem_{BITOP}_x", CATALOGUE))
        .containsExactly("shmem_and_x", "shmem_or_x", "shmem_xor_x");
  }

  private static String row(String pattern) {
    return ImmutableList.of("nvshmem", "mpi", "cuda").stream()
        .flatMap(library -> CATALOGUE.library(library).stream())
        .filter(
            declared -> declared.prototype().matches(".*\\b" + Pattern.quote(pattern) + "\\(.*"))
        .map(declared -> CallRow.of(declared, CATALOGUE).text())
        .findFirst()
        .orElseThrow();
  }
}
