package org.shmemlab.reports.review;

import java.io.StringWriter;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * Writes the common parts of documents in the XML that Ant's JUnit task introduced and servers for
 * continuous integration read.
 */
public final class JunitXml {
  private JunitXml() {}

  /** Writes the suites of a document. */
  @FunctionalInterface
  public interface Suites {
    /** Writes one element, and all that is in it but its end. */
    void write(XMLStreamWriter xml) throws XMLStreamException;
  }

  /** The whole document. */
  public static String text(Suites suites) {
    StringWriter text = new StringWriter();
    try {
      XMLStreamWriter xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(text);
      xml.writeStartDocument("UTF-8", "1.0");
      line(xml, 0);
      suites.write(xml);
      line(xml, 0);
      xml.writeEndElement();
      line(xml, 0);
      xml.writeEndDocument();
    } catch (XMLStreamException impossible) { // text in memory takes everything
      throw new IllegalStateException(impossible);
    }
    return text.toString();
  }

  /** A new line, so far inside. */
  public static void line(XMLStreamWriter xml, int depth) throws XMLStreamException {
    xml.writeCharacters("\n" + "  ".repeat(depth));
  }

  /** XML 1.0 has no way to write most control characters (section 2.2). */
  public static String legal(String text) {
    return text.replaceAll(
        "[^\\t\\n\\r\\x{20}-\\x{D7FF}\\x{E000}-\\x{FFFD}\\x{10000}-\\x{10FFFF}]", "\uFFFD");
  }
}
