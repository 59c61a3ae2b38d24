package org.shmemlab.scenarios.frontend.emit;

import org.shmemlab.scenarios.source.Diagnostic;

/** Reports a construct that has no meaning here yet, in the words of a message. */
public final class NotSupported extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String construct;
  private final String warning;
  private final String reached;
  private boolean reported;

  public NotSupported(String construct) {
    this(construct, Diagnostic.GAP + withoutGap(construct), Diagnostic.GAP + withoutGap(construct));
  }

  private NotSupported(String construct, String warning, String reached) {
    super(construct, null, false, false);
    this.construct = construct;
    this.warning = warning;
    this.reached = reached;
  }

  private static String withoutGap(String construct) {
    return construct.replaceFirst("^" + Diagnostic.GAP, "");
  }

  /** A call of a library that is declared and not known here. */
  public static NotSupported call(String name) {
    return new NotSupported(
        name, Diagnostic.GAP + name, "reached a call that ShmemLab does not know: '" + name + "'");
  }

  /** A call of a function that the program should define itself. */
  public static NotSupported undefined(String function) {
    return nowhere(function, "no file named defines '" + function + "'");
  }

  /** A function that is the program's or a library's. */
  public static NotSupported undefinedOrUnknown(String function) {
    return nowhere(function, "no file named defines '" + function + "', nor does ShmemLab");
  }

  private static NotSupported nowhere(String function, String nowhere) {
    return new NotSupported(
        function,
        nowhere + "; a run that calls it stops there",
        nowhere + "; name the file that does, too");
  }

  /** Of something that is wrong and has been reported as an error. */
  public static NotSupported reported(String construct) {
    NotSupported gap = new NotSupported(construct);
    gap.reported = true;
    return gap;
  }

  public boolean isReported() {
    return reported;
  }

  public String construct() {
    return construct;
  }

  /** The warning when the program is loaded. */
  public String warning() {
    return warning;
  }

  /** The failure where a run reaches the construct. */
  public String reached() {
    return reached;
  }
}
