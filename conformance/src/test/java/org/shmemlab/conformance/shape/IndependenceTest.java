package org.shmemlab.conformance.shape;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import org.junit.jupiter.api.Test;

/**
 * Checks that the second semantics shares nothing with the first but programs and the names of
 * profiles.
 */
class IndependenceTest {
  @Test
  void theAxiomsUseNeitherMachineNorRulesNorExplorer() {
    noClasses()
        .that()
        .resideInAPackage("org.shmemlab.conformance.axiomatic..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "org.shmemlab.model.machine..",
            "org.shmemlab.model.interpreter..",
            "org.shmemlab.model.device..",
            "org.shmemlab.model.host..",
            "org.shmemlab.model.collectives..",
            "org.shmemlab.model.communication..",
            "org.shmemlab.model.access..",
            "org.shmemlab.model.job..",
            "org.shmemlab.model.code..",
            "org.shmemlab.model.step..",
            "org.shmemlab.model.arithmetic..",
            "org.shmemlab.model.operation..",
            "org.shmemlab.model.explore..",
            "org.shmemlab.model.memory..",
            "org.shmemlab.model.repair..",
            "org.shmemlab.scenarios.judge..")
        .orShould()
        .dependOnClassesThat()
        .haveFullyQualifiedName("org.shmemlab.model.spec.Specification")
        .orShould()
        .dependOnClassesThat()
        .haveFullyQualifiedName("org.shmemlab.model.spec.Conflicts")
        .check(ShippedCode.classes());
  }
}
