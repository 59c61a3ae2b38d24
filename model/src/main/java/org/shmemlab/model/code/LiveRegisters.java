package org.shmemlab.model.code;

import com.google.common.primitives.ImmutableIntArray;
import java.util.BitSet;
import org.shmemlab.model.program.Instruction;

/**
 * Decides which registers of a function are live before each instruction: a value that is never
 * read again must not distinguish two states.
 */
public final class LiveRegisters {
  private final BitSet[] before;

  LiveRegisters(Code code) {
    Instruction[] body = code.body;
    before = new BitSet[body.length];
    for (int i = 0; i < body.length; i++) {
      before[i] = new BitSet();
    }
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int i = body.length - 1; i >= 0; i--) {
        BitSet live = after(body, i);
        int written = body[i].dst();
        if (written >= 0) {
          live.clear(written);
        }
        ImmutableIntArray read = body[i].operands();
        for (int k = 0; k < read.length(); k++) {
          live.set(read.get(k));
        }
        Instruction.Arrive call = code.meeting(i);
        if (call != null) {
          call.arguments().forEach(live::set); // the collective may access its operands until then
        }
        if (!live.equals(before[i])) {
          before[i] = live;
          changed = true;
        }
      }
    }
  }

  /** Registers that are live before an instruction. Not to be changed. */
  public BitSet before(int pc) {
    return before[pc];
  }

  private BitSet after(Instruction[] body, int at) {
    BitSet live = new BitSet();
    body[at].successors(at).forEach(next -> live.or(before[next]));
    return live;
  }
}
