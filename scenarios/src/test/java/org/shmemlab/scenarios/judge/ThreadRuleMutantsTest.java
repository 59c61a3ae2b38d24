package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.explore.FindingKind;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.model.threads.ThreadOrder;
import org.shmemlab.model.threads.ThreadRule;

/**
 * Checks that every row of the table of thread order is needed: without it, both engines report a
 * race in a program that PTX orders. The page lists the programs.
 */
class ThreadRuleMutantsTest {
  /** A program without a race, and how many PEs it has. */
  private record Shape(PtxShapes program, int pes, String name) {
    Set<FindingKind> findings(Engine engine, ThreadOrder order) {
      return program.findings(engine, Profile.NVSHMEM.with(order), pes, name);
    }
  }

  private static final PtxShapes LITMUS = new PtxShapes("ptx-litmus.cu");
  private static final PtxShapes COPIES = new PtxShapes("ptx-copies.cu");

  private static final ImmutableList<Shape> SHAPES =
      ImmutableList.of(
          new Shape(COPIES, 1, "shared+fence.proxy.async"),
          new Shape(COPIES, 1, "shared+fence.proxy.async.shared"),
          new Shape(COPIES, 1, "shared+fence.proxy.async::generic.release"),
          new Shape(COPIES, 1, "global+fence.proxy.async"),
          new Shape(COPIES, 1, "global+fence.proxy.async.shared+fence.proxy.async.global"),
          new Shape(COPIES, 1, "launch"),
          new Shape(LITMUS, 1, "MP+bar"),
          new Shape(LITMUS, 1, "MP+blocks+release.gpu+acquire.gpu"),
          new Shape(LITMUS, 1, "MP+fence.release.gpu+fence.acquire.gpu"),
          new Shape(LITMUS, 1, "MP+fence.release.gpu+bar"),
          new Shape(LITMUS, 1, "MP+release.gpu+own.relaxed+acquire.gpu"),
          new Shape(LITMUS, 2, "MP+fence.acq_rel.sys"));

  @Test
  void everyRowIsNeeded() throws IOException {
    List<String> lines = Splitter.on('\n').splitToList(ThreadOrder.PTX.text());
    StringBuilder table = new StringBuilder();
    for (int line :
        ThreadOrder.PTX.rules().stream().map(ThreadRule::line).sorted().distinct().toList()) {
      List<String> row = Splitter.on('|').trimResults().splitToList(lines.get(line - 1));
      String killer = killer(ThreadOrder.PTX.without(rule -> rule.line() == line));
      table.append(
          "| `%s` | `%s` → `%s` | %s | %s | %s |\n"
              .formatted(row.get(0), row.get(1), row.get(2), row.get(3), row.get(4), killer));
    }
    assertThat(table.toString()).doesNotContain("**none**");
    assertThat(Files.readString(Path.of("..", "docs", "threads-of-a-gpu.md")))
        .contains(table.toString());
  }

  private static String killer(ThreadOrder mutant) {
    for (Shape shape : SHAPES) {
      Set<FindingKind> found = shape.findings(Engine.STATES, mutant);
      if (!found.isEmpty()) {
        assertThat(shape.findings(Engine.DPOR, mutant)).as(shape.name()).isEqualTo(found);
        return shape.name();
      }
    }
    return "**none**";
  }

  @Test
  void noShapeHasARaceByTheWholeTable() {
    assertThat(
            SHAPES.stream()
                .filter(shape -> !shape.findings(Engine.STATES, ThreadOrder.PTX).isEmpty())
                .map(Shape::name)
                .collect(Collectors.toList()))
        .isEmpty();
  }
}
