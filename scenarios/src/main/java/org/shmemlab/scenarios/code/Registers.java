package org.shmemlab.scenarios.code;

import com.google.common.primitives.ImmutableIntArray;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Instruction.SignalPart;

/** The registers of an instruction: which it reads and which one it writes. */
final class Registers {
  private Registers() {}

  /**
   * The same instruction with other registers. Operands that are not there are not asked for.
   *
   * @param reads gives the new number of a register that is read
   * @param writes gives the new number of the register that is written
   */
  static Instruction rename(
      Instruction instruction, IntUnaryOperator reads, IntUnaryOperator writes) {
    Operand in = new Operand(reads);
    Operand out = new Operand(writes);
    return switch (instruction) {
      case Instruction.Const i -> new Instruction.Const(out.of(i.dst()), i.bits());
      case Instruction.Move i -> new Instruction.Move(out.of(i.dst()), in.of(i.src()));
      case Instruction.Binary i ->
          new Instruction.Binary(i.op(), i.type(), out.of(i.dst()), in.of(i.a()), in.of(i.b()));
      case Instruction.Unary i ->
          new Instruction.Unary(i.op(), i.type(), out.of(i.dst()), in.of(i.a()));
      case Instruction.Convert i ->
          new Instruction.Convert(i.from(), i.to(), out.of(i.dst()), in.of(i.a()));
      case Instruction.Compute i ->
          new Instruction.Compute(
              i.function(), i.type(), out.of(i.dst()), in.of(i.a()), in.of(i.b()), in.of(i.c()));
      case Instruction.Special i -> new Instruction.Special(i.register(), out.of(i.dst()));
      case Instruction.Jump i -> i;
      case Instruction.Branch i ->
          new Instruction.Branch(in.of(i.condition()), i.ifTrue(), i.ifFalse());
      case Instruction.Call i ->
          new Instruction.Call(i.function(), out.of(i.dst()), in.of(i.arguments()));
      case Instruction.CallIndirect i ->
          new Instruction.CallIndirect(in.of(i.address()), out.of(i.dst()), in.of(i.arguments()));
      case Instruction.Return i -> new Instruction.Return(in.of(i.src()));
      case Instruction.Invoke i ->
          new Instruction.Invoke(i.service(), out.of(i.dst()), in.of(i.arguments()));
      case Instruction.Enqueue i ->
          new Instruction.Enqueue(in.of(i.stream()), i.function(), in.of(i.arguments()));
      case Instruction.SlotAddress i -> new Instruction.SlotAddress(i.slot(), out.of(i.dst()));
      case Instruction.Load i ->
          new Instruction.Load(
              i.type(), out.of(i.dst()), in.of(i.address()), i.offset(), i.isVolatile());
      case Instruction.Store i ->
          new Instruction.Store(
              i.type(), in.of(i.address()), i.offset(), in.of(i.src()), i.isVolatile());
      case Instruction.Copy i ->
          new Instruction.Copy(in.of(i.destination()), in.of(i.source()), i.bytes());
      case Instruction.Clear i -> new Instruction.Clear(in.of(i.destination()), i.bytes());
      case Instruction.Atomic i ->
          new Instruction.Atomic(
              i.op(),
              i.type(),
              i.reach(),
              out.of(i.dst()),
              in.of(i.address()),
              in.of(i.operand()),
              in.of(i.compare()));
      case Instruction.ThreadFence i -> i;
      case Instruction.Transfer i ->
          new Instruction.Transfer(
              i.direction(),
              i.wordBytes(),
              i.blocking(),
              i.scope(),
              in.of(i.remote()),
              in.of(i.local()),
              in.of(i.count()),
              in.of(i.remoteStride()),
              in.of(i.localStride()),
              in.of(i.pe()),
              in.of(i.signal()),
              in.of(i.context()));
      case Instruction.PutValue i ->
          new Instruction.PutValue(
              i.type(), in.of(i.remote()), in.of(i.value()), in.of(i.pe()), in.of(i.context()));
      case Instruction.GetValue i ->
          new Instruction.GetValue(
              i.type(), out.of(i.dst()), in.of(i.remote()), in.of(i.pe()), in.of(i.context()));
      case Instruction.Amo i ->
          new Instruction.Amo(
              i.op(),
              i.type(),
              out.of(i.dst()),
              in.of(i.remote()),
              in.of(i.operand()),
              in.of(i.compare()),
              in.of(i.pe()),
              in.of(i.context()));
      case Instruction.AmoFetchNbi i ->
          new Instruction.AmoFetchNbi(
              i.op(),
              i.type(),
              in.of(i.fetch()),
              in.of(i.remote()),
              in.of(i.operand()),
              in.of(i.compare()),
              in.of(i.pe()),
              in.of(i.context()));
      case Instruction.SignalUpdate i ->
          new Instruction.SignalUpdate(
              in.of(i.remote()),
              in.of(i.value()),
              in.of(i.operator()),
              in.of(i.pe()),
              in.of(i.context()));
      case Instruction.SignalFetch i ->
          new Instruction.SignalFetch(out.of(i.dst()), in.of(i.address()));
      case Instruction.Fence i -> new Instruction.Fence(in.of(i.context()));
      case Instruction.Quiet i -> new Instruction.Quiet(in.of(i.context()));
      case Instruction.WaitUntil i ->
          new Instruction.WaitUntil(
              i.type(),
              i.quantifier(),
              i.blocking(),
              i.signal(),
              out.of(i.dst()),
              in.of(i.words()),
              in.of(i.count()),
              in.of(i.indices()),
              in.of(i.status()),
              in.of(i.operator()),
              in.of(i.value()),
              i.vector());
      case Instruction.Arrive i ->
          new Instruction.Arrive(
              i.kind(), i.family(), i.element(), i.operator(), i.scope(), in.of(i.arguments()));
      case Instruction.Depart i -> new Instruction.Depart(out.of(i.dst()));
    };
  }

  /** Renames what is there. */
  private record Operand(IntUnaryOperator renaming) {
    int of(int register) {
      return register == Instruction.NO_REGISTER
          ? Instruction.NO_REGISTER
          : renaming.applyAsInt(register);
    }

    ImmutableIntArray of(ImmutableIntArray registers) {
      ImmutableIntArray.Builder renamed = ImmutableIntArray.builder(registers.length());
      registers.forEach(register -> renamed.add(of(register)));
      return renamed.build();
    }

    @Nullable SignalPart of(@Nullable SignalPart signal) {
      return signal == null
          ? null
          : new SignalPart(of(signal.address()), of(signal.value()), of(signal.operator()));
    }
  }
}
