package org.shmemlab.conformance.shape;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaFieldAccess;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks the layers that change a running job, which is data: each knows those below it and none
 * above.
 */
class LayersTest {
  private static final List<String> BOTTOM_TO_TOP =
      List.of(
          "job",
          "access",
          "communication",
          "collectives",
          "host",
          "device",
          "compiled",
          "interpreter",
          "machine",
          "schedule",
          "explore");

  private static final String TOP_THAT_WRITES = "machine";

  private static final JavaClasses CODE = ShippedCode.classes();

  private static String[] packages(List<String> layers) {
    return layers.stream()
        .map(layer -> "org.shmemlab.model." + layer + "..")
        .toArray(String[]::new);
  }

  private static boolean isOfAnObjectOfTheState(JavaFieldAccess access) {
    return access.getTargetOwner().getPackageName().equals("org.shmemlab.model.job")
        && access
            .getTarget()
            .resolveMember()
            .filter(field -> field.getModifiers().contains(JavaModifier.STATIC))
            .isEmpty();
  }

  static IntStream layers() {
    return IntStream.range(0, BOTTOM_TO_TOP.size() - 1);
  }

  @ParameterizedTest
  @MethodSource("layers")
  void importsNoModuleAbove(int layer) {
    noClasses()
        .that()
        .resideInAPackage(packages(BOTTOM_TO_TOP)[layer])
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(packages(BOTTOM_TO_TOP.subList(layer + 1, BOTTOM_TO_TOP.size())))
        .check(CODE);
  }

  /** All other classes ask it by methods, and most of them the machine. */
  @Test
  void onlyTheMachineAndItsLayersReachIntoTheStateOfAJob() {
    noClasses()
        .that()
        .resideOutsideOfPackages(
            packages(BOTTOM_TO_TOP.subList(0, BOTTOM_TO_TOP.indexOf(TOP_THAT_WRITES) + 1)))
        .should()
        .accessFieldWhere(
            describe("it belongs to the state of a job", LayersTest::isOfAnObjectOfTheState))
        .check(CODE);
  }
}
