package org.shmemlab.reports.review;

import static org.shmemlab.reports.review.JunitXml.legal;
import static org.shmemlab.reports.review.JunitXml.line;

import com.google.common.base.Splitter;
import com.google.common.collect.HashMultiset;
import com.google.common.collect.Multiset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.FindingIdentity;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.repair.RepairSearch;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.reports.ReportedFinding;
import org.shmemlab.reports.check.CheckText;
import org.shmemlab.reports.check.CheckView;
import org.shmemlab.reports.check.TransportWords;
import org.shmemlab.reports.finding.AcceptanceWords;
import org.shmemlab.reports.finding.BoundWords;
import org.shmemlab.reports.finding.FindingWords;
import org.shmemlab.reports.finding.PortabilityWords;
import org.shmemlab.reports.finding.RepairWords;
import org.shmemlab.scenarios.accepted.Acceptance;
import org.shmemlab.scenarios.accepted.Allowance;
import org.shmemlab.scenarios.judge.LitmusAnswer;
import org.shmemlab.scenarios.judge.LitmusJudgement;
import org.shmemlab.scenarios.judge.ProgramJudgement;
import org.shmemlab.scenarios.judge.ProgramJudgement.Found;
import org.shmemlab.scenarios.judge.TransportJudgement;
import org.shmemlab.scenarios.litmus.Verdict;
import org.shmemlab.scenarios.replay.Replayed;
import org.shmemlab.scenarios.source.Directive;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * Writes a check in the XML that Ant's JUnit task introduced and servers for continuous integration
 * read: a suite for each file, and in it a case for the file as a whole and one for each finding,
 * whichever profiles have it. The case of a file fails where its verdict is another than it
 * announces, is skipped where not every order was seen, and has an error where its source is not
 * understood; that of a finding fails, and is skipped where the finding is accepted.
 */
public final class CheckJunit implements CheckView {
  private static final String WHOLE = "every order";

  private enum State {
    PASSED(""),
    FAILED("failure"),
    SKIPPED("skipped"),
    ERROR("error");

    private final String element;

    State(String element) {
      this.element = element;
    }
  }

  /**
   * A case.
   *
   * @param type the kind of a finding; empty for none
   * @param message what it is, in one line
   * @param details what else there is to say, which repeats nothing
   */
  private record Case(
      String name, int line, State state, String type, String message, List<String> details) {
    static Case of(State state, String message, List<Finding> findings) {
      return new Case(
          WHOLE, 0, state, "", message, findings.stream().map(CheckJunit::placed).toList());
    }

    Case on(String transport) {
      return new Case(name + " on " + transport, line, state, type, message, details);
    }
  }

  /** The cases of a file, and the seconds that it took. */
  private static final class Suite {
    private final List<Case> cases = new ArrayList<>();
    private final Multiset<String> names = HashMultiset.create(); // looked up only
    private double seconds;

    /** Adds a case; of several with one name the later ones are numbered. */
    void add(Case one) {
      int number = names.add(one.name, 1) + 1;
      cases.add(
          number == 1
              ? one
              : new Case(
                  one.name + " (" + number + ")",
                  one.line,
                  one.state,
                  one.type,
                  one.message,
                  one.details));
    }

    long count(State state) {
      return cases.stream().filter(one -> one.state == state).count();
    }
  }

  private final Map<String, Suite> suites = new LinkedHashMap<>();

  private Suite suite(String file) {
    return suites.computeIfAbsent(file, _ -> new Suite());
  }

  // ---------------------------------------------------------------- files

  @Override
  public void rejected(String file, List<ReportedFinding> findings) {
    String first = findings.isEmpty() ? "not understood" : findings.get(0).toString();
    List<String> others = findings.stream().skip(1).map(ReportedFinding::toString).toList();
    suite(file).add(new Case(WHOLE, 0, State.ERROR, "source", first, others));
  }

  @Override
  public void litmus(LitmusJudgement judgement) {
    Suite suite = suite(judgement.test().source().path());
    List<String> wrong = new ArrayList<>();
    List<String> unseen = new ArrayList<>();
    Map<FindingIdentity, Finding> all = new LinkedHashMap<>();
    for (LitmusAnswer answer : judgement.answers()) {
      String profile = answer.profile().name();
      boolean found = !answer.exploration().findings().isEmpty();
      answer.exploration().findings().forEach(one -> all.putIfAbsent(one.identity(), one));
      if (answer.expected().isEmpty()) {
        findings(suite, judgement.test().source(), answer, profile);
      } else if (!answer.asExpected() && (found || answer.verdict().isPresent())) {
        wrong.add(
            profile
                + ": "
                + answer.verdict().map(Verdict::word).orElse("unknown")
                + ", expected "
                + answer.expected().orElseThrow().verdict().word());
      }
      if (!found && !answer.exploration().complete()) {
        unseen.add(profile + ": " + BoundWords.of(answer.exploration().bound()));
      }
    }
    suite.add(
        wrong.isEmpty()
            ? whole(unseen)
            : Case.of(
                State.FAILED,
                "the verdict is another: " + String.join("; ", wrong),
                List.copyOf(all.values())));
  }

  private void findings(Suite suite, SourceFile source, LitmusAnswer answer, String profile) {
    for (Finding finding : answer.exploration().findings()) {
      List<RepairSearch.Result> repairs = answer.repairs().of(finding).stream().toList();
      suite.add(failed(finding, source, List.of("By " + profile + "."), repairs));
    }
  }

  @Override
  public void program(ProgramJudgement judgement) {
    SourceFile source = judgement.source();
    Suite suite = suite(source.path());
    List<String> unseen =
        judgement.answers().stream()
            .filter(answer -> !answer.exploration().complete())
            .map(answer ->
                answer.profile().name() + ": " + BoundWords.of(answer.exploration().bound()))
            .toList();
    if (judgement.expected().isPresent()) {
      boolean reported = !judgement.findings().isEmpty() || judgement.complete();
      suite.add(
          judgement.asExpected()
              ? Case.of(State.PASSED, "", List.of())
              : reported
                  ? Case.of(
                      State.FAILED,
                      CheckText.word(judgement) + CheckText.announced(judgement),
                      judgement.findings().stream().map(Found::finding).toList())
                  : whole(unseen));
    } else {
      suite.add(whole(unseen));
      judgement.errors().forEach(found -> suite.add(failed(judgement, found, "")));
      judgement
          .warnings()
          .forEach(
              found -> suite.add(failed(judgement, found, PortabilityWords.of(judgement, found))));
      judgement
          .accepted()
          .forEach(found ->
              suite.add(skipped(found.finding(), source, found.acceptance().orElseThrow())));
    }
    unused(suite, source, judgement.unusedAllowances());
  }

  private static Case failed(ProgramJudgement judgement, Found found, String remark) {
    List<String> details = new ArrayList<>();
    if (remark.isEmpty()) {
      details.add(
          "By "
              + found.profiles().stream().map(Profile::name).collect(Collectors.joining(", "))
              + ".");
    } else {
      details.add(remark);
    }
    return failed(found.finding(), judgement.source(), details, found.repairs().stream().toList());
  }

  @Override
  public void judged(TransportJudgement judgement) {
    SourceFile source = judgement.source();
    Suite suite = suite(source.path());
    Exploration exploration = judgement.answer().exploration();
    String transport = judgement.answer().transport().name();
    boolean asked = judgement.expected().isPresent() || judgement.announced().isPresent();
    if (asked && !judgement.good()) {
      String verdict = TransportWords.verdict(judgement);
      suite.add(Case.of(State.FAILED, verdict, exploration.findings()).on(transport));
      return;
    }
    List<String> unseen =
        exploration.complete() ? List.of() : List.of(BoundWords.of(exploration.bound()));
    suite.add(whole(unseen).on(transport));
    if (!asked) {
      for (Finding finding : exploration.findings()) {
        Optional<Acceptance> acceptance = judgement.acceptances().of(finding);
        suite.add(
            acceptance.isPresent()
                ? skipped(finding, source, acceptance.get())
                : failed(finding, source, List.of(), judgement.repairs().of(finding)));
      }
    }
    unused(suite, source, judgement.unusedAllowances());
  }

  @Override
  public void replayed(Replayed replayed) {
    SourceFile source = replayed.source();
    Suite suite = suite(source.path());
    replayed
        .findings()
        .forEach(finding -> suite.add(failed(finding, source, List.of(), List.of())));
    if (replayed.findings().isEmpty()) {
      suite.add(new Case("the schedule", 0, State.PASSED, "", "", List.of()));
    }
  }

  @Override
  public void took(String file, double seconds) {
    suite(file).seconds = seconds;
  }

  // ---------------------------------------------------------------- cases

  private static Case whole(List<String> unseen) {
    return unseen.isEmpty()
        ? Case.of(State.PASSED, "", List.of())
        : Case.of(
            State.SKIPPED, "not every order was seen: " + String.join("; ", unseen), List.of());
  }

  private static Case failed(
      Finding finding, SourceFile source, List<String> remarks, List<RepairSearch.Result> repairs) {
    List<String> details = new ArrayList<>();
    details.add("At " + finding.line() + ".");
    finding.missingOrder().ifPresent(order -> details.add("Missing order: " + order + "."));
    finding
        .agents()
        .forEach(one ->
            details.add(
                "PE " + one.pe() + " " + one.name() + " at " + one.line() + " " + one.what()));
    details.addAll(remarks);
    repairs.forEach(result -> details.add(RepairWords.of(finding, result, source)));
    return new Case(
        name(finding, source),
        finding.line().line(),
        State.FAILED,
        finding.kind().word(),
        finding.kind().label() + FindingWords.statement(finding),
        details);
  }

  private static String placed(Finding finding) {
    return finding.line()
        + ": "
        + finding.kind().label()
        + FindingWords.statement(finding)
        + finding.missingOrder().map(order -> ". Missing order: " + order + ".").orElse("");
  }

  private static Case skipped(Finding finding, SourceFile source, Acceptance acceptance) {
    return new Case(
        name(finding, source),
        finding.line().line(),
        State.SKIPPED,
        "",
        acceptance.reason(),
        List.of());
  }

  private static void unused(Suite suite, SourceFile source, List<Allowance> allowances) {
    for (Allowance one : allowances) {
      ReportedFinding warning = AcceptanceWords.unused(one);
      String name = "comment: " + text(one.comment(), source);
      suite.add(new Case(name, warning.line(), State.SKIPPED, "", warning.toString(), List.of()));
    }
  }

  /** The kind and the text of the line, which stay the same where the line moves. */
  private static String name(Finding finding, SourceFile source) {
    return finding.kind().word() + ": " + Directive.stripped(text(finding.line(), source));
  }

  private static String text(SourceLine line, SourceFile source) {
    return source.files().stream()
        .filter(file -> file.path().equals(line.file()))
        .flatMap(file ->
            Splitter.on('\n')
                .splitToStream(file.text())
                .skip(Math.max(0, line.line() - 1))
                .limit(1))
        .map(String::strip)
        .filter(words -> !words.isEmpty())
        .findFirst()
        .orElse(line.file());
  }

  // ---------------------------------------------------------------- the document

  /** The whole document. */
  public String text() {
    return JunitXml.text(xml -> {
      xml.writeStartElement("testsuites");
      xml.writeAttribute("name", "shmemlab check");
      totals(xml, List.copyOf(suites.values()));
      for (Map.Entry<String, Suite> one : suites.entrySet()) {
        line(xml, 1);
        xml.writeStartElement("testsuite");
        xml.writeAttribute("name", legal(one.getKey()));
        totals(xml, List.of(one.getValue()));
        double seconds = one.getValue().seconds;
        for (Case each : one.getValue().cases) {
          line(xml, 2);
          write(xml, one.getKey(), each, seconds);
          seconds = 0; // all cases of a file come out of one search
        }
        line(xml, 1);
        xml.writeEndElement();
      }
    });
  }

  private static void totals(XMLStreamWriter xml, List<Suite> suites) throws XMLStreamException {
    xml.writeAttribute(
        "tests", String.valueOf(suites.stream().mapToInt(one -> one.cases.size()).sum()));
    xml.writeAttribute("failures", count(suites, State.FAILED));
    xml.writeAttribute("errors", count(suites, State.ERROR));
    xml.writeAttribute("skipped", count(suites, State.SKIPPED));
    xml.writeAttribute("time", time(suites.stream().mapToDouble(one -> one.seconds).sum()));
  }

  private static String count(List<Suite> suites, State state) {
    return String.valueOf(suites.stream().mapToLong(one -> one.count(state)).sum());
  }

  private static String time(double seconds) {
    return String.format(Locale.ROOT, "%.3f", seconds);
  }

  private static void write(XMLStreamWriter xml, String file, Case one, double seconds)
      throws XMLStreamException {
    xml.writeStartElement("testcase");
    xml.writeAttribute("classname", legal(className(file)));
    xml.writeAttribute("name", legal(one.name));
    xml.writeAttribute("file", legal(file));
    if (one.line > 0) {
      xml.writeAttribute("line", String.valueOf(one.line));
    }
    xml.writeAttribute("time", time(seconds));
    if (one.state != State.PASSED) {
      line(xml, 3);
      xml.writeStartElement(one.state.element);
      if (!one.type.isEmpty()) {
        xml.writeAttribute("type", one.type);
      }
      xml.writeAttribute("message", legal(one.message));
      for (String detail : one.details) {
        xml.writeCharacters("\n" + legal(detail));
      }
      xml.writeEndElement();
      line(xml, 2);
    }
    xml.writeEndElement();
  }

  /** A path as servers split the names of classes: folders are packages. */
  private static String className(String file) {
    List<String> parts = new ArrayList<>();
    for (Path part : Path.of(file).normalize()) {
      parts.add(part.toString().replace('.', '_'));
    }
    return String.join(".", parts);
  }
}
