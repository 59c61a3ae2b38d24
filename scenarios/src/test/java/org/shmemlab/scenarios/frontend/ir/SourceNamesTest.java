package org.shmemlab.scenarios.frontend.ir;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the names that messages give to the symbols of a module. */
class SourceNamesTest {
  @ParameterizedTest
  @CsvSource({
    "main, main",
    "_ZZ4kernvE7counter, counter",
    "_ZZ4kernvE7counter_0, counter",
    "_ZZN2ns4readILi2EEEvPiE4last, last",
    "_ZZN2ns4readI3BoxLb1EEEvT_E5E4abc, E4abc",
    "_ZN2ns4readILi2EEEvPi, read",
    "_Z4kernv, kern",
    "main.x.1, x",
  })
  void theLastNameOfASymbol(String symbol, String name) {
    assertThat(SourceNames.symbol(symbol)).isEqualTo(name);
  }
}
