package org.shmemlab.scenarios.frontend.ir;

import org.shmemlab.scenarios.api.catalogue.Catalogue;
import org.shmemlab.scenarios.frontend.emit.NotSupported;

/** Decides whose a function is that nothing defines: the program's, or a library's. */
final class UndefinedFunctions {
  private UndefinedFunctions() {}

  /**
   * A function that nothing defines: of the program where its files declare it or only it can, else
   * of a library.
   */
  static NotSupported of(ModuleSide side, String symbol) {
    if (DeclaredKernels.isStub(symbol)) {
      return NotSupported.undefined(SourceNames.symbol(DeclaredKernels.kernel(symbol)));
    }
    Long function = side.function(symbol);
    boolean isOfLibrary = Catalogue.isLibraryName(symbol) || symbol.startsWith("_");
    if (SourceNames.isOfProgram(symbol)
        || (function != null && !isOfLibrary && side.lines().isDeclaredByProgram(function))) {
      return NotSupported.undefined(side.llvm().demangled(symbol));
    }
    boolean isOpen = function != null && !isOfLibrary && !side.lines().hasDeclaration(function);
    return isOpen
        ? NotSupported.undefinedOrUnknown(symbol)
        : NotSupported.call(SourceNames.symbol(symbol));
  }
}
