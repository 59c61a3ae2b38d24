package org.shmemlab.conformance.axiomatic;

import com.google.common.primitives.ImmutableIntArray;
import java.util.Arrays;
import org.shmemlab.model.program.Instruction;

/** Which registers an instruction names. */
final class Registers {
  private Registers() {}

  /** The registers that an instruction of a litmus block reads or writes. */
  static int[] of(Instruction instruction) {
    return switch (instruction) {
      case Instruction.Const i -> new int[] {i.dst()};
      case Instruction.Move i -> new int[] {i.dst(), i.src()};
      case Instruction.Binary i -> new int[] {i.dst(), i.a(), i.b()};
      case Instruction.Unary i -> new int[] {i.dst(), i.a()};
      case Instruction.Convert i -> new int[] {i.dst(), i.a()};
      case Instruction.Branch i -> new int[] {i.condition()};
      case Instruction.Load i -> new int[] {i.dst(), i.address()};
      case Instruction.Store i -> new int[] {i.address(), i.src()};
      case Instruction.PutValue i -> new int[] {i.remote(), i.value(), i.pe(), i.context()};
      case Instruction.GetValue i -> new int[] {i.dst(), i.remote(), i.pe(), i.context()};
      case Instruction.Amo i ->
          new int[] {i.dst(), i.remote(), i.operand(), i.compare(), i.pe(), i.context()};
      case Instruction.AmoFetchNbi i ->
          new int[] {i.fetch(), i.remote(), i.operand(), i.compare(), i.pe(), i.context()};
      case Instruction.SignalUpdate i ->
          new int[] {i.remote(), i.value(), i.operator(), i.pe(), i.context()};
      case Instruction.SignalFetch i -> new int[] {i.dst(), i.address()};
      case Instruction.WaitUntil i ->
          new int[] {i.dst(), i.words(), i.count(), i.status(), i.operator(), i.value()};
      case Instruction.Transfer i -> {
        Instruction.SignalPart signal = i.signal();
        int[] own = {i.remote(), i.local(), i.count(), i.remoteStride(), i.localStride(), i.pe()};
        if (signal == null) {
          yield own;
        }
        int[] all = Arrays.copyOf(own, own.length + 3);
        all[own.length] = signal.address();
        all[own.length + 1] = signal.value();
        all[own.length + 2] = signal.operator();
        yield all;
      }
      case Instruction.Arrive i -> i.arguments().toArray();
      case Instruction.Depart i -> new int[] {i.dst()};
      case Instruction.Invoke i -> {
        ImmutableIntArray.Builder all = ImmutableIntArray.builder();
        yield all.add(i.dst()).addAll(i.arguments()).build().toArray();
      }
      default -> new int[0];
    };
  }
}
