package org.shmemlab.reports;

import static org.shmemlab.reports.JunitXml.legal;
import static org.shmemlab.reports.JunitXml.line;

import com.google.common.collect.ImmutableList;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.shmemlab.reports.CheckRows.Checked;
import org.shmemlab.reports.CheckRows.Found;
import org.shmemlab.reports.CheckRows.State;

/**
 * A check in the XML that Ant's JUnit task introduced and servers for continuous integration read:
 * a suite for each profile or transport, a case for each file. A case fails where something was
 * found or a verdict is another than expected, is skipped where not every order was seen, and has
 * an error where the source is not understood.
 */
public final class CheckJunit {
  private static final String NO_RULES = "source";

  private CheckJunit() {}

  /** The whole document. */
  public static String text(CheckRows rows) {
    Map<String, ImmutableList.Builder<Checked>> suites = new LinkedHashMap<>();
    for (Checked file : rows.files()) {
      suites.computeIfAbsent(file.rules(), _ -> ImmutableList.builder()).add(file);
    }
    return JunitXml.text(xml -> {
      begin(xml, "testsuites", "shmemlab check", rows.files());
      for (Map.Entry<String, ImmutableList.Builder<Checked>> suite : suites.entrySet()) {
        ImmutableList<Checked> files = suite.getValue().build();
        line(xml, 1);
        begin(xml, "testsuite", suite.getKey().isEmpty() ? NO_RULES : suite.getKey(), files);
        for (Checked file : files) {
          line(xml, 2);
          testCase(xml, file, rows.findings());
        }
        line(xml, 1);
        xml.writeEndElement();
      }
    });
  }

  private static void begin(XMLStreamWriter xml, String element, String name, List<Checked> files)
      throws XMLStreamException {
    xml.writeStartElement(element);
    xml.writeAttribute("name", legal(name));
    xml.writeAttribute("tests", String.valueOf(files.size()));
    xml.writeAttribute("failures", count(files, State.FAILED));
    xml.writeAttribute("errors", count(files, State.REJECTED));
    xml.writeAttribute("skipped", count(files, State.UNKNOWN));
  }

  private static String count(List<Checked> files, State state) {
    return String.valueOf(files.stream().filter(file -> file.state() == state).count());
  }

  private static void testCase(XMLStreamWriter xml, Checked file, List<Found> all)
      throws XMLStreamException {
    Path path = Path.of(file.file());
    Path folder = path.getParent();
    xml.writeStartElement("testcase");
    xml.writeAttribute("classname", legal(folder == null ? "" : folder.toString()));
    xml.writeAttribute("name", legal(String.valueOf(path.getFileName())));
    xml.writeAttribute("file", legal(file.file()));
    String element =
        switch (file.state()) {
          case PASSED -> null;
          case FAILED -> "failure";
          case UNKNOWN -> "skipped";
          case REJECTED -> "error";
        };
    if (element != null) {
      List<Found> findings =
          all.stream()
              .filter(found -> found.file().equals(file.file()))
              .filter(found -> found.rules().equals(file.rules()))
              .toList();
      line(xml, 3);
      xml.writeStartElement(element);
      if (file.state() != State.UNKNOWN && !findings.isEmpty()) {
        xml.writeAttribute("type", findings.get(0).kind());
      }
      xml.writeAttribute("message", legal(message(file, findings)));
      for (Found found : findings) {
        xml.writeCharacters("\n" + legal(told(found)));
      }
      xml.writeEndElement();
      line(xml, 2);
    }
    xml.writeEndElement();
  }

  private static String message(Checked file, List<Found> findings) {
    if (file.state() == State.UNKNOWN) {
      return "not every order was seen: " + file.bound();
    }
    if (file.expected() != null) {
      return "expected " + file.expected() + ", but it is " + file.verdict();
    }
    return findings.isEmpty() ? file.verdict() : told(findings.get(0));
  }

  private static String told(Found found) {
    return found.atFile()
        + (found.line() > 0 ? ":" + found.line() : "")
        + (found.column() > 0 ? ":" + found.column() : "")
        + ": "
        + found.kind()
        + ": "
        + found.text();
  }
}
