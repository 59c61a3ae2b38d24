package org.shmemlab.scenarios.frontend.ptx;

import static org.shmemlab.scenarios.frontend.ptx.PtxTypes.PREDICATE;
import static org.shmemlab.scenarios.frontend.ptx.PtxTypes.WORD;

import java.util.List;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.step.AsyncPhase;
import org.shmemlab.scenarios.frontend.emit.FunctionCode;
import org.shmemlab.scenarios.frontend.emit.Integers;
import org.shmemlab.scenarios.frontend.emit.Leaf;
import org.shmemlab.scenarios.frontend.emit.NotSupported;
import org.shmemlab.scenarios.runtime.cuda.CudaAsyncCopies;

/**
 * Asynchronous copies (PTX ISA, "cp.async", "cp.async.bulk"). One that a group completes happens
 * when its thread waits for the group; one that completes at an mbarrier happens at once,
 * concurrently with the thread, and happens-before only the steps after an observation at that
 * object.
 */
final class PtxAsync {

  private final PtxOperands ptx;
  private final FunctionCode f;
  private final Integers integers;

  PtxAsync(PtxOperands ptx) {
    this.ptx = ptx;
    this.f = ptx.function();
    this.integers = new Integers(f);
  }

  void lower(PtxStatement s) {
    if (!s.has("async") || s.has("tensor") || s.has("reduce")) {
      throw new NotSupported(s.text());
    }
    int mechanism = number(s.has("bulk") ? 1 : 0);
    if (s.has("commit_group")) {
      f.ask(CudaAsyncCopies.ASYNC_GROUP, mechanism);
    } else if (s.has("wait_group")) {
      f.ask(CudaAsyncCopies.ASYNC_WAIT, mechanism, ptx.read(s.operand(0), WORD));
    } else if (s.has("wait_all")) {
      awaitAll(mechanism);
    } else if (s.has("mbarrier") && s.has("arrive")) {
      PtxMbarrier object = new PtxMbarrier(ptx);
      object.runConcurrently(
          () -> {
            awaitAll(mechanism);
            object.copiesHaveCome(s);
          },
          AsyncPhase.ENDS_IN_A_GROUP);
    } else if (s.has("bulk")) {
      bulk(s);
    } else {
      small(s);
    }
  }

  private void awaitAll(int mechanism) {
    f.ask(CudaAsyncCopies.ASYNC_GROUP, mechanism);
    f.ask(CudaAsyncCopies.ASYNC_WAIT, mechanism, number(0));
  }

  /** {@code [destination], [source], 4, 8 or 16{, bytes of the source or a predicate}}. */
  private void small(PtxStatement s) {
    int all = ptx.read(s.operand(2), WORD);
    int bytes = all;
    if (s.operands().size() > 3) {
      String last = s.operand(3);
      Leaf leaf = ptx.isPredicate(last) ? PREDICATE : WORD;
      int value = ptx.read(last, leaf);
      bytes = leaf.isTruth() ? f.choose(value, number(0), all) : value;
    }
    int zeros = f.binary(BinaryOp.SUB, ScalarType.I64, all, bytes);
    f.ask(
        CudaAsyncCopies.ASYNC_COPY,
        address(s.operand(0), true),
        address(s.operand(1), false),
        bytes,
        zeros);
  }

  /**
   * {@code .destination.source.how [destination], [source], bytes}, and the object for {@code
   * mbarrier::complete_tx::bytes}.
   */
  private void bulk(PtxStatement s) {
    if (s.has("prefetch")) {
      return;
    }
    List<String> spaces =
        s.words().stream().filter(w -> w.equals("global") || w.startsWith("shared")).toList();
    if (spaces.size() != 2) {
      throw new NotSupported(s.text());
    }
    int destination = address(s.operand(0), spaces.get(0).startsWith("shared"));
    int source = address(s.operand(1), spaces.get(1).startsWith("shared"));
    int bytes = integers.unsigned(WORD, ptx.read(s.operand(2), WORD));
    if (s.has("bulk_group")) {
      f.ask(CudaAsyncCopies.BULK_COPY, destination, source, bytes);
    } else if (s.has("mbarrier_complete_tx_bytes")) {
      PtxMbarrier object = new PtxMbarrier(ptx);
      object.runConcurrently(
          () -> {
            f.ask(CudaAsyncCopies.BULK_COPY_NOW, destination, source, bytes);
            object.bytesHaveCome(s, s.operand(3), bytes);
          },
          AsyncPhase.ENDS);
    } else {
      throw new NotSupported(s.text());
    }
  }

  private int address(String operand, boolean shared) {
    return f.address(ptx.address(operand, shared));
  }

  private int number(long value) {
    return f.code().constant(value);
  }
}
