package org.shmemlab.scenarios.frontend.ptx;

import static org.shmemlab.scenarios.frontend.ptx.PtxTypes.LONG;
import static org.shmemlab.scenarios.frontend.ptx.PtxTypes.PREDICATE;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.scenarios.frontend.emit.ExitPoints;
import org.shmemlab.scenarios.frontend.emit.NotSupported;

/**
 * Lowers the control flow of a statement of inline PTX, and gives each of its instructions to the
 * class that lowers it. One that is not known lets the program fail where it is reached; those
 * around it work.
 */
final class PtxControl {
  private final PtxOperands ptx;
  private final PtxCarry carry;
  private final ExitPoints ends;
  private final Map<String, CodeBuilder.Label> labels = new HashMap<>();

  PtxControl(PtxOperands ptx, PtxCarry carry) {
    this.ptx = ptx;
    this.carry = carry;
    this.ends = new ExitPoints(ptx.function());
  }

  private CodeBuilder code() {
    return ptx.function().code();
  }

  void lower(List<PtxText.Part> parts) {
    for (PtxText.Part part : parts) {
      if (part instanceof PtxText.Label label) {
        labels.put(label.name(), code().label());
      }
    }
    for (PtxText.Part part : parts) {
      switch (part) {
        case PtxText.Label label -> code().place(label(label.name()));
        case PtxText.Registers registers -> ptx.declare(registers);
        case PtxText.Unknown unknown -> ends.unknown(unknown.text());
        case PtxStatement statement -> guarded(statement);
      }
    }
  }

  private CodeBuilder.Label label(String name) {
    CodeBuilder.Label label = labels.get(name);
    if (label == null) {
      throw new NotSupported("asm: a branch to " + name);
    }
    return label;
  }

  private void guarded(PtxStatement s) {
    if (s.guard().isEmpty()) {
      knownOrNot(s);
      return;
    }
    int condition = ptx.read(s.guard(), PREDICATE);
    // operands that a guarded instruction may write must have a register before
    for (String operand : s.operands()) {
      boolean isRegister = operand.matches("[A-Za-z_][\\w.%$]*");
      if (isRegister && !s.name().equals("bra") && !ptx.has(operand)) {
        ptx.write(operand, LONG, code().constant(0));
      }
    }
    CodeBuilder.Label then = code().label();
    CodeBuilder.Label after = code().label();
    code().branch(condition, then, after);
    code().place(then);
    knownOrNot(s);
    code().place(after);
  }

  private void knownOrNot(PtxStatement s) {
    try {
      one(s);
    } catch (NotSupported gap) {
      String detail = gap.construct().replaceFirst("^asm: ", "");
      boolean named = gap.construct().startsWith(s.text());
      ends.unknown(named ? gap.construct() : s.text() + ": " + detail);
    }
  }

  private void one(PtxStatement s) {
    switch (s.name()) {
      case "bra" -> code().jump(label(s.operand(0)));
      case "ld", "st", "red", "atom", "fence", "membar", "ldu" -> new PtxMemory(ptx).lower(s);
      case "mbarrier" -> new PtxMbarrier(ptx).lower(s);
      case "cp" -> new PtxAsync(ptx).lower(s);
      case "bar", "barrier" -> new PtxBarrier(ptx).lower(s);
      case "elect", "vote", "match", "shfl", "redux", "activemask" -> new PtxWarp(ptx).lower(s);
      case "mov", "cvta", "mapa", "createpolicy" -> new PtxMoves(ptx).lower(s);
      case "cvt" -> new PtxConversions(ptx).lower(s);
      case "setp", "selp" -> new PtxComparison(ptx).lower(s);
      case "popc", "clz", "brev", "bfe", "bfi", "bfind", "lop3", "prmt", "shf", "cnot" ->
          new PtxBits(ptx).lower(s);
      case "addc", "subc", "madc" -> carry.lower(ptx, s);
      case "trap", "brkpt" -> ends.fails("the kernel traps");
      case "exit" -> ends.exit();
      case "nanosleep",
          "prefetch",
          "prefetchu",
          "griddepcontrol",
          "discard",
          "applypriority",
          "setmaxnreg",
          "pmevent" -> {}
      default -> {
        if (s.has("cc")) {
          carry.lower(ptx, s);
        } else {
          new PtxArithmetic(ptx).lower(s);
        }
      }
    }
  }
}
