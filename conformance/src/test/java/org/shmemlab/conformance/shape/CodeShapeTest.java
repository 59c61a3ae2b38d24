package org.shmemlab.conformance.shape;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import org.junit.jupiter.api.Test;

/** Rules that hold in every module. */
class CodeShapeTest {
  private static final JavaClasses CODE = ShippedCode.classes();

  @Test
  void packagesFormNoCycle() {
    slices().assignedFrom(new EachPackage()).should().beFreeOfCycles().check(CODE);
  }

  @Test
  void noStaticFieldIsMutable() {
    fields().that().areStatic().should().beFinal().check(CODE);
  }

  @Test
  void namesSayWhatAThingIs() {
    noClasses()
        .should()
        .haveNameMatching(".*(Manager|Helper|Util|Utils|Utilities|Misc|Common)(\\$.*)?")
        .check(CODE);
  }

  private static final class EachPackage implements SliceAssignment {
    @Override
    public SliceIdentifier getIdentifierOf(JavaClass javaClass) {
      return SliceIdentifier.of(javaClass.getPackageName());
    }

    @Override
    public String getDescription() {
      return "each package";
    }
  }
}
