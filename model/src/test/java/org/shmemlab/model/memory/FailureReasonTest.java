package org.shmemlab.model.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.shmemlab.model.program.SourceLine;

class FailureReasonTest {
  private static FailureReason at(int pe, long address, SourceLine line) {
    return new Fault(
            "PE %s at %s, %s of '%s'", pe, line, FailureReason.Varying.hex(address), "inbox 2")
        .reason();
  }

  @Test
  void numbersDistinguishExecutionsAndNamesAndLinesDistinguishMistakes() {
    SourceLine line = new SourceLine("a.cu", 12);
    assertThat(at(3, 0x10, line).text()).isEqualTo("PE 3 at a.cu:12, 0x10 of 'inbox 2'");
    assertThat(at(3, 0x10, line).names()).isEqualTo(at(4, 0x20, line).names());
    assertThat(at(3, 0x10, line).names())
        .isNotEqualTo(at(3, 0x10, new SourceLine("a.cu", 13)).names());
  }

  @Test
  void aMistakeInsideAnotherCountsByItsNames() {
    FailureReason one =
        new Fault("an array is too small: %s", at(1, 8, new SourceLine("a.cu", 1))).reason();
    FailureReason other =
        new Fault("an array is too small: %s", at(2, 9, new SourceLine("a.cu", 1))).reason();
    assertThat(one.text()).contains("too small: PE 1 at a.cu:1");
    assertThat(one.names()).isEqualTo(other.names()).contains("inbox 2");
  }

  @Test
  void aFailureHasItsKindWhateverItsText() {
    assertThat(new Fault("assertion failed: x").reason().kind()).isEqualTo(FailureKind.MISUSE);
    assertThat(Fault.assertion("%s", "y").reason().kind()).isEqualTo(FailureKind.ASSERTION);
    assertThat(Fault.unknown("%s", "z").reason().kind()).isEqualTo(FailureKind.UNKNOWN);
  }
}
