package org.shmemlab.scenarios.api.cuda;

import com.google.common.primitives.ImmutableIntArray;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.CallScope;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Element;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Instruction.Family;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.program.ReduceOp;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.SpecialRegister;
import org.shmemlab.model.program.UnaryOp;
import org.shmemlab.scenarios.api.catalogue.ApiType;
import org.shmemlab.scenarios.api.lowering.CallLowering;
import org.shmemlab.scenarios.api.lowering.CallSite;

/**
 * Lowers family {@code device}: calls that the threads of a block or warp make together, and
 * fences.
 *
 * <p>Source: CUDA C++ Programming Guide, sections "Synchronization Functions", "Memory Fence
 * Functions", "Warp Vote Functions", "Warp Match Functions", "Warp Reduce Functions", "Warp Shuffle
 * Functions".
 */
public final class DeviceCalls implements CallLowering {
  @Override
  public int lower(CallSite site) {
    CodeBuilder code = site.code();
    return switch (site.function().action()) {
      case "ldg" -> load(site);
      case "syncthreads" -> {
        meet(site, MeetingKind.BLOCK_BARRIER, null, null, ImmutableIntArray.of());
        yield Instruction.NO_REGISTER;
      }
      case "grid_sync" -> {
        meet(site, MeetingKind.GRID_SYNC, null, null, ImmutableIntArray.of());
        yield Instruction.NO_REGISTER;
      }
      case "syncthreads_count" -> blockCount(site);
      case "syncthreads_or" -> isNonZero(code, blockCount(site));
      case "syncthreads_and" -> isZero(code, blockCountOfZero(site));
      case "syncwarp" -> {
        warp(site, MeetingKind.WARP_SYNC);
        yield Instruction.NO_REGISTER;
      }
      case "threadfence" -> {
        code.emit(new Instruction.ThreadFence(AtomicCalls.reach(site)));
        yield Instruction.NO_REGISTER;
      }
      case "activemask" -> ownLane(code);
      case "shfl" -> shuffle(site);
      case "ballot" -> warp(site, MeetingKind.WARP_BALLOT);
      case "any" -> isNonZero(code, warp(site, MeetingKind.WARP_BALLOT));
      case "all" -> isZero(code, ballotOfZero(site));
      case "match_any" -> warp(site, MeetingKind.WARP_MATCH);
      case "reduce" -> reduce(site);
      case "ignored" -> Instruction.NO_REGISTER; // advice for a scheduler
      case "clock" -> {
        int dst = code.register();
        code.emit(new Instruction.Special(SpecialRegister.CLOCK, dst));
        yield dst;
      }
      default -> throw site.error("not supported yet: " + site.function().name());
    };
  }

  private static int load(CallSite site) {
    ApiType type = site.function().result();
    if (!type.isScalar()) {
      throw site.error("not supported yet: __ldg of " + type);
    }
    int dst = site.code().register();
    site.code().emit(new Instruction.Load(type.register(), dst, site.argument(0), 0, false));
    return dst;
  }

  // Which lanes go together is up to the hardware ("Independent Thread Scheduling"): each for
  // itself.
  private static int ownLane(CodeBuilder code) {
    int lane = code.register();
    code.emit(new Instruction.Special(SpecialRegister.LANE, lane));
    return binary(code, BinaryOp.SHL, code.constant(1), lane);
  }

  private static int blockCount(CallSite site) {
    return meet(site, MeetingKind.BLOCK_COUNT, null, null, ImmutableIntArray.of(site.argument(0)));
  }

  private static int blockCountOfZero(CallSite site) {
    int zero = isZero(site.code(), site.argument(0));
    return meet(site, MeetingKind.BLOCK_COUNT, null, null, ImmutableIntArray.of(zero));
  }

  private static int ballotOfZero(CallSite site) {
    int zero = isZero(site.code(), site.argument(1));
    return meet(
        site, MeetingKind.WARP_BALLOT, null, null, ImmutableIntArray.of(site.argument(0), zero));
  }

  /** A meeting of the warp whose arguments are those of the call. */
  private static int warp(CallSite site, MeetingKind kind) {
    ImmutableIntArray.Builder arguments = ImmutableIntArray.builder();
    for (int i = 0; i < kind.arguments(); i++) {
      arguments.add(site.argument(i));
    }
    return meet(site, kind, null, null, arguments.build());
  }

  private static int reduce(CallSite site) {
    ReduceOp operator =
        switch (site.function().attribute("op")) {
          case "sum" -> ReduceOp.SUM;
          case "min" -> ReduceOp.MIN;
          case "max" -> ReduceOp.MAX;
          case "and" -> ReduceOp.AND;
          case "or" -> ReduceOp.OR;
          default -> ReduceOp.XOR;
        };
    return meet(
        site,
        MeetingKind.WARP_REDUCE,
        Element.of(site.argumentType(1).register()),
        operator,
        ImmutableIntArray.of(site.argument(0), site.argument(1)));
  }

  /**
   * Shuffles: the lane to read follows from the mode, inside segments of {@code width} lanes; a
   * lane outside gives the thread's own value.
   */
  private static int shuffle(CallSite site) {
    CodeBuilder code = site.code();
    if (!site.argumentType(1).isScalar()) {
      throw site.error("not supported yet: a shuffle of " + site.argumentType(1));
    }
    int lane = code.register();
    code.emit(new Instruction.Special(SpecialRegister.LANE, lane));
    int width = site.argument(3);
    int one = code.constant(1);
    int inSegment = binary(code, BinaryOp.SUB, width, one);
    int segment = binary(code, BinaryOp.SUB, lane, binary(code, BinaryOp.AND, lane, inSegment));
    int operand = site.argument(2);
    int source =
        switch (site.function().attribute("mode")) {
          case "idx" ->
              binary(code, BinaryOp.ADD, segment, binary(code, BinaryOp.AND, operand, inSegment));
          case "up" -> binary(code, BinaryOp.SUB, lane, operand);
          case "down" -> binary(code, BinaryOp.ADD, lane, operand);
          default -> binary(code, BinaryOp.XOR, lane, operand);
        };
    int end = binary(code, BinaryOp.ADD, segment, width);
    int chosen = code.register();
    CodeBuilder.Label notBelow = code.label();
    CodeBuilder.Label inside = code.label();
    CodeBuilder.Label outside = code.label();
    CodeBuilder.Label done = code.label();
    // xor may read a lower segment (as the hardware does), never a higher one
    boolean xor = site.function().attribute("mode").equals("xor");
    int low = xor ? code.constant(0) : segment;
    code.branch(binary(code, BinaryOp.LT, source, low), outside, notBelow);
    code.place(notBelow);
    code.branch(binary(code, BinaryOp.LT, source, end), inside, outside);
    code.place(inside);
    code.emit(new Instruction.Move(chosen, source));
    code.jump(done);
    code.place(outside);
    code.emit(new Instruction.Move(chosen, lane));
    code.place(done);
    return meet(
        site,
        MeetingKind.WARP_SHUFFLE,
        null,
        null,
        ImmutableIntArray.of(site.argument(0), site.argument(1), chosen));
  }

  private static int binary(CodeBuilder code, BinaryOp op, int a, int b) {
    int dst = code.register();
    code.emit(new Instruction.Binary(op, ScalarType.I32, dst, a, b));
    return dst;
  }

  private static int isZero(CodeBuilder code, int register) {
    int dst = code.register();
    code.emit(new Instruction.Unary(UnaryOp.NOT, ScalarType.I32, dst, register));
    return dst;
  }

  private static int isNonZero(CodeBuilder code, int register) {
    return isZero(code, isZero(code, register));
  }

  private static int meet(
      CallSite site,
      MeetingKind kind,
      @Nullable Element element,
      @Nullable ReduceOp operator,
      ImmutableIntArray arguments) {
    CallScope scope =
        switch (kind.place()) {
          case BLOCK -> CallScope.BLOCK;
          case WARP -> CallScope.WARP;
          default -> CallScope.THREAD;
        };
    int dst = site.code().register();
    site.code()
        .emit(
            new Instruction.Arrive(
                kind,
                Family.CUDA,
                element,
                operator,
                scope,
                arguments,
                kind.place() == MeetingKind.Place.BLOCK && !site.inColumn())); // as bar.sync
    site.code().emit(new Instruction.Depart(dst));
    return dst;
  }
}
