package org.shmemlab.conformance.shape;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.syntax.elements.GivenClassesConjunction;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Checks that the model is a function of its arguments, and so is the run-time system below it.
 * Only then can a machine be copied, replayed and explored, and only then is the same seed the same
 * trace.
 */
class ModelPurityTest {
  private static final JavaClasses CODE = ShippedCode.classes();

  private static GivenClassesConjunction nothingInTheModel() {
    return noClasses()
        .that()
        .resideInAnyPackage("org.shmemlab.model..", "org.shmemlab.scenarios.runtime..");
  }

  @Test
  void readsNoClock() {
    nothingInTheModel().should().dependOnClassesThat().resideInAPackage("java.time..").check(CODE);
    nothingInTheModel().should().callMethod(System.class, "currentTimeMillis").check(CODE);
    nothingInTheModel().should().callMethod(System.class, "nanoTime").check(CODE);
  }

  /** A resource of the program itself is a constant: one class reads such, and nothing else. */
  @Test
  void usesNoFilesNorSockets() {
    nothingInTheModel()
        .and()
        .doNotHaveFullyQualifiedName("org.shmemlab.model.table.BuiltInTable")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.io..", "java.nio.file..", "java.nio.channels..", "java.net..")
        .check(CODE);
  }

  @Test
  void readsNothingOfTheMachineItRunsOn() {
    nothingInTheModel()
        .should()
        .callMethod(System.class, "getenv")
        .orShould()
        .callMethod(System.class, "getenv", String.class)
        .orShould()
        .callMethod(System.class, "getProperty", String.class)
        .orShould()
        .callMethod(System.class, "getProperty", String.class, String.class)
        .check(CODE);
  }

  @Test
  void callsNoNativeCode() {
    nothingInTheModel()
        .should()
        .dependOnClassesThat(resideInAnyPackage("java.lang.foreign..", "sun.misc.."))
        .check(CODE);
  }

  @Test
  void drawsNothingAtRandom() {
    nothingInTheModel().should().dependOnClassesThat().areAssignableTo(Random.class).check(CODE);
    nothingInTheModel().should().callMethod(Math.class, "random").check(CODE);
  }

  @Test
  void dependsOnNoAddress() {
    nothingInTheModel()
        .should()
        .callMethod(System.class, "identityHashCode", Object.class)
        .check(CODE);
  }

  @Test
  void startsNoThread() {
    nothingInTheModel()
        .should()
        .dependOnClassesThat()
        .areAssignableTo(Thread.class)
        .orShould()
        .dependOnClassesThat()
        .resideInAPackage("java.util.concurrent..")
        .orShould()
        .callMethodWhere(target(nameMatching("parallel(Stream)?")))
        .check(CODE);
  }
}
