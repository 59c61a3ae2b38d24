package org.shmemlab.scenarios.runtime.libc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.Variable.Storage;
import org.shmemlab.scenarios.runtime.Asking;

class CStringsTest {
  private final Asking asking = new Asking();

  @Test
  void lengthsAndComparisons() {
    int two = asking.constant(2);
    asking.show(
        "%zu %zu %d %d %d %d %d %d",
        asking.ask(CStrings.STRLEN, asking.text("")),
        asking.ask(CStrings.STRLEN, asking.text("abc")),
        asking.ask("strcmp", asking.text("abc"), asking.text("abc")),
        asking.ask("strcmp", asking.text("abc"), asking.text("abcd")),
        asking.ask("strcmp", asking.text("\u00e9"), asking.text("a")),
        asking.ask("strncmp", asking.text("abx"), asking.text("aby"), two),
        asking.ask("strncmp", asking.text("ax"), asking.text("ay"), two),
        asking.ask("strncmp", asking.text("a"), asking.text("b"), asking.constant(0)));
    assertThat(asking.run().out()).isEqualTo("0 3 0 -100 98 0 -1 0");
  }

  @Test
  void searchesAnswerPlacesInTheText() {
    int text = asking.text("banana");
    asking.show(
        "%ld %ld %ld %ld %ld %ld",
        asking.minus(asking.ask("strchr", text, asking.constant('n')), text),
        asking.minus(asking.ask("strrchr", text, asking.constant('n')), text),
        asking.minus(asking.ask("strchr", text, asking.constant(0)), text),
        asking.minus(asking.ask("strstr", text, asking.text("nan")), text),
        asking.minus(asking.ask("strstr", text, asking.text("")), text),
        asking.minus(asking.ask("strrchr", text, asking.constant('a' + 256)), text));
    asking.show(
        " %p %p",
        asking.ask("strchr", text, asking.constant('x')),
        asking.ask("strstr", text, asking.text("nab")));
    assertThat(asking.run().out()).isEqualTo("2 4 6 2 0 5 (nil) (nil)");
  }

  @Test
  void copiesWriteTheZeroToo() {
    int buffer = asking.variable("buffer", Storage.HOST, 8);
    asking.invoke(CMemory.MEMSET, buffer, asking.constant('#'), asking.constant(8));
    asking.invoke("strcpy", buffer, asking.text("abc"));
    asking.invoke("strcat", buffer, asking.text("de"));
    asking.show("%s %c;", buffer, asking.load(ScalarType.I8, asking.plus(buffer, 6)));
    asking.invoke("strncpy", buffer, asking.text("xy"), asking.constant(4));
    asking.show("%s %d %c;", buffer, at(buffer, 3), at(buffer, 4));
    asking.invoke("strncpy", buffer, asking.text("vwxyz"), asking.constant(3));
    asking.show("%s", buffer);
    assertThat(asking.run().out()).isEqualTo("abcde #;xy 0 e;vwx");
  }

  @Test
  void aCopyThatDoesNotFitIsAFault() {
    int buffer = asking.variable("buffer", Storage.HOST, 3);
    asking.invoke("strcpy", buffer, asking.text("abc"));
    assertThat(asking.run().fault()).contains("access to 4 bytes at offset 0 of 'buffer'");
  }

  @Test
  void overlappingCopiesAreAFault() {
    int buffer = asking.variable("buffer", Storage.HOST, 9);
    asking.invoke("strcpy", buffer, asking.text("abc"));
    asking.invoke("strcat", buffer, buffer);
    assertThat(asking.run().fault()).isEqualTo("strcat: source and destination overlap");
  }

  @Test
  void aStringWithoutEndIsAFault() {
    int buffer = asking.variable("buffer", Storage.HOST, 2);
    asking.invoke(CMemory.MEMSET, buffer, asking.constant('x'), asking.constant(2));
    asking.invoke(CStrings.STRLEN, buffer);
    assertThat(asking.run().fault())
        .isEqualTo("access to 1 bytes at offset 2 of 'buffer' (host memory), which has 2 bytes");
  }

  @Test
  void hostCodeDoesNotReadStringsInDeviceMemory() {
    asking.invoke(CStrings.STRLEN, asking.variable("there", Storage.DEVICE, 8));
    assertThat(asking.run().fault()).contains("host code accesses 'there'");
  }

  @Test
  void numbersAreReadAndTheirEndsStored() {
    int end = asking.variable("end", Storage.HOST, 8);
    int text = asking.text("0x1Fz");
    int number = asking.ask("strtol", text, end, asking.constant(0));
    asking.show("%ld %s ", number, asking.load(ScalarType.U64, end));
    number = asking.ask("strtoul", asking.text("-1"), asking.constant(0), asking.constant(10));
    asking.show("%lx ", number);
    number = asking.ask("strtod", asking.text("2.5e1!"), end);
    asking.show("%g %s ", number, asking.load(ScalarType.U64, end));
    asking.show(
        "%d %ld %g",
        asking.ask("atoi", asking.text(" 4294967299")),
        asking.ask("atol", asking.text("4294967299")),
        asking.ask("atof", asking.text(".5")));
    assertThat(asking.run().out()).isEqualTo("31 z ffffffffffffffff 25 ! 3 4294967299 0.5");
  }

  @Test
  void anUnknownBaseLeavesTheEndAlone() {
    int end = asking.variable("end", Storage.HOST, 8);
    asking.store(ScalarType.U64, end, asking.constant(77));
    asking.show(
        "%ld %ld",
        asking.ask("strtol", asking.text("5"), end, asking.constant(1)),
        asking.load(ScalarType.U64, end));
    assertThat(asking.run().out()).isEqualTo("0 77");
  }

  private int at(int address, int bytes) {
    return asking.load(ScalarType.I8, asking.plus(address, bytes));
  }
}
