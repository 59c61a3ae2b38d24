package org.shmemlab.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class ColouredMessagesTest {
  private static String shown(String... prints) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(new ColouredMessages(bytes), false, StandardCharsets.UTF_8);
    for (String print : prints) {
      out.print(print);
    }
    out.flush();
    return bytes.toString(StandardCharsets.UTF_8).replace("\u001b", "^");
  }

  @Test
  void placesAndKindsHaveTheColoursOfACompiler() {
    assertThat(shown("a.cu:3:7: error: no such call\n"))
        .isEqualTo("^[1ma.cu:3:7: ^[31merror:^[0m no such call\n");
    assertThat(shown("a.cu:3: warning: unused\n", "shmemlab: error: no file\n"))
        .isEqualTo("^[1ma.cu:3: ^[35mwarning:^[0m unused\n^[1mshmemlab: ^[31merror:^[0m no file\n");
    assertThat(shown("a.cu:4:1: note: here\n")).contains("^[36mnote:");
    assertThat(shown("shmemlab: internal error: x\n")).contains("^[31minternal error:");
  }

  @Test
  void onlyTheBeginningOfALineIsAPlace() {
    String text = "  12 | say(\"a.cu:3: error: x\");\nthe word a: b: error: c\n";
    assertThat(shown(text)).isEqualTo(text);
    assertThat(shown("half a line ", "a.cu:3: error: x\n", "a.cu:4: error: y\n"))
        .isEqualTo("half a line a.cu:3: error: x\n^[1ma.cu:4: ^[31merror:^[0m y\n");
  }

  @Test
  void noColourIsAskedForByAVariableThatIsNotEmpty() {
    assertThat(Terminal.isColoured(null)).isTrue();
    assertThat(Terminal.isColoured("")).isTrue();
    assertThat(Terminal.isColoured("1")).isFalse();
  }

  /** Colours add, they never take away: without them the bytes are those that were written. */
  @Property(tries = 200)
  void nothingIsLost(@ForAll("chunks") List<byte[]> chunks) throws IOException {
    ByteArrayOutputStream plain = new ByteArrayOutputStream();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ColouredMessages coloured = new ColouredMessages(bytes)) {
      for (byte[] chunk : chunks) {
        plain.write(chunk);
        coloured.write(chunk, 0, chunk.length);
      }
    }
    String shown = bytes.toString(StandardCharsets.ISO_8859_1).replaceAll("\u001b\\[\\d+m", "");
    assertThat(shown).isEqualTo(plain.toString(StandardCharsets.ISO_8859_1));
  }

  @Provide
  Arbitrary<List<byte[]>> chunks() {
    return Arbitraries.of(
            "a.cu:1: error: b\n", "a.cu:1:", " error: b", "\n", "\u00e9\u20ac", "x: note: y", "")
        .map(text -> text.getBytes(StandardCharsets.UTF_8))
        .list()
        .ofMaxSize(8);
  }
}
