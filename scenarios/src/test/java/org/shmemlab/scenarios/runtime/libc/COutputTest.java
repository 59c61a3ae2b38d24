package org.shmemlab.scenarios.runtime.libc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.program.Variable.Storage;
import org.shmemlab.scenarios.runtime.Asking;
import org.shmemlab.scenarios.runtime.Asking.Ran;
import org.shmemlab.scenarios.runtime.cuda.CudaDevices;

class COutputTest {
  private final Asking asking = new Asking();

  @Test
  void printfAnswersTheNumberOfCharacters() {
    int count = asking.ask("printf", asking.text("%s %d|"), asking.text("ab"), one());
    asking.show("%d", count);
    assertThat(asking.run().out()).isEqualTo("ab 1|5");
  }

  @Test
  void eachStreamHasItsChannel() {
    asking.invoke("fprintf", asking.constant(2), asking.text("e%d"), one());
    asking.invoke("fputs", asking.text("f"), asking.constant(2));
    asking.invoke("fputc", asking.constant('g'), asking.constant(2));
    asking.invoke("fprintf", asking.constant(1), asking.text("o"));
    asking.invoke("puts", asking.text("p"));
    asking.invoke("fflush", asking.constant(0));
    Ran ran = asking.run();
    assertThat(ran.out()).isEqualTo("op\n");
    assertThat(ran.err()).isEqualTo("e1fg");
  }

  @Test
  void anUnknownStreamIsAFault() {
    asking.invoke("fprintf", asking.constant(0), asking.text("x"));
    assertThat(asking.run().fault()).contains("neither stdout nor stderr");
  }

  @Test
  void sprintfWritesIntoMemory() {
    int buffer = asking.variable("buffer", Storage.HOST, 8);
    int count = asking.ask("sprintf", buffer, asking.text("%d"), asking.constant(1234567));
    asking.show("%s %d", buffer, count);
    assertThat(asking.run().out()).isEqualTo("1234567 7");
  }

  @Test
  void sprintfBeyondTheBufferIsAFault() {
    int buffer = asking.variable("buffer", Storage.HOST, 8);
    asking.invoke("sprintf", buffer, asking.text("%d"), asking.constant(12345678));
    assertThat(asking.run().fault())
        .isEqualTo("access to 9 bytes at offset 0 of 'buffer' (host memory), which has 8 bytes");
  }

  @Test
  void snprintfCutsAndAnswersTheWholeLength() {
    int buffer = asking.variable("buffer", Storage.HOST, 4);
    int four = asking.constant(4);
    int count = asking.ask("snprintf", buffer, four, asking.text("%s"), asking.text("abcdef"));
    asking.show("%s %d ", buffer, count);
    int zero = asking.constant(0);
    count = asking.ask("snprintf", zero, zero, asking.text("%s"), asking.text("abcdef"));
    asking.show("%d", count);
    assertThat(asking.run().out()).isEqualTo("abc 6 6");
  }

  @Test
  void aPrecisionReadsNoFurtherThanItsCharacters() {
    int letters = asking.variable("letters", Storage.HOST, 2);
    asking.invoke(CMemory.MEMSET, letters, asking.constant('x'), asking.constant(2));
    asking.show("%.2s", letters);
    asking.show("%s", letters);
    Ran ran = asking.run();
    assertThat(ran.out()).isEqualTo("xx");
    assertThat(ran.fault()).contains("of 'letters'");
  }

  @Test
  void wideStringsArePrintedWhileTheyAreAscii() {
    int wide = asking.variable("wide", Storage.HOST, 12);
    asking.invoke(CMemory.MEMSET, wide, asking.constant('w'), asking.constant(1));
    asking.show("%ls|%lc", wide, asking.constant('c'));
    assertThat(asking.run().out()).isEqualTo("w|c");
  }

  @Test
  void hostCodeDoesNotPrintStringsInDeviceMemory() {
    asking.show("%s", asking.variable("there", Storage.DEVICE, 8));
    assertThat(asking.run().fault()).contains("host code accesses 'there'", "device memory");
  }

  @Test
  void printfOfAKernelAnswersTheNumberOfValues() {
    int kernel =
        asking.kernel(
            "k",
            List.of(),
            code -> {
              int count =
                  Asking.ask(code, "printf", asking.text(code, "%d,"), code.constant(123456));
              Asking.invoke(code, "printf", asking.text(code, "%d"), count);
            });
    asking.launch(kernel, 1);
    asking.invoke(CudaDevices.DEVICE_SYNCHRONIZE);
    assertThat(asking.run().out()).isEqualTo("123456,1");
  }

  @Test
  void onlyHostCodeHasFilesStreams() {
    int kernel =
        asking.kernel("k", List.of(), code -> Asking.invoke(code, "puts", code.constant(0)));
    asking.launch(kernel, 1);
    asking.invoke(CudaDevices.DEVICE_SYNCHRONIZE);
    assertThat(asking.run().fault()).isEqualTo("puts is called in a kernel; only host code has it");
  }

  private int one() {
    return asking.constant(1);
  }
}
