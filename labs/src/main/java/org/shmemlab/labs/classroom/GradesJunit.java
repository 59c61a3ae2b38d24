package org.shmemlab.labs.classroom;

import static org.shmemlab.reports.review.JunitXml.legal;
import static org.shmemlab.reports.review.JunitXml.line;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.shmemlab.labs.grading.Grade;
import org.shmemlab.labs.grading.Grade.Result;
import org.shmemlab.labs.grading.Grade.State;
import org.shmemlab.labs.grading.Trouble;
import org.shmemlab.reports.review.JunitXml;

/**
 * Writes grades in the XML that Ant's JUnit task introduced and servers for continuous integration
 * read: a suite for each answer, a case for each criterion. A criterion that was not graded is
 * skipped.
 */
public final class GradesJunit {
  private GradesJunit() {}

  /** The whole document. */
  public static String text(List<Graded> grades) {
    return JunitXml.text(xml -> {
      xml.writeStartElement("testsuites");
      xml.writeAttribute("name", "shmemlab lab grade");
      for (Graded graded : grades) {
        line(xml, 1);
        suite(xml, graded);
      }
    });
  }

  private static void suite(XMLStreamWriter xml, Graded graded) throws XMLStreamException {
    Grade grade = graded.grade();
    xml.writeStartElement("testsuite");
    xml.writeAttribute(
        "name",
        legal(GradesTable.name(graded.submission()) + ", " + grade.lab())
            + ": "
            + grade.points()
            + "/"
            + grade.of());
    xml.writeAttribute("tests", String.valueOf(grade.results().size()));
    xml.writeAttribute("failures", count(grade, EnumSet.of(State.MISSED, State.ONE_DOCUMENT)));
    xml.writeAttribute("errors", "0");
    xml.writeAttribute("skipped", count(grade, EnumSet.of(State.OPEN)));
    for (Result result : grade.results()) {
      line(xml, 2);
      testCase(xml, grade, result, graded.submission().source().path());
    }
    line(xml, 1);
    xml.writeEndElement();
  }

  private static void testCase(XMLStreamWriter xml, Grade grade, Result result, String file)
      throws XMLStreamException {
    xml.writeStartElement("testcase");
    xml.writeAttribute("classname", legal(grade.lab()));
    xml.writeAttribute("name", legal(result.says()) + " (" + result.of() + ")");
    xml.writeAttribute("file", legal(file));
    if (result.state() == State.OPEN) {
      line(xml, 3);
      xml.writeEmptyElement("skipped");
      xml.writeAttribute("message", "something that comes before it is missed");
      line(xml, 2);
    } else if (result.state() != State.MET) {
      Trouble first = result.troubles().get(0);
      line(xml, 3);
      xml.writeStartElement("failure");
      xml.writeAttribute("type", legal(first.kind()));
      xml.writeAttribute("message", legal(first.say().isEmpty() ? first.text() : first.say()));
      for (Trouble trouble : result.troubles()) {
        xml.writeCharacters("\n" + legal(trouble.text()));
      }
      xml.writeEndElement();
      line(xml, 2);
    }
    xml.writeEndElement();
  }

  private static String count(Grade grade, Set<State> states) {
    return String.valueOf(
        grade.results().stream().filter(result -> states.contains(result.state())).count());
  }
}
