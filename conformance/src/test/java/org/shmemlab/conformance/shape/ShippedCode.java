package org.shmemlab.conformance.shape;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

/** Loads the compiled classes of every module, without tests: the subject of the shape rules. */
final class ShippedCode {
  /** Read once for all tests of a process. */
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .withImportOption(location -> !location.contains("/test-classes/"))
          .withImportOption(location -> !location.contains("/test/org/shmemlab/")) // other builds'
          .importPackages("org.shmemlab");

  private ShippedCode() {}

  static JavaClasses classes() {
    return CLASSES;
  }
}
