package org.shmemlab.conformance.agreement;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.AtomicOp;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.CallScope;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Comparison;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.program.SpecialRegister;
import org.shmemlab.model.program.Variable;

/** Builds a {@link SmallProgram} from instructions. */
final class Building {
  private static final int NONE = Instruction.NO_REGISTER;
  private static final int BYTES = 8;
  private static final long SIGNAL_SET = 9; // NVSHMEM_SIGNAL_SET and _ADD of NVSHMEM 3.4.5
  private static final long SIGNAL_ADD = 10;

  private final SmallProgram small;
  private final Program.Builder builder = Program.builder("small.litmus");
  private final Map<String, Long> addresses = new HashMap<>();
  private final Program program;

  Building(SmallProgram small) {
    this.small = small;
    SourceLine line = new SourceLine("small.litmus", 1);
    for (String word : SmallProgram.WORDS) {
      ImmutableIntArray image = word.equals("v") ? ImmutableIntArray.of(1) : ImmutableIntArray.of();
      variable(word, Variable.Storage.SYMMETRIC, image, line);
    }
    int[] functions = new int[small.bodies().size()];
    for (int pe = 0; pe < functions.length; pe++) {
      functions[pe] = builder.declare("P" + pe);
      body(functions[pe], pe);
    }
    int main = builder.declare("main");
    main(main, functions, line);
    program = builder.build(main, Program.HeapSide.HOST);
  }

  Program program() {
    return program;
  }

  long address(String name) {
    Long address = addresses.get(name);
    if (address == null) {
      throw new IllegalArgumentException("no variable " + name);
    }
    return address;
  }

  private void variable(
      String name, Variable.Storage storage, ImmutableIntArray image, SourceLine line) {
    addresses.put(name, builder.add(new Variable(name, storage, BYTES, image, line)));
  }

  private void main(int main, int[] functions, SourceLine line) {
    CodeBuilder code = new CodeBuilder("main", false, List.of(), line);
    code.emit(
        new Instruction.Arrive(
            MeetingKind.INIT,
            Instruction.Family.OPENSHMEM,
            null,
            null,
            CallScope.THREAD,
            ImmutableIntArray.of()));
    code.emit(new Instruction.Depart(code.register()));
    int pe = code.register();
    code.emit(new Instruction.Special(SpecialRegister.MY_PE, pe));
    for (int number = 0; number < functions.length; number++) {
      CodeBuilder.Label mine = code.label();
      CodeBuilder.Label next = code.label();
      int equal = code.register();
      code.emit(
          new Instruction.Binary(BinaryOp.EQ, ScalarType.I64, equal, pe, code.constant(number)));
      code.branch(equal, mine, next);
      code.place(mine);
      code.emit(new Instruction.Call(functions[number], NONE, ImmutableIntArray.of()));
      code.place(next);
    }
    code.emit(new Instruction.Return(code.constant(0)));
    builder.define(main, code.build());
  }

  private void body(int function, int pe) {
    ImmutableList<Call> calls = small.bodies().get(pe);
    CodeBuilder code =
        new CodeBuilder("P" + pe, false, List.of(), new SourceLine("small.litmus", 1));
    Map<Integer, Long> shown = new HashMap<>();
    int registers = 0;
    for (int i = 0; i < calls.size(); i++) {
      code.at(new SourceLine("small.litmus", 100 * (pe + 1) + i));
      int result = code.register();
      if (calls.get(i).verb().gives()) {
        String name = "P" + pe + "_r" + registers++;
        variable(name, Variable.Storage.HOST, ImmutableIntArray.of(), code.line());
        shown.put(result, address(name));
      }
      emit(code, calls.get(i), result);
    }
    shown.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(entry ->
            code.emit(
                new Instruction.Store(
                    ScalarType.I64, code.constant(entry.getValue()), 0, entry.getKey(), false)));
    builder.define(function, code.build());
  }

  private void emit(CodeBuilder code, Call call, int result) {
    ScalarType type = ScalarType.I64;
    int word = call.word().isEmpty() ? NONE : code.constant(address(call.word()));
    int pe = code.constant(call.target());
    int number = code.constant(call.number());
    switch (call.verb()) {
      case P -> code.emit(new Instruction.PutValue(type, word, number, pe, NONE));
      case PUT -> put(code, word, pe, true, null);
      case PUT_NBI -> put(code, word, pe, false, null);
      case PUT_SIGNAL -> put(code, word, pe, true, signal(code, number));
      case PUT_SIGNAL_NBI -> put(code, word, pe, false, signal(code, number));
      case G -> code.emit(new Instruction.GetValue(type, result, word, pe, NONE));
      case GET -> get(code, word, pe, true);
      case GET_NBI -> get(code, word, pe, false);
      case LOAD -> code.emit(new Instruction.Load(type, result, word, 0, false));
      case STORE -> code.emit(new Instruction.Store(type, word, 0, number, false));
      case SET -> amo(code, AtomicOp.SET, NONE, word, number, pe);
      case ADD -> amo(code, AtomicOp.ADD, NONE, word, number, pe);
      case FETCH -> amo(code, AtomicOp.FETCH, result, word, NONE, pe);
      case FETCH_ADD -> amo(code, AtomicOp.ADD, result, word, number, pe);
      case TEST -> look(code, type, false, false, result, word, Comparison.GE, number);
      case WAIT -> look(code, type, true, false, NONE, word, Comparison.GE, number);
      case WAIT_EQUAL -> look(code, type, true, false, NONE, word, Comparison.EQ, number);
      case SIGNAL -> signalOp(code, word, number, SIGNAL_SET, pe);
      case SIGNAL_ADD -> signalOp(code, word, number, SIGNAL_ADD, pe);
      case SIGNAL_FETCH -> code.emit(new Instruction.SignalFetch(result, word));
      case SIGNAL_WAIT -> look(code, ScalarType.U64, true, true, NONE, word, Comparison.GE, number);
      case FENCE -> code.emit(new Instruction.Fence(NONE));
      case QUIET -> code.emit(new Instruction.Quiet(NONE));
      case FLUSH -> code.emit(new Instruction.Flush(NONE));
      case SYNC -> meet(code, MeetingKind.SYNC);
      case BARRIER -> {
        code.emit(new Instruction.Quiet(NONE));
        meet(code, MeetingKind.BARRIER);
      }
    }
  }

  private void put(
      CodeBuilder code,
      int word,
      int pe,
      boolean blocking,
      Instruction.@Nullable SignalPart signal) {
    int source = code.constant(address("v"));
    transfer(code, Instruction.Direction.PUT, word, source, pe, blocking, signal);
  }

  private void get(CodeBuilder code, int word, int pe, boolean blocking) {
    int landing = code.constant(address("u"));
    transfer(code, Instruction.Direction.GET, word, landing, pe, blocking, null);
  }

  private static void transfer(
      CodeBuilder code,
      Instruction.Direction direction,
      int remote,
      int local,
      int pe,
      boolean blocking,
      Instruction.@Nullable SignalPart signal) {
    int count = code.constant(1);
    code.emit(
        new Instruction.Transfer(
            direction,
            BYTES,
            blocking,
            CallScope.THREAD,
            remote,
            local,
            count,
            NONE,
            NONE,
            pe,
            signal,
            NONE));
  }

  private Instruction.SignalPart signal(CodeBuilder code, int number) {
    return new Instruction.SignalPart(
        code.constant(address("s")), number, code.constant(SIGNAL_SET));
  }

  private static void amo(CodeBuilder code, AtomicOp op, int result, int word, int number, int pe) {
    code.emit(new Instruction.Amo(op, ScalarType.I64, result, word, number, NONE, pe, NONE));
  }

  private static void signalOp(CodeBuilder code, int word, int number, long operator, int pe) {
    code.emit(new Instruction.SignalUpdate(word, number, code.constant(operator), pe, NONE));
  }

  private static void look(
      CodeBuilder code,
      ScalarType type,
      boolean blocking,
      boolean signal,
      int result,
      int word,
      Comparison comparison,
      int number) {
    int operator = code.constant(comparison.ordinal());
    code.emit(
        new Instruction.WaitUntil(
            type,
            Instruction.Quantifier.ONE,
            blocking,
            signal,
            result,
            word,
            NONE,
            NONE,
            NONE,
            operator,
            number,
            false));
  }

  private static void meet(CodeBuilder code, MeetingKind kind) {
    int world = code.constant(0);
    code.emit(
        new Instruction.Arrive(
            kind,
            Instruction.Family.OPENSHMEM,
            null,
            null,
            CallScope.THREAD,
            ImmutableIntArray.of(world)));
    code.emit(new Instruction.Depart(code.register()));
  }
}
