package org.shmemlab.reports.check;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSortedMap;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.FindingIdentity;
import org.shmemlab.model.explore.FindingKind;
import org.shmemlab.model.explore.Witness;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.reports.json.Schema;
import org.shmemlab.reports.page.PageProvenance;
import org.shmemlab.reports.review.CheckJunit;
import org.shmemlab.reports.review.CheckSarif;
import org.shmemlab.scenarios.judge.ConflictRepairs;
import org.shmemlab.scenarios.judge.ProgramJudgement;
import org.shmemlab.scenarios.judge.StaleRepairSearch;
import org.shmemlab.scenarios.judge.TransportAnswer;
import org.shmemlab.scenarios.judge.TransportJudgement;
import org.shmemlab.scenarios.replay.ReplayFile;
import org.shmemlab.scenarios.replay.Semantics;
import org.shmemlab.scenarios.spacetime.Diagrams;
import org.shmemlab.transports.rules.BadTransport;
import org.shmemlab.transports.rules.Settings;
import org.shmemlab.transports.rules.Transport;

/**
 * Checks that every report shows a finding of an unknown kind, by the finding's own words alone.
 */
class NewFindingTest {
  /** A finding of no engine. */
  private record Lost(Witness witness) implements Finding {
    @Override
    public FindingKind kind() {
      return FindingKind.STALE;
    }

    @Override
    public String sentence() {
      return "the parcel of pallas is lost";
    }

    @Override
    public SourceLine line() {
      return new SourceLine("hangs.cu", 6, 5);
    }

    @Override
    public int pe() {
      return 1;
    }

    @Override
    public Finding with(Witness other) {
      return new Lost(other);
    }

    @Override
    public FindingIdentity identity() {
      return new FindingIdentity(kind(), lines(), "lost", ImmutableList.of());
    }
  }

  private static final String SAID = "the parcel of pallas is lost";

  private final ProgramJudgement hangs = Judged.program(Judged.HANGS, 10_000);
  private final Finding lost = new Lost(hangs.findings().get(0).finding().witness());
  private final Exploration found =
      new Exploration(
          ImmutableSortedMap.of(), ImmutableList.of(lost), 3, new Exploration.Bound.Complete());
  private final ProgramJudgement judgement =
      new ProgramJudgement(
          hangs.source(),
          hangs.job(),
          hangs.answers().stream()
              .map(answer ->
                  new ProgramJudgement.Answer(answer.profile(), found, ConflictRepairs.NOT_ASKED))
              .collect(ImmutableList.toImmutableList()),
          Optional.empty());

  @Test
  void text() {
    assertThat(
            Judged.rendered(out -> new CheckText(out, out, true), view -> view.program(judgement)))
        .contains("hangs.cu:6:5: error: stale: " + SAID + " (PE 1)");
  }

  @Test
  void json() {
    CheckJson json = new CheckJson(Schema.CHECK);
    json.program(judgement);
    assertThat(json.text(1)).contains("\"hangs.cu:6:5: " + SAID + "\"", "\"stale\"");
  }

  @Test
  void sarif() {
    CheckSarif sarif = new CheckSarif("1");
    sarif.program(judgement);
    assertThat(sarif.text()).contains(SAID + " (PE 1)", "\"ruleId\" : \"stale\"");
  }

  @Test
  void junit() {
    CheckJunit cases = new CheckJunit();
    cases.program(judgement);
    assertThat(cases.text()).contains("type=\"stale\"", SAID);
  }

  @Test
  void page() {
    CheckPage page =
        new CheckPage(new PageProvenance("check", "1", ImmutableMap.of()), true, exitCode -> "{}");
    page.diagrams(
        Diagrams.of(
            judgement.source(),
            Judged.compiled(judgement.source()),
            judgement.job(),
            100,
            () -> false));
    page.program(judgement);
    assertThat(page.html(1)).contains("The parcel of pallas is lost (PE 1).");
  }

  @Test
  void replayFile() {
    Semantics semantics = new Semantics.Promised(judgement.answers().get(0).profile());
    assertThat(ReplayFile.of(judgement.source(), semantics, judgement.job(), lost).text())
        .contains("stale: hangs.cu:6:5: " + SAID);
  }

  @Test
  void transports() throws BadTransport {
    TransportJudgement onNvlink =
        new TransportJudgement(
            judgement.source(),
            judgement.job(),
            Optional.empty(),
            new TransportAnswer(
                Transport.of("nvlink", Settings.DEFAULT), 2, found, ImmutableList.of()),
            new StaleRepairSearch(ImmutableMap.of()));
    CheckJson json = new CheckJson(Schema.CHECK_TRANSPORT);
    json.judged(onNvlink);
    assertThat(json.text(1)).contains("\"hangs.cu:6:5: " + SAID + "\"");
  }
}
