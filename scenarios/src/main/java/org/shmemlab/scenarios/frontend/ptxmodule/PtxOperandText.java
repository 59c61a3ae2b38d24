package org.shmemlab.scenarios.frontend.ptxmodule;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxNames.Elsewhere;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxNames.Meaning;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxNames.Memory;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxNames.Register;

/** Writes the reads and writes of operands: registers, parameters, addresses and numbers. */
final class PtxOperandText {
  /** The registers that PTX has by itself, and the words that stand for a number or nothing. */
  private static final Pattern SPECIAL =
      Pattern.compile(
          "%(n?(tid|ctaid|clusterid|warpid|smid)|cluster_n?cta(id|rank)|is_explicit_cluster|laneid"
              + "|gridid|lanemask_|clock|pm\\d|envreg|globaltimer|reserved_smem|total_smem"
              + "|aggr_smem|dynamic_smem|current_graph).*|WARP_SZ|_");

  private final PtxSymbols symbols;
  private final PtxNames names;
  private final PtxCode code;

  PtxOperandText(PtxSymbols symbols, PtxNames names, PtxCode code) {
    this.symbols = symbols;
    this.names = names;
    this.code = code;
  }

  PtxCode code() {
    return code;
  }

  PtxNames names() {
    return names;
  }

  static boolean isSpecial(String name) {
    return SPECIAL.matcher(name).matches();
  }

  /** The register that a token names, or null. */
  @Nullable Register register(PtxToken token) {
    return token.isWord() && names.find(token.text()) instanceof Register register
        ? register
        : null;
  }

  /** The value of a register. */
  String read(Register register) {
    return code.read(register);
  }

  void write(Register register, String value) {
    code.write(register, value);
  }

  /** The address that a name of a variable, parameter or function stands for, as an integer. */
  String address(PtxToken token) {
    Meaning meaning = names.find(token.text());
    if (meaning instanceof Memory memory) {
      return code.value("ptrtoint ptr " + memory.place() + " to i64");
    }
    if (meaning instanceof Elsewhere(String address)) {
      return address;
    }
    String known = symbols.address(token.text());
    if (known == null) {
      throw token.error("'" + token.text() + "' is not declared");
    }
    return known;
  }

  /** A value in another type: the same bits, fewer of them, or more with zeros or the sign. */
  String convert(String value, PtxType from, PtxType to, boolean signed) {
    if (from.llvm().equals(to.llvm())) {
      return value;
    }
    PtxType source = from.integer();
    PtxType target = to.integer();
    String bits = value;
    if (from.isFloating()) {
      bits = cast("bitcast", bits, from, source);
    }
    if (source.bits() != target.bits()) {
      String how = source.bits() > target.bits() ? "trunc" : signed ? "sext" : "zext";
      bits = cast(how, bits, source, target);
    }
    return to.isFloating() ? cast("bitcast", bits, target, to) : bits;
  }

  private String cast(String how, String value, PtxType from, PtxType to) {
    return code.value(how + " " + from.llvm() + " " + value + " to " + to.llvm());
  }

  /**
   * The place of a value in memory of the thread.
   *
   * @param offset in bytes
   */
  String place(Memory memory, long offset) {
    return offset == 0
        ? memory.place()
        : code.value("getelementptr i8, ptr " + memory.place() + ", i64 " + offset);
  }
}
