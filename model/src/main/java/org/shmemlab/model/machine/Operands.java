package org.shmemlab.model.machine;

import com.google.common.primitives.ImmutableIntArray;
import org.shmemlab.model.program.Instruction;

/** Which registers an instruction reads, and which one it writes. */
final class Operands {
  private Operands() {}

  /** The register written, or {@link Instruction#NO_REGISTER}. */
  static int written(Instruction instruction) {
    return switch (instruction) {
      case Instruction.Const i -> i.dst();
      case Instruction.Move i -> i.dst();
      case Instruction.Binary i -> i.dst();
      case Instruction.Unary i -> i.dst();
      case Instruction.Convert i -> i.dst();
      case Instruction.Compute i -> i.dst();
      case Instruction.Special i -> i.dst();
      case Instruction.Call i -> i.dst();
      case Instruction.CallIndirect i -> i.dst();
      case Instruction.Invoke i -> i.dst();
      case Instruction.SlotAddress i -> i.dst();
      case Instruction.Load i -> i.dst();
      case Instruction.Atomic i -> i.dst();
      case Instruction.GetValue i -> i.dst();
      case Instruction.Amo i -> i.dst();
      case Instruction.SignalFetch i -> i.dst();
      case Instruction.WaitUntil i -> i.dst();
      case Instruction.Depart i -> i.dst();
      case Instruction.Jump _,
          Instruction.Branch _,
          Instruction.Return _,
          Instruction.Enqueue _,
          Instruction.Store _,
          Instruction.Copy _,
          Instruction.Clear _,
          Instruction.ThreadFence _,
          Instruction.Transfer _,
          Instruction.PutValue _,
          Instruction.AmoFetchNbi _,
          Instruction.SignalUpdate _,
          Instruction.Fence _,
          Instruction.Quiet _,
          Instruction.Arrive _ ->
          Instruction.NO_REGISTER;
    };
  }

  /** The registers read, without absent ones; one may appear twice. */
  static ImmutableIntArray read(Instruction instruction) {
    return switch (instruction) {
      case Instruction.Const _,
          Instruction.Special _,
          Instruction.Jump _,
          Instruction.SlotAddress _,
          Instruction.ThreadFence _,
          Instruction.Depart _ ->
          ImmutableIntArray.of();
      case Instruction.Move i -> of(i.src());
      case Instruction.Binary i -> of(i.a(), i.b());
      case Instruction.Unary i -> of(i.a());
      case Instruction.Convert i -> of(i.a());
      case Instruction.Compute i -> of(i.a(), i.b(), i.c());
      case Instruction.Branch i -> of(i.condition());
      case Instruction.Call i -> i.arguments();
      case Instruction.CallIndirect i -> with(i.arguments(), i.address());
      case Instruction.Return i -> of(i.src());
      case Instruction.Invoke i -> i.arguments();
      case Instruction.Enqueue i -> with(i.arguments(), i.stream());
      case Instruction.Load i -> of(i.address());
      case Instruction.Store i -> of(i.address(), i.src());
      case Instruction.Copy i -> of(i.destination(), i.source());
      case Instruction.Clear i -> of(i.destination());
      case Instruction.Atomic i -> of(i.address(), i.operand(), i.compare());
      case Instruction.Transfer i -> transfer(i);
      case Instruction.PutValue i -> of(i.remote(), i.value(), i.pe(), i.context());
      case Instruction.GetValue i -> of(i.remote(), i.pe(), i.context());
      case Instruction.Amo i -> of(i.remote(), i.operand(), i.compare(), i.pe(), i.context());
      case Instruction.AmoFetchNbi i ->
          of(i.fetch(), i.remote(), i.operand(), i.compare(), i.pe(), i.context());
      case Instruction.SignalUpdate i ->
          of(i.remote(), i.value(), i.operator(), i.pe(), i.context());
      case Instruction.SignalFetch i -> of(i.address());
      case Instruction.Fence i -> of(i.context());
      case Instruction.Quiet i -> of(i.context());
      case Instruction.WaitUntil i ->
          of(i.words(), i.count(), i.indices(), i.status(), i.operator(), i.value());
      case Instruction.Arrive i -> i.arguments();
    };
  }

  private static ImmutableIntArray transfer(Instruction.Transfer i) {
    ImmutableIntArray plain =
        of(
            i.remote(),
            i.local(),
            i.count(),
            i.remoteStride(),
            i.localStride(),
            i.pe(),
            i.context());
    Instruction.SignalPart signal = i.signal();
    return signal == null
        ? plain
        : ImmutableIntArray.builder()
            .addAll(plain)
            .add(signal.address())
            .add(signal.value())
            .add(signal.operator())
            .build();
  }

  private static ImmutableIntArray with(ImmutableIntArray registers, int one) {
    return ImmutableIntArray.builder().addAll(registers).add(one).build();
  }

  private static ImmutableIntArray of(int... registers) {
    ImmutableIntArray.Builder present = ImmutableIntArray.builder();
    for (int register : registers) {
      if (register != Instruction.NO_REGISTER) {
        present.add(register);
      }
    }
    return present.build();
  }
}
