package org.shmemlab.reports.run;

import java.util.Locale;

/** Writes numbers for the page of a run. */
final class RunWords {
  private static final double K = 1024;

  private RunWords() {}

  /** A time, given in picoseconds: "22.7 us". */
  static String time(long ps) {
    double value = ps;
    for (String unit : new String[] {"ps", "ns", "us", "ms"}) {
      if (Math.abs(value) < 1000) {
        return number(value) + " " + unit;
      }
      value /= 1000;
    }
    return number(value) + " s";
  }

  /** "1.5 KiB". */
  static String bytes(long bytes) {
    double value = bytes;
    for (String unit : new String[] {"B", "KiB", "MiB", "GiB"}) {
      if (value < K) {
        return number(value) + " " + unit;
      }
      value /= K;
    }
    return number(value) + " TiB";
  }

  /** The same for a small place: "1.5K". */
  static String brief(long bytes) {
    return bytes(bytes).replaceAll(" (\\w).*", "$1");
  }

  /** A share as "0.3 %". */
  static String percent(double share) {
    return number(100 * share) + " %";
  }

  /** Three significant digits, and no more than there are. */
  static String number(double value) {
    if (value == 0) {
      return "0";
    }
    int digits = Math.max(0, 2 - (int) Math.floor(Math.log10(Math.abs(value))));
    String text = String.format(Locale.ROOT, "%." + Math.min(digits, 9) + "f", value);
    return text.contains(".") ? text.replaceAll("\\.?0+$", "") : text;
  }
}
