package org.shmemlab.scenarios.litmus;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.primitives.ImmutableIntArray;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.CodeBuilder.Label;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.program.SpecialRegister;
import org.shmemlab.model.program.Variable;
import org.shmemlab.model.program.Variable.Storage;
import org.shmemlab.scenarios.api.cuda.KernelLaunch;
import org.shmemlab.scenarios.api.cuda.KernelLaunch.Extent;
import org.shmemlab.scenarios.api.cuda.KernelLaunch.Manner;
import org.shmemlab.scenarios.code.Tidying;
import org.shmemlab.scenarios.litmus.LitmusFile.Body;
import org.shmemlab.scenarios.litmus.LitmusFile.FirstValue;
import org.shmemlab.scenarios.litmus.LitmusFile.Local;
import org.shmemlab.scenarios.litmus.LitmusFile.Word;
import org.shmemlab.scenarios.litmus.statements.CompilationUnit;
import org.shmemlab.scenarios.litmus.statements.Expression;
import org.shmemlab.scenarios.litmus.statements.FunctionCompiler;
import org.shmemlab.scenarios.litmus.statements.Statement;
import org.shmemlab.scenarios.litmus.statements.StatementVocabulary;
import org.shmemlab.scenarios.litmus.statements.SymmetricWords;
import org.shmemlab.scenarios.litmus.statements.Type;

/**
 * Makes one program of the parts of a litmus test.
 *
 * <p>Words become symmetric variables and each block a function. {@code main}, which stands on the
 * line of the question, starts the library, gives words their first values where they differ
 * between PEs, runs the host's block, and launches one thread block with a thread per agent. A
 * register that the question asks for is stored at the end of its block, in a variable that no
 * other code uses.
 */
final class Assembly {
  private final LitmusFile test;
  private final CompilationUnit unit;
  private final SourceLine line;
  private final Map<String, Long> addresses = new HashMap<>();
  private final Map<Body, Integer> functions = new HashMap<>();

  private Assembly(LitmusFile test, StatementVocabulary vocabulary) {
    this.test = test;
    this.unit = new CompilationUnit(vocabulary, test.source().path());
    this.line = test.question().line();
  }

  /**
   * The program of a test.
   *
   * @throws org.shmemlab.scenarios.litmus.statements.StatementError with the first error
   */
  static LitmusProgram of(LitmusFile test, StatementVocabulary vocabulary) {
    return new Assembly(test, vocabulary).assemble();
  }

  private LitmusProgram assemble() {
    for (Word word : test.words()) {
      addresses.put(word.name(), SymmetricWords.declare(unit, word.variable()));
    }
    for (Body body : test.bodies()) {
      functions.put(body, unit.program().declare(name(body)));
      body(body);
    }
    int kernel = unit.program().declare("litmus");
    kernel(kernel);
    int main = unit.program().declare("main");
    main(main, kernel);
    return new LitmusProgram(test, unit.program().build(main, Program.HeapSide.DEVICE), observed());
  }

  // ---------------------------------------------------------------- observed values

  private ImmutableList<LitmusProgram.Observed> observed() {
    ImmutableList.Builder<LitmusProgram.Observed> observed = ImmutableList.builder();
    for (Condition.Observable observable : test.question().condition().observables()) {
      long address =
          switch (observable) {
            case Condition.Register register ->
                address(seen(name(register.pe(), register.agent()), register.name()));
            case Condition.Word word ->
                address(word.name()) + Math.max(word.index(), 0) * (long) word.type().bytes();
          };
      observed.add(new LitmusProgram.Observed(observable, address));
    }
    return observed.build();
  }

  private long address(String variable) {
    return Objects.requireNonNull(addresses.get(variable), variable);
  }

  private static String name(Body body) {
    return name(body.pe(), body.agent());
  }

  private static String name(int pe, String agent) {
    return "P" + pe + (agent.isEmpty() ? "" : "_" + agent);
  }

  /** The name of the variable that holds the last value of a register. */
  private static String seen(String function, String register) {
    return function + "_" + register;
  }

  private ImmutableList<Local> asked(Body body) {
    ImmutableList.Builder<Local> asked = ImmutableList.builder();
    for (Condition.Observable observable : test.question().condition().observables()) {
      for (Local local : body.variables()) {
        if (observable.equals(
            new Condition.Register(body.pe(), body.agent(), local.name(), local.type()))) {
          asked.add(local);
        }
      }
    }
    return asked.build();
  }

  // ---------------------------------------------------------------- blocks

  private void body(Body body) {
    CodeBuilder code = new CodeBuilder(name(body), false, List.of(), body.open());
    FunctionCompiler function =
        new FunctionCompiler(unit, code, !body.onHost(), body.code().addressTaken());
    function.add(body.code().statements());
    for (Local local : asked(body)) {
      String name = seen(name(body), local.name());
      Storage storage = body.onHost() ? Storage.HOST : Storage.DEVICE;
      long address =
          unit.program()
              .add(
                  new Variable(
                      name, storage, local.type().bytes(), ImmutableIntArray.of(), body.open()));
      addresses.put(name, address);
      function.keep(local.name(), local.number(), address, body.close());
    }
    code.at(body.close());
    unit.program().define(function(body), Tidying.tidy(code.build()));
  }

  private int function(Body body) {
    return Objects.requireNonNull(functions.get(body));
  }

  // ---------------------------------------------------------------- the program around the blocks

  private void kernel(int index) {
    CodeBuilder code = new CodeBuilder("litmus", true, List.of(), line);
    int pe = special(code, SpecialRegister.MY_PE);
    int thread = special(code, SpecialRegister.THREAD_IDX_X);
    int[] threads = new int[test.pes()];
    for (Body body : test.bodies()) {
      if (!body.onHost()) {
        int its = threads[body.pe()]++;
        whereEqual(
            code, pe, body.pe(), () -> whereEqual(code, thread, its, () -> call(code, body)));
      }
    }
    unit.program().define(index, code.build());
  }

  private void main(int index, int kernel) {
    CodeBuilder code = new CodeBuilder("main", false, List.of(), line);
    FunctionCompiler function = new FunctionCompiler(unit, code, false, ImmutableSet.of("value"));
    call(function, "nvshmem_init");
    int pe = special(code, SpecialRegister.MY_PE);
    for (FirstValue value : test.firstValues()) {
      whereEqual(code, pe, value.pe(), () -> set(function, value));
    }
    if (!test.firstValues().isEmpty()) {
      call(function, "nvshmem_barrier_all");
    }
    int threads = 0;
    int[] agents = new int[test.pes()];
    for (Body body : test.bodies()) {
      if (body.onHost()) {
        whereEqual(code, pe, body.pe(), () -> call(code, body));
      } else {
        threads = Math.max(threads, ++agents[body.pe()]);
      }
    }
    if (threads > 0) {
      launch(code, kernel, threads);
      call(function, "cudaDeviceSynchronize");
    }
    code.emit(new Instruction.Return(code.constant(0)));
    unit.program().define(index, code.build());
  }

  /** Copies a first value to its word, which is device memory. */
  private void set(FunctionCompiler main, FirstValue first) {
    int at = line.line();
    Statement.Variable variable = first.word().variable();
    Expression word = new Expression.Name(at, first.word().name());
    Expression value = new Expression.Name(at, "value");
    Expression place =
        first.index() < 0
            ? word
            : new Expression.Index(
                at, word, new Expression.Literal(at, Type.Numeric.INT, first.index()));
    Statement declaration =
        new Statement.Declare(
            at,
            ImmutableList.of(
                new Statement.Variable(
                    at,
                    "value",
                    variable.typeName(),
                    first.word().element(),
                    false,
                    false,
                    new Expression.Literal(at, first.word().element(), first.bits()),
                    null)));
    Statement copy =
        new Statement.Evaluate(
            at,
            new Expression.Call(
                at,
                "cudaMemcpy",
                ImmutableList.of(
                    new Expression.AddressOf(at, place),
                    new Expression.AddressOf(at, value),
                    new Expression.SizeOf(at, value),
                    new Expression.Name(at, "cudaMemcpyHostToDevice"))));
    main.add(List.of(new Statement.Block(at, ImmutableList.of(declaration, copy))));
  }

  /** One block of so many threads on every PE. */
  private static void launch(CodeBuilder code, int kernel, int threads) {
    int one = code.constant(1);
    int none = code.constant(0);
    new KernelLaunch(
            code.constant(Address.ofFunction(kernel)),
            new Extent(one, one, one),
            new Extent(code.constant(threads), one, one),
            none,
            none,
            none)
        .emit(code, Manner.COLLECTIVE);
  }

  private void call(FunctionCompiler function, String name) {
    function.add(
        List.of(
            new Statement.Evaluate(
                line.line(), new Expression.Call(line.line(), name, ImmutableList.of()))));
  }

  private void call(CodeBuilder code, Body body) {
    code.emit(
        new Instruction.Call(function(body), Instruction.NO_REGISTER, ImmutableIntArray.of()));
  }

  private static int special(CodeBuilder code, SpecialRegister register) {
    int dst = code.register();
    code.emit(new Instruction.Special(register, dst));
    return dst;
  }

  private static void whereEqual(CodeBuilder code, int register, int number, Runnable action) {
    Label holds = code.label();
    Label fails = code.label();
    int equal = code.register();
    int constant = code.constant(number);
    code.emit(new Instruction.Binary(BinaryOp.EQ, ScalarType.I32, equal, register, constant));
    code.branch(equal, holds, fails);
    code.place(holds);
    action.run();
    code.place(fails);
  }
}
