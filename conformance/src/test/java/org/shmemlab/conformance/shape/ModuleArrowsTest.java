package org.shmemlab.conformance.shape;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks the imports between modules: each imports only those to its left. */
class ModuleArrowsTest {
  private static final List<String> LEFT_TO_RIGHT =
      List.of(
          "model",
          "transports",
          "scenarios",
          "plan",
          "reports",
          "junit",
          "labs",
          "cli",
          "conformance",
          "jmh");

  private static final JavaClasses CODE = ShippedCode.classes();

  /** Only tests depend on it, and it on no module. */
  private static final String TESTING = "testing";

  static Stream<Arrow> forbiddenArrows() {
    return Stream.of(
            toTheRight(),
            LEFT_TO_RIGHT.stream().map(module -> new Arrow(TESTING, module)),
            LEFT_TO_RIGHT.stream()
                .limit(LEFT_TO_RIGHT.size() - 1) // the last is not on this class path
                .map(module -> new Arrow(module, TESTING)))
        .flatMap(arrows -> arrows);
  }

  private static Stream<Arrow> toTheRight() {
    return IntStream.range(0, LEFT_TO_RIGHT.size())
        .boxed()
        .flatMap(from ->
            IntStream.range(from + 1, LEFT_TO_RIGHT.size())
                .mapToObj(to -> new Arrow(LEFT_TO_RIGHT.get(from), LEFT_TO_RIGHT.get(to))));
  }

  @ParameterizedTest
  @MethodSource("forbiddenArrows")
  void isAbsent(Arrow arrow) {
    noClasses()
        .that()
        .resideInAPackage("org.shmemlab." + arrow.from + "..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.shmemlab." + arrow.to + "..")
        .check(CODE);
  }

  record Arrow(String from, String to) {
    @Override
    public String toString() {
      return from + " -> " + to;
    }
  }
}
