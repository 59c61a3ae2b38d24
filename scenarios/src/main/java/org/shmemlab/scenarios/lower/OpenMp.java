package org.shmemlab.scenarios.lower;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.cdt.core.dom.ast.ASTVisitor;
import org.eclipse.cdt.core.dom.ast.IASTCompoundStatement;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTExpressionStatement;
import org.eclipse.cdt.core.dom.ast.IASTNode;
import org.eclipse.cdt.core.dom.ast.IASTReturnStatement;
import org.eclipse.cdt.core.dom.ast.IASTStatement;
import org.shmemlab.model.machine.HostThreads;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.AtomicOp;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.CodeBuilder.Label;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Instruction.Family;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.program.Parameter;
import org.shmemlab.model.program.Reach;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.Service;
import org.shmemlab.model.program.Variable.Storage;
import org.shmemlab.scenarios.code.Tidying;
import org.shmemlab.scenarios.parse.Syntax;
import org.shmemlab.scenarios.types.Arithmetic;
import org.shmemlab.scenarios.types.CType;

/**
 * OpenMP's directives (OpenMP 5.2, chapters 10, 11 and 15). A parallel region becomes a function of
 * its own that gets the addresses of the variables it shares; work is shared out by the number of
 * the thread, so which thread does what is the same in every run, but for {@code single}, which the
 * first thread to come executes.
 */
final class OpenMp {
  private static final int MUTEX_BYTES = 40;

  private final FunctionLowering f;

  OpenMp(FunctionLowering f) {
    this.f = f;
  }

  void lower(Directive directive) {
    if (f.onDevice()) {
      throw Failure.notSupported(directive.node(), "OpenMP in device code");
    }
    switch (directive.name()) {
      case "parallel", "parallel for", "parallel sections" -> parallel(directive);
      case "for" -> {
        directive.allow("private", "firstprivate", "reduction", "schedule", "collapse", "nowait");
        f.inBlock(() -> privately(directive, () -> loop(directive)));
        barrierUnless(directive);
      }
      case "sections" -> {
        directive.allow("private", "firstprivate", "reduction", "nowait");
        f.inBlock(() -> privately(directive, () -> sections(directive)));
        barrierUnless(directive);
      }
      case "section" -> throw Failure.at(directive.node(), "a section outside sections");
      case "single" -> {
        directive.allow("private", "firstprivate", "nowait");
        f.inBlock(() -> privately(directive, () -> single(directive)));
        barrierUnless(directive);
      }
      case "simd" -> {
        directive.allow();
        f.statements().lower(directive.statement());
      }
      case "master", "masked" -> {
        directive.allow();
        when(equal(ask(Service.TEAM_RANK), f.code().constant(0)), directive.statement());
      }
      case "critical" -> {
        directive.allow("name");
        String name = directive.one("name").map(Directive.Clause::word).orElse("");
        locked("critical section" + (name.isEmpty() ? "" : " " + name), directive);
      }
      case "atomic" -> {
        directive.allow(
            "update", "read", "write", "capture", "relaxed", "acquire", "release", "acq_rel",
            "seq_cst");
        boolean capture =
            directive.one("capture").isPresent()
                && directive.statement() instanceof IASTCompoundStatement;
        if (!capture && !(directive.statement() instanceof IASTExpressionStatement)) {
          throw Failure.at(directive.node(), "an atomic construct needs one expression");
        }
        locked("atomic operation", directive);
      }
      case "barrier" -> {
        directive.allow();
        barrier();
      }
      case "flush" -> f.code().emit(new Instruction.ThreadFence(Reach.SYSTEM));
      default -> throw Failure.notSupported(directive.node(), "#pragma omp " + directive.name());
    }
  }

  // ---------------------------------------------------------------- parallel regions

  private void parallel(Directive directive) {
    directive.allow(
        "num_threads",
        "if",
        "private",
        "firstprivate",
        "shared",
        "default",
        "reduction",
        "schedule",
        "collapse");
    refuseReturns(directive);
    int threads =
        directive
            .one("num_threads")
            .map(clause -> integer(clause.list().get(0), Arithmetic.INT))
            .orElseGet(() -> f.code().constant(0));
    if (directive.one("if").isPresent()) {
      threads = oneUnless(directive.one("if").get(), threads);
    }
    List<Captured> captured = Captured.of(directive, f.scope());
    int frame =
        f.code().slotAddress(f.code().slot("frame of a parallel region", 8 * captured.size() + 8));
    for (int i = 0; i < captured.size(); i++) {
      int value = captured.get(i).outside(f);
      f.code().emit(new Instruction.Store(ScalarType.U64, frame, 8 * i, value, false));
    }
    int region = f.unit().program().declare("a parallel region of " + f.unit().functionName());
    define(region, directive, captured);
    int address = f.code().constant(Address.ofFunction(region));
    tell(Service.TEAM_BEGIN, address, frame, threads);
    f.code()
        .emit(new Instruction.Call(region, Instruction.NO_REGISTER, ImmutableIntArray.of(frame)));
    tell(Service.TEAM_END);
  }

  // Where the condition does not hold, the region has one thread.
  private int oneUnless(Directive.Clause condition, int threads) {
    IASTExpression expression = condition.list().get(0);
    int holds = binary(BinaryOp.NE, integer(expression, Arithmetic.INT), f.code().constant(0));
    int size = f.code().register();
    Label several = f.code().label();
    Label known = f.code().label();
    f.code().emit(new Instruction.Move(size, threads));
    Label one = f.code().label();
    f.code().branch(holds, several, one);
    f.code().place(one);
    f.code().emit(new Instruction.Move(size, f.code().constant(1)));
    f.code().jump(known);
    f.code().place(several);
    f.code().place(known);
    return size;
  }

  private void define(int region, Directive directive, List<Captured> captured) {
    CodeBuilder code =
        new CodeBuilder(
            "a parallel region of " + f.unit().functionName(),
            false,
            ImmutableList.of(Parameter.of(ScalarType.U64)),
            Syntax.lineOf(directive.node()));
    FunctionLowering inside = new FunctionLowering(f.unit(), false, new Scope(f.scope()), code);
    inside.addressTaken(AddressTaken.in(directive.statement(), f.unit().global()));
    for (int i = 0; i < captured.size(); i++) {
      int held = code.register();
      code.emit(new Instruction.Load(ScalarType.U64, held, 0, 8 * i, false));
      captured.get(i).inside(inside, held);
    }
    OpenMp openMp = inside.openMp();
    openMp.privately(
        directive,
        () -> {
          switch (directive.name()) {
            case "parallel for" -> openMp.loop(directive);
            case "parallel sections" -> openMp.sections(directive);
            default -> inside.statements().lower(directive.statement());
          }
        });
    inside.statements().finish();
    if (!f.unit().diagnostics().hasErrors()) {
      f.unit().program().define(region, Tidying.tidy(code.build()));
    }
  }

  private static void refuseReturns(Directive directive) {
    ASTVisitor visitor =
        new ASTVisitor() {
          @Override
          public int visit(IASTStatement statement) {
            if (statement instanceof IASTReturnStatement) {
              throw Failure.at(statement, "return inside a parallel region");
            }
            return PROCESS_CONTINUE;
          }
        };
    visitor.shouldVisitStatements = true;
    directive.statement().accept(visitor);
  }

  // ---------------------------------------------------------------- data

  /** Runs something with the private variables of a directive, and reduces them afterwards. */
  private void privately(Directive directive, Runnable body) {
    List<Reduction> reductions = new ArrayList<>();
    for (Directive.Clause clause : directive.all("reduction")) {
      clause.list().forEach(one -> reductions.add(new Reduction(f, clause.word(), one)));
    }
    for (Directive.Clause clause : directive.all("private")) {
      clause.list().forEach(one -> Captured.privateCopy(f, one, null));
    }
    for (Directive.Clause clause : directive.all("firstprivate")) {
      clause.list().forEach(one -> Captured.privateCopy(f, one, f.expressions().value(one)));
    }
    reductions.forEach(Reduction::begin);
    body.run();
    f.at(directive.node());
    for (Reduction reduction : reductions) {
      locked("reduction", directive.node(), reduction::combine);
    }
  }

  // ---------------------------------------------------------------- sharing out work

  private void loop(Directive directive) {
    Directive.Clause schedule = directive.one("schedule").orElse(null);
    if (schedule != null && !schedule.word().equals("static")) {
      throw Failure.notSupported(
          schedule.node(), "schedule(" + schedule.word() + "); use schedule(static)");
    }
    IASTExpression chunk =
        schedule == null || schedule.list().isEmpty() ? null : schedule.list().get(0);
    new SharedLoop(f, CountedLoop.nest(directive), chunk)
        .lower(ask(Service.TEAM_RANK), ask(Service.TEAM_SIZE));
  }

  private void sections(Directive directive) {
    if (!(directive.statement() instanceof IASTCompoundStatement block)) {
      throw Failure.at(directive.node(), "'#pragma omp sections' needs a block");
    }
    int number = 0;
    int rank = ask(Service.TEAM_RANK);
    int size = ask(Service.TEAM_SIZE);
    for (IASTStatement statement : block.getStatements()) {
      Directive section = Directive.of(statement);
      IASTStatement body =
          section != null && section.name().equals("section") ? section.statement() : statement;
      int turn = binary(BinaryOp.REM, f.code().constant(number++), size);
      when(equal(turn, rank), body);
    }
  }

  // All threads come to each of them, and none to the next one before all have: so tickets tell.
  private void single(Directive directive) {
    CodeBuilder code = f.code();
    int size = ask(Service.TEAM_SIZE);
    int first = code.constant(1);
    Label several = code.label();
    Label known = code.label();
    code.branch(binary(BinaryOp.GT, size, code.constant(1)), several, known);
    code.place(several);
    int ticket = code.register();
    int address = code.register();
    int team = ask(Service.TEAM_ADDRESS);
    code.emit(
        new Instruction.Binary(
            BinaryOp.ADD, ScalarType.U64, address, team, code.constant(HostThreads.TEAM_TICKETS)));
    code.emit(
        new Instruction.Atomic(
            AtomicOp.ADD,
            ScalarType.I32,
            Reach.SYSTEM,
            ticket,
            address,
            code.constant(1),
            Instruction.NO_REGISTER));
    int round = binary(BinaryOp.REM, ticket, size);
    code.emit(new Instruction.Move(first, equal(round, code.constant(0))));
    code.place(known);
    when(first, directive.statement());
  }

  private void barrierUnless(Directive directive) {
    if (directive.one("nowait").isEmpty()) {
      f.at(directive.node());
      barrier();
    }
  }

  private void barrier() {
    f.code()
        .emit(
            new Instruction.Arrive(
                MeetingKind.THREAD_BARRIER,
                Family.HOST,
                null,
                null,
                org.shmemlab.model.program.Scope.THREAD,
                ImmutableIntArray.of(ask(Service.TEAM_ADDRESS), ask(Service.TEAM_SIZE))));
    f.code().emit(new Instruction.Depart(Instruction.NO_REGISTER));
  }

  // ---------------------------------------------------------------- one at a time

  private void locked(String name, Directive directive) {
    locked(name, directive.node(), () -> f.statements().lower(directive.statement()));
  }

  private void locked(String name, IASTNode node, Runnable body) {
    Scope global = f.unit().global();
    Symbol known = global.find(name);
    if (!(known instanceof Symbol.Static)) {
      CType type = new CType.Array(Arithmetic.CHAR, MUTEX_BYTES);
      long made = f.unit().variable(name, Storage.HOST, type, ImmutableIntArray.of(), node);
      known = new Symbol.Static(type, made, Storage.HOST, null);
      global.declare(name, known);
    }
    long address = ((Symbol.Static) known).address();
    tell(Service.MUTEX_LOCK, f.code().constant(address));
    body.run();
    tell(Service.MUTEX_UNLOCK, f.code().constant(address));
  }

  // ---------------------------------------------------------------- instructions

  private void when(int condition, IASTStatement statement) {
    Label holds = f.code().label();
    Label done = f.code().label();
    f.code().branch(condition, holds, done);
    f.code().place(holds);
    f.inBlock(() -> f.statements().lower(statement));
    f.code().place(done);
  }

  private int integer(IASTExpression expression, CType type) {
    Value value = f.conversions().rvalue(f.expressions().value(expression), expression);
    return f.conversions().register(f.conversions().implicit(value, type, expression));
  }

  private int equal(int a, int b) {
    return binary(BinaryOp.EQ, a, b);
  }

  private int binary(BinaryOp op, int a, int b) {
    int dst = f.code().register();
    f.code().emit(new Instruction.Binary(op, ScalarType.I32, dst, a, b));
    return dst;
  }

  private int ask(Service service) {
    int dst = f.code().register();
    f.code().emit(new Instruction.Invoke(service, dst, ImmutableIntArray.of()));
    return dst;
  }

  private void tell(Service service, int... arguments) {
    f.code()
        .emit(
            new Instruction.Invoke(
                service, Instruction.NO_REGISTER, ImmutableIntArray.copyOf(arguments)));
  }
}
