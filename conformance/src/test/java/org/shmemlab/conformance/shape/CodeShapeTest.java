package org.shmemlab.conformance.shape;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Checks the rules that hold in every module. */
@Tag("catalogue")
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

  /**
   * Numbers that distinguish states are mixed of all parts: by Java's hash codes "Aa" is "BB", and
   * an order of 31 and 0 is one of 0 and 1, so that states would be taken for one.
   */
  @Test
  void nothingIsDistinguishedByHashCodes() {
    noClasses()
        .that()
        .resideInAnyPackage("org.shmemlab.model..", "org.shmemlab.scenarios.runtime..")
        .should()
        .callMethodWhere(
            new DescribedPredicate<JavaMethodCall>("a hash code is asked for its own sake") {
              @Override
              public boolean test(JavaMethodCall call) {
                return List.of("hashCode", "hash").contains(call.getName())
                    && call.getTargetOwner().getName().startsWith("java.")
                    && !call.getOrigin().getName().equals("hashCode");
              }
            })
        .check(CODE);
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
