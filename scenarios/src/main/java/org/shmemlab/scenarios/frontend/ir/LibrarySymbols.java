package org.shmemlab.scenarios.frontend.ir;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.shmemlab.scenarios.api.catalogue.Catalogue;

/** Finds the name that a library documents from the symbol that its headers give a function. */
final class LibrarySymbols {
  /** The prefix of glibc's headers for names of newer standards of C. */
  private static final Pattern STANDARD = Pattern.compile("__isoc(?:99|23)_(\\w+)");

  /** The suffixes of CUDA's headers: versions, and the default stream of each thread. */
  private static final Pattern VERSION = Pattern.compile("(cu\\w+?)(?:_v\\d+)?(?:_ptsz|_ptds)?");

  /** A function of NVSHMEM outside its headers' blocks of extern "C", or static in one. */
  private static final Pattern CPP = Pattern.compile("_ZL?\\d+nvshmem.*");

  private LibrarySymbols() {}

  /** The name of a symbol in the catalogue; the symbol where it has none. */
  static String plain(String symbol, Catalogue catalogue) {
    if (!catalogue.find(symbol).isEmpty()) {
      return symbol;
    }
    if (CPP.matcher(symbol).matches()) {
      return SourceNames.symbol(symbol);
    }
    Matcher standard = STANDARD.matcher(symbol);
    Matcher version = VERSION.matcher(symbol);
    return standard.matches() ? standard.group(1) : version.matches() ? version.group(1) : symbol;
  }
}
