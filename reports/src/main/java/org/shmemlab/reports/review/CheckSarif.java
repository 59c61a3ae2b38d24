package org.shmemlab.reports.review;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.WitnessStep;
import org.shmemlab.model.machine.BlockedAgents.Blocked;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.repair.RepairSearch;
import org.shmemlab.reports.ReportedFinding;
import org.shmemlab.reports.check.CheckView;
import org.shmemlab.reports.finding.AcceptanceWords;
import org.shmemlab.reports.finding.FindingWords;
import org.shmemlab.reports.finding.PortabilityWords;
import org.shmemlab.reports.finding.ScheduleText;
import org.shmemlab.scenarios.accepted.Acceptance;
import org.shmemlab.scenarios.accepted.Acceptances;
import org.shmemlab.scenarios.accepted.Allowance;
import org.shmemlab.scenarios.judge.LitmusAnswer;
import org.shmemlab.scenarios.judge.LitmusJudgement;
import org.shmemlab.scenarios.judge.ProgramJudgement;
import org.shmemlab.scenarios.judge.ProgramJudgement.Found;
import org.shmemlab.scenarios.judge.TransportJudgement;
import org.shmemlab.scenarios.litmus.LitmusFile.Expectation;
import org.shmemlab.scenarios.litmus.Verdict;
import org.shmemlab.scenarios.replay.Replayed;
import org.shmemlab.scenarios.source.SourceFile;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes checks, under profiles or under transports, as SARIF 2.1.0, the Static Analysis Results
 * Interchange Format of OASIS, which tools for code review read: one run, one result for each
 * finding, its schedule as a code flow with a thread flow for each PE and one for the network.
 *
 * <p>The level of a result is {@code error}, {@code warning} where only some documents have it, and
 * {@code note} where the file itself announces it.
 */
public final class CheckSarif implements CheckView {
  private static final String SCHEMA =
      "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private final String version;
  private final List<Map<String, Object>> results = new ArrayList<>();
  private final SarifFingerprints fingerprints = new SarifFingerprints();

  /**
   * Starts an empty log.
   *
   * @param version of ShmemLab
   */
  public CheckSarif(String version) {
    this.version = version;
  }

  /** The whole log. */
  public String text() {
    ImmutableMap<String, Object> driver =
        ImmutableMap.of("name", "ShmemLab", "version", version, "rules", SarifRules.descriptors());
    ImmutableMap<String, Object> run =
        ImmutableMap.of(
            "tool",
            ImmutableMap.of("driver", driver),
            "columnKind",
            "unicodeCodePoints",
            "results",
            results);
    return MAPPER.writeValueAsString(
            ImmutableMap.of("$schema", SCHEMA, "version", "2.1.0", "runs", ImmutableList.of(run)))
        + "\n";
  }

  @Override
  public void rejected(String file, List<ReportedFinding> findings) {
    findings.forEach(finding -> reported("source", finding));
  }

  private void reported(String rule, ReportedFinding finding) {
    boolean error = finding.severity() == ReportedFinding.Severity.ERROR;
    SourceLine line = new SourceLine(finding.file(), finding.line(), finding.column());
    add(result(rule, error ? "error" : "warning", finding.text(), line), ImmutableList.of(line));
  }

  @Override
  public void litmus(LitmusJudgement judgement) {
    SourceFile source = judgement.test().source();
    fingerprints.add(source);
    Set<Object> reported = new HashSet<>();
    for (LitmusAnswer answer : judgement.answers()) {
      String level = answer.expected().isPresent() && answer.asExpected() ? "note" : "error";
      String profile = answer.profile().name();
      for (Finding finding : answer.exploration().findings()) {
        if (reported.add(ImmutableList.of(finding.identity(), level))) {
          found(
              finding,
              level,
              " (profile " + profile + ")",
              source,
              Acceptances.NONE,
              answer.repairs().of(finding).stream().toList());
        }
      }
      if (!answer.asExpected() && answer.verdict().isPresent()) {
        verdict(
            "profile " + profile, answer.verdict().orElseThrow(), answer.expected().orElseThrow());
      }
    }
  }

  @Override
  public void program(ProgramJudgement judgement) {
    SourceFile source = judgement.source();
    fingerprints.add(source);
    boolean announced = judgement.expected().isPresent() && judgement.asExpected();
    for (Found found : judgement.errors()) {
      String level = announced ? "note" : "error";
      found(judgement, found, level, "");
    }
    for (Found found : judgement.warnings()) {
      String level = announced ? "note" : "warning";
      found(judgement, found, level, " " + PortabilityWords.of(judgement, found));
    }
    for (Found found : judgement.accepted()) {
      boolean error = judgement.isError(found);
      String level = announced ? "note" : error ? "error" : "warning";
      String remark = error ? "" : " " + PortabilityWords.of(judgement, found);
      found(judgement, found, level, remark);
    }
    judgement
        .unusedAllowances()
        .forEach(one -> reported(SarifRules.ALLOWANCE, AcceptanceWords.unused(one)));
  }

  private void found(ProgramJudgement judgement, Found found, String level, String remark) {
    found(
        found.finding(),
        level,
        remark,
        judgement.source(),
        judgement.acceptances(),
        found.repairs().stream().toList());
  }

  @Override
  public void judged(TransportJudgement judgement) {
    SourceFile source = judgement.source();
    fingerprints.add(source);
    String transport = judgement.answer().transport().name();
    boolean announced =
        (judgement.expected().isPresent() || judgement.announced().isPresent()) && judgement.good();
    for (Finding finding : judgement.answer().exploration().findings()) {
      String level = announced ? "note" : "error";
      String remark = " (transport " + transport + ")";
      found(
          finding, level, remark, source, judgement.acceptances(), judgement.repairs().of(finding));
    }
    judgement
        .unusedAllowances()
        .forEach(one -> reported(SarifRules.ALLOWANCE, AcceptanceWords.unused(one)));
    Optional<Expectation> expected = judgement.expected();
    if (expected.isPresent() && !judgement.good()) {
      Optional<Verdict> verdict = judgement.answer().verdict();
      if (verdict.isPresent()) {
        verdict("transport " + transport, verdict.get(), expected.get());
      }
    }
  }

  private void found(
      Finding finding,
      String level,
      String remark,
      SourceFile source,
      Acceptances acceptances,
      List<RepairSearch.Result> repairs) {
    Map<String, Object> result = result(finding, level, remark);
    result.putAll(acceptance(finding, acceptances));
    SarifFixes fixes = new SarifFixes(source, CheckSarif::uri);
    ImmutableList<Map<String, Object>> edits =
        repairs.stream()
            .flatMap(one -> one.repair().stream())
            .flatMap(repair -> fixes.of(repair).stream())
            .collect(ImmutableList.toImmutableList());
    if (!edits.isEmpty()) {
      result.put("fixes", edits);
    }
    add(result, finding.lines());
  }

  /** A finding's place in a baseline, and the comment that allows it (SARIF 3.27.23, 3.27.24). */
  private static ImmutableMap<String, Object> acceptance(Finding finding, Acceptances acceptances) {
    Optional<Acceptance> acceptance = acceptances.of(finding);
    ImmutableMap.Builder<String, Object> said = ImmutableMap.builder();
    if (acceptances.compared()) {
      boolean known = acceptance.filter(Acceptance.Known.class::isInstance).isPresent();
      said.put("baselineState", known ? "unchanged" : "new");
    }
    if (acceptance.orElse(null) instanceof Acceptance.Allowed(Allowance by)) {
      said.put(
          "suppressions",
          ImmutableList.of(
              ImmutableMap.of(
                  "kind",
                  "inSource",
                  "justification",
                  by.reason(),
                  "location",
                  location(by.comment(), ""))));
    }
    return said.buildOrThrow();
  }

  private void add(Map<String, Object> result, List<SourceLine> places) {
    String rule = String.valueOf(result.get("ruleId"));
    String text = String.valueOf(result.get("message"));
    result.put(
        "partialFingerprints",
        ImmutableMap.of("shmemlab/v1", fingerprints.next(rule, text, places)));
    results.add(result);
  }

  private void verdict(String rules, Verdict verdict, Expectation expected) {
    String text =
        "under "
            + rules
            + " the verdict is "
            + verdict.word()
            + ", not "
            + expected.verdict().word();
    add(result("verdict", "error", text, expected.line()), ImmutableList.of(expected.line()));
  }

  @Override
  public void replayed(Replayed replayed) {
    fingerprints.add(replayed.source());
    replayed
        .findings()
        .forEach(finding ->
            found(finding, "error", "", replayed.source(), Acceptances.NONE, ImmutableList.of()));
  }

  private static Map<String, Object> result(Finding finding, String level, String remark) {
    String text =
        FindingWords.statement(finding)
            + finding.missingOrder().map(order -> ". Missing order: " + order + ".").orElse("")
            + remark;
    Map<String, Object> result = result(finding.kind().word(), level, text, finding.line());
    ImmutableList<Map<String, Object>> related = related(finding);
    if (!related.isEmpty()) {
      result.put("relatedLocations", related);
    }
    if (!finding.witness().steps().isEmpty()) {
      result.put("codeFlows", ImmutableList.of(codeFlow(finding.witness().steps())));
    }
    return result;
  }

  private static ImmutableList<Map<String, Object>> related(Finding finding) {
    ImmutableList.Builder<Map<String, Object>> all = ImmutableList.builder();
    ImmutableList<String> accesses = FindingWords.accesses(finding);
    for (int i = 0; i < accesses.size(); i++) {
      all.add(location(finding.accesses().get(i).line(), accesses.get(i)));
    }
    for (Blocked one : finding.agents()) {
      all.add(location(one.line(), "PE " + one.pe() + " " + one.name() + " " + one.what()));
    }
    return all.build();
  }

  private static Map<String, Object> result(
      String rule, String level, String text, SourceLine line) {
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("ruleId", rule);
    result.put("ruleIndex", SarifRules.index(rule));
    result.put("level", level);
    result.put("message", message(text));
    result.put("locations", ImmutableList.of(location(line, "")));
    return result;
  }

  /** One thread flow for each PE that takes part and one for the network. */
  private static Map<String, Object> codeFlow(List<WitnessStep> steps) {
    Map<String, List<Map<String, Object>>> flows = new LinkedHashMap<>();
    for (int i = 0; i < steps.size(); i++) {
      WitnessStep step = steps.get(i);
      String agent = step.network() ? "network" : "PE " + step.pe();
      Map<String, Object> at = location(step.line(), ScheduleText.words(step));
      flows
          .computeIfAbsent(agent, _ -> new ArrayList<>())
          .add(ImmutableMap.of("location", at, "executionOrder", i + 1));
    }
    List<Map<String, Object>> threads = new ArrayList<>();
    flows.forEach(
        (agent, locations) -> threads.add(ImmutableMap.of("id", agent, "locations", locations)));
    return ImmutableMap.of("threadFlows", threads);
  }

  private static Map<String, Object> location(SourceLine line, String text) {
    Map<String, Object> place = new LinkedHashMap<>();
    place.put("artifactLocation", ImmutableMap.of("uri", uri(line.file())));
    if (line.line() > 0) {
      ImmutableMap<String, Integer> start = ImmutableMap.of("startLine", line.line());
      place.put(
          "region",
          line.column() == 0
              ? start
              : ImmutableMap.of("startLine", line.line(), "startColumn", line.column()));
    }
    Map<String, Object> location = new LinkedHashMap<>();
    location.put("physicalLocation", place);
    if (!text.isEmpty()) {
      location.put("message", message(text));
    }
    return location;
  }

  private static Map<String, Object> message(String text) {
    return ImmutableMap.of("text", text);
  }

  /** A path as SARIF wants it: a URI reference, relative where the path is. */
  private static String uri(String path) {
    try {
      return path.startsWith("/")
          ? new URI("file", "", path, null).toString()
          : new URI(null, null, path.contains(":") ? "./" + path : path, null).toString();
    } catch (URISyntaxException impossible) {
      throw new IllegalArgumentException(path, impossible);
    }
  }
}
