package org.shmemlab.scenarios.accepted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.Witness;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.machine.BlockedAgents.Blocked;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.scenarios.source.SourceFile;

/** Deadlocks, whose agents wait at lines of a source, stand for findings of any kind. */
final class AcceptedFindingsTest {
  private static final Path HERE = Path.of("").toAbsolutePath();

  private static SourceFile source(String... lines) {
    return new SourceFile("a.cu", String.join("\n", lines) + "\n");
  }

  private static Finding deadlock(int... lines) {
    ImmutableList<Blocked> agents =
        Arrays.stream(lines)
            .mapToObj(line ->
                new Blocked(
                    0, Agent.Kind.HOST, "host", new SourceLine("a.cu", line, 1), "waits", false))
            .collect(ImmutableList.toImmutableList());
    return new Finding.Deadlock(
        agents, new Witness(ImmutableIntArray.of(), ImmutableList.of(), true));
  }

  private static Baseline baseline(SourceFile source, Finding... findings) {
    AcceptedFindings all = AcceptedFindings.all(HERE);
    all.settle(source, List.of(findings), true);
    return all.gathered();
  }

  private static List<Finding> accepted(Baseline baseline, SourceFile source, Finding... findings) {
    Acceptances acceptances = AcceptedFindings.of(baseline, HERE).of(source, List.of(findings));
    return Arrays.stream(findings).filter(one -> acceptances.of(one).isPresent()).toList();
  }

  // ---------------------------------------------------------------- baselines

  @Test
  void aFindingIsKnownWhereverItsLinesMove() {
    Baseline baseline = baseline(source("f();", "wait(x);"), deadlock(2));
    SourceFile moved = source("// new", "f();", "g();", "  wait(x);");
    assertThat(accepted(baseline, moved, deadlock(4))).hasSize(1);
    assertThat(accepted(baseline, moved, deadlock(3))).isEmpty();
    SourceFile allowing = source("f();", "wait(x); // shmemlab: allow conflict, because Y");
    assertThat(accepted(baseline, allowing, deadlock(2))).hasSize(1);
    SourceFile changed = source("f();", "wait(y);");
    assertThat(accepted(baseline, changed, deadlock(2))).isEmpty();
  }

  @Test
  void ofLinesWithOneTextAsManyAreKnownAsTheBaselineHas() {
    Baseline baseline = baseline(source("wait(x);", "wait(x);"), deadlock(1));
    SourceFile three = source("wait(x);", "wait(x);", "wait(x);");
    assertThat(accepted(baseline, three, deadlock(1), deadlock(2), deadlock(3))).hasSize(1);
    Baseline two = baseline(three, deadlock(1), deadlock(3));
    assertThat(accepted(two, three, deadlock(1), deadlock(2), deadlock(3))).hasSize(2);
  }

  @Test
  void theOrderOfLinesIsNoMatter() {
    SourceFile source = source("wait(x);", "wait(y);");
    Baseline baseline = baseline(source, deadlock(1, 2));
    assertThat(accepted(baseline, source, deadlock(2, 1))).hasSize(1);
    assertThat(accepted(baseline, source, deadlock(1))).isEmpty();
  }

  @Test
  void aFileSaysTheSameWhenItIsRead() throws Baseline.Malformed {
    Baseline baseline =
        baseline(source("wait(\"x\");", "wait(\"x\");", "f();"), deadlock(1), deadlock(2));
    assertThat(Baseline.of(baseline.text())).isEqualTo(baseline);
    assertThat(baseline.text()).contains("\"count\" : 2", "\"file\" : \"a.cu\"");
    assertThat(Baseline.of(Baseline.empty().text())).isEqualTo(Baseline.empty());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "no JSON",
        "null",
        "[]",
        "{}",
        "{\"schema\":\"urn:shmemlab:check:1\",\"findings\":[]}",
        "{\"schema\":\"urn:shmemlab:baseline:1\",\"findings\":[{}]}",
        "{\"schema\":\"urn:shmemlab:baseline:1\",\"findings\":[null]}",
        "{\"schema\":\"urn:shmemlab:baseline:1\"}",
        "{\"schema\":\"urn:shmemlab:baseline:1\",\"findings\":[],\"more\":1}",
        "{\"schema\":\"urn:shmemlab:baseline:1\",\"findings\":[{\"kind\":\"got\",\"what\":\"\","
            + "\"places\":[],\"count\":1}]}",
        "{\"schema\":\"urn:shmemlab:baseline:1\",\"findings\":[{\"kind\":\"stale\",\"what\":\"\","
            + "\"places\":[null],\"count\":1}]}",
        "{\"schema\":\"urn:shmemlab:baseline:1\",\"findings\":[{\"kind\":\"stale\",\"what\":\"\","
            + "\"places\":[],\"count\":0}]}"
      })
  void anotherFileIsRefusedInOneLine(String text) {
    assertThatThrownBy(() -> Baseline.of(text))
        .isInstanceOf(Baseline.Malformed.class)
        .message()
        .isNotBlank()
        .doesNotContain("\n");
  }

  @Test
  void whatIsGoneIsCountedOfFilesThatWereChecked() {
    SourceFile source = source("wait(x);");
    Baseline baseline = baseline(source, deadlock(1));
    AcceptedFindings accepted = AcceptedFindings.of(baseline, HERE);
    accepted.settle(new SourceFile("b.cu", ""), List.of(), true);
    assertThat(accepted.gone()).isZero();
    accepted.settle(source, List.of(), false);
    assertThat(accepted.gone()).isZero();
    accepted.settle(source, List.of(), true);
    assertThat(accepted.gone()).isEqualTo(1);
  }

  // ---------------------------------------------------------------- comments

  private static Acceptances allowed(SourceFile source, Finding... findings) {
    return AcceptedFindings.allowed().of(source, List.of(findings));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "wait(x); // shmemlab: allow deadlock, because Y | 1",
        "// shmemlab: allow deadlock, because Y~wait(x); | 2",
        "// shmemlab: allow deadlock, because Y~~// a remark~/* and~more */~wait(x); | 6",
        "/* shmemlab: allow deadlock,~because Y */~wait(x); | 3"
      })
  void aCommentAllowsAFindingAtItsLineOrTheNextOneOfCode(String text, int line) {
    Acceptances acceptances = allowed(source(text.replace('~', '\n')), deadlock(line));
    assertThat(acceptances.all().values())
        .singleElement()
        .extracting(Acceptance::reason)
        .isEqualTo("allowed, because Y");
    assertThat(acceptances.unused()).isEmpty();
  }

  @Test
  void eachCommentAllowsOneFinding() {
    String comment = " // shmemlab: allow deadlock, because Y";
    SourceFile one = source("wait(x);" + comment, "wait(y);", "wait(z);");
    assertThat(allowed(one, deadlock(1, 2), deadlock(1, 3)).all()).hasSize(1);
    // The second comment has a finding of its own, so the first gives that one away.
    SourceFile two = source("wait(x);" + comment, "wait(y);" + comment, "wait(z);");
    Acceptances acceptances = allowed(two, deadlock(2, 1), deadlock(3, 1));
    assertThat(acceptances.all()).hasSize(2);
    assertThat(acceptances.unused()).isEmpty();
  }

  @Test
  void aCommentThatAllowsNothingIsNamed() {
    SourceFile source =
        source(
            "wait(x); // shmemlab: allow conflict, because Y",
            "wait(y); // shmemlab: allow deadlock, because Z",
            "wait(z);");
    Acceptances acceptances = allowed(source, deadlock(1), deadlock(3));
    assertThat(acceptances.all()).isEmpty();
    assertThat(acceptances.unused()).extracting(Allowance::at).containsExactly(1, 2);
  }

  @Test
  void aFindingThatACommentAllowsIsNotInANewBaseline() {
    SourceFile source = source("wait(x); // shmemlab: allow deadlock, because Y", "wait(y);");
    assertThat(baseline(source, deadlock(1), deadlock(2)).findings()).hasSize(1);
  }
}
