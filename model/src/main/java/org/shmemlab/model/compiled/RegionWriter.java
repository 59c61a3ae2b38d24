package org.shmemlab.model.compiled;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_byte;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;
import static java.lang.constant.ConstantDescs.MTD_void;

import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.memory.Words;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.SpecialRegister;

/**
 * Writes the class of one region. Its registers are local variables: all are loaded where it
 * begins, and those that it writes are stored where it ends.
 */
final class RegionWriter {
  private static final ClassDesc REGION = desc(Region.class);
  private static final ClassDesc AGENT = desc(Agent.class);
  private static final ClassDesc SURROUNDINGS = desc(Surroundings.class);
  private static final ClassDesc WORDS = desc(Words.class);
  private static final ClassDesc SPECIAL = desc(SpecialRegister.class);
  private static final ClassDesc LONGS = CD_long.arrayType();
  private static final ClassDesc BYTES = CD_byte.arrayType();
  private static final MethodTypeDesc RUN =
      MethodTypeDesc.of(CD_long, LONGS, CD_int, CD_int, AGENT, SURROUNDINGS);
  private static final MethodTypeDesc ACCESS = MethodTypeDesc.of(BYTES, AGENT, CD_long, CD_int);

  // Local variables: the receiver and the parameters of Region.run, then these.
  private static final int REGISTERS = 1;
  private static final int BASE = 2;
  private static final int BUDGET = 3;
  private static final int AGENT_LOCAL = 4;
  private static final int SURROUNDINGS_LOCAL = 5;
  private static final int NEXT = 6;
  private static final int PAGE = 7;
  private static final int FIRST = 8;

  /** Where execution leaves the region, and how many instructions of the block are left out. */
  private record Exit(int pc, int leftOut) {}

  private final RegionPlan plan;
  private final CodeBuilder code;
  private final OperatorWriter operators;
  private final int[] locals; // by register
  private final Map<Integer, Label> blocks = new HashMap<>();
  private final Map<Exit, Label> exits = new LinkedHashMap<>();
  private int blockEnd;

  private RegionWriter(RegionPlan plan, CodeBuilder code) {
    this.plan = plan;
    this.code = code;
    this.locals = new int[plan.used().length()];
    Arrays.setAll(locals, r -> FIRST + 2 * plan.used().get(0, r).cardinality());
    this.operators = new OperatorWriter(code, r -> locals[r]);
  }

  /** The class file of a region, an implementation of {@link Region}. */
  static byte[] classFile(RegionPlan plan) {
    return ClassFile.of()
        .build(
            ClassDesc.of(RegionWriter.class.getPackageName(), "Compiled"),
            type ->
                type.withFlags(ClassFile.ACC_FINAL)
                    .withInterfaceSymbols(REGION)
                    .withMethodBody(
                        INIT_NAME,
                        MTD_void,
                        ClassFile.ACC_PUBLIC,
                        init ->
                            init.aload(0).invokespecial(CD_Object, INIT_NAME, MTD_void).return_())
                    .withMethodBody(
                        "run",
                        RUN,
                        ClassFile.ACC_PUBLIC,
                        run -> new RegionWriter(plan, run).write()));
  }

  private void write() {
    plan.used().stream()
        .forEach(register -> {
          code.aload(REGISTERS);
          index(register);
          code.laload();
          operators.store(register);
        });
    if (plan.leaders().nextSetBit(0) != plan.entry()) {
      code.goto_(to(plan.entry()));
    }
    plan.leaders().stream().filter(plan.members()::get).forEach(this::block);
    Label end = code.newLabel();
    exits.forEach((exit, label) -> {
      code.labelBinding(label);
      if (exit.leftOut() > 0) {
        code.iinc(BUDGET, exit.leftOut());
      }
      code.loadConstant(exit.pc()).istore(NEXT).goto_(end);
    });
    code.labelBinding(end);
    plan.written().stream()
        .forEach(register -> {
          code.aload(REGISTERS);
          index(register);
          operators.load(register);
          code.lastore();
        });
    code.iload(NEXT).i2l().loadConstant(32).lshl().iload(BUDGET).i2l().lor().lreturn();
  }

  private void index(int register) {
    code.iload(BASE).loadConstant(register).iadd();
  }

  private void block(int leader) {
    blockEnd = plan.end(leader);
    int count = blockEnd - leader;
    code.labelBinding(to(leader));
    code.iload(BUDGET).loadConstant(count).isub().dup().istore(BUDGET);
    code.iflt(exit(new Exit(leader, count)));
    boolean open = true;
    for (int pc = leader; pc < blockEnd; pc++) {
      open = instruction(pc);
      if (open && pc + 1 < blockEnd && decides(pc)) {
        pc++; // the branch is written with its comparison
        open = false;
      }
    }
    if (open && !(plan.leaders().get(blockEnd) && plan.members().get(blockEnd))) {
      code.goto_(to(blockEnd));
    }
  }

  /** Writes an instruction; whether the next one of its block may follow. */
  private boolean instruction(int pc) {
    switch (plan.at(pc)) {
      case Instruction.Const i -> {
        code.loadConstant(i.bits());
        operators.store(i.dst());
      }
      case Instruction.Move i -> {
        operators.load(i.src());
        operators.store(i.dst());
      }
      case Instruction.Binary i when decides(pc) -> compareAndBranch(i, pc + 1);
      case Instruction.Binary i -> operators.binary(i, before(pc));
      case Instruction.Unary i -> operators.unary(i);
      case Instruction.Convert i -> operators.convert(i);
      case Instruction.Compute i -> operators.compute(i);
      case Instruction.Round i -> operators.round(i);
      case Instruction.Rounded i -> operators.rounded(i);
      case Instruction.Special i -> {
        code.aload(SURROUNDINGS_LOCAL).aload(AGENT_LOCAL);
        code.getstatic(SPECIAL, i.register().name(), SPECIAL);
        code.invokevirtual(SURROUNDINGS, "coordinate", MethodTypeDesc.of(CD_long, AGENT, SPECIAL));
        operators.store(i.dst());
      }
      case Instruction.SlotAddress i -> {
        code.aload(AGENT_LOCAL).getfield(AGENT, "slots", LONGS);
        code.aload(AGENT_LOCAL).getfield(AGENT, "slotBase", CD_int);
        code.loadConstant(i.slot()).iadd().laload();
        operators.store(i.dst());
      }
      case Instruction.Load i -> {
        page(i.isVolatile() ? "readVolatile" : "read", i.address(), i.offset(), i.type(), pc);
        offset(i.address(), i.offset());
        code.invokestatic(WORDS, reader(i.type()), MethodTypeDesc.of(CD_long, BYTES, CD_int));
        operators.store(i.dst());
      }
      case Instruction.Store i -> {
        page("write", i.address(), i.offset(), i.type(), pc);
        offset(i.address(), i.offset());
        operators.load(i.src());
        String writer = "put" + 8 * i.type().bytes();
        code.invokestatic(WORDS, writer, MethodTypeDesc.of(CD_void, BYTES, CD_int, CD_long));
      }
      case Instruction.Jump i -> {
        code.goto_(to(i.target()));
        return false;
      }
      case Instruction.Branch i -> {
        operators.load(i.condition());
        code.lconst_0().lcmp().ifne(to(i.ifTrue())).goto_(to(i.ifFalse()));
        return false;
      }
      default -> throw new IllegalStateException(plan.at(pc) + " is of no region");
    }
    return true;
  }

  /** Whether an instruction is a comparison that the branch after it in its block decides by. */
  private boolean decides(int pc) {
    return pc + 1 < blockEnd
        && plan.at(pc) instanceof Instruction.Binary comparison
        && OperatorWriter.isComparison(comparison.op())
        && plan.at(pc + 1) instanceof Instruction.Branch branch
        && branch.condition() == comparison.dst();
  }

  private void compareAndBranch(Instruction.Binary comparison, int at) {
    Instruction.Branch branch = (Instruction.Branch) plan.at(at);
    Label otherwise = code.newLabel();
    operators.unless(comparison, otherwise);
    code.lconst_1();
    operators.store(comparison.dst());
    code.goto_(to(branch.ifTrue())).labelBinding(otherwise).lconst_0();
    operators.store(comparison.dst());
    code.goto_(to(branch.ifFalse()));
  }

  /**
   * Finds the page of an access, or leaves the region before it, and puts the page on the stack.
   */
  private void page(String method, int address, int offset, ScalarType type, int pc) {
    code.aload(SURROUNDINGS_LOCAL).aload(AGENT_LOCAL);
    operators.load(address);
    if (offset != 0) {
      code.loadConstant((long) offset).ladd();
    }
    code.loadConstant(type.bytes());
    code.invokevirtual(SURROUNDINGS, method, ACCESS).dup().astore(PAGE).ifnull(before(pc));
    code.aload(PAGE);
  }

  private void offset(int address, int offset) {
    operators.load(address);
    code.l2i();
    if (offset != 0) {
      code.loadConstant(offset).iadd();
    }
  }

  private static String reader(ScalarType type) {
    return switch (type) {
      case I8 -> "signed8";
      case U8 -> "unsigned8";
      case I16 -> "signed16";
      case U16, F16 -> "unsigned16";
      case I32 -> "signed32";
      case U32, F32 -> "unsigned32";
      case I64, U64, F64 -> "all64";
    };
  }

  // ---------------------------------------------------------------- where execution goes on

  /** The block that begins at an instruction, or the exit before it. */
  private Label to(int pc) {
    return plan.members().get(pc)
        ? blocks.computeIfAbsent(pc, _ -> code.newLabel())
        : exit(new Exit(pc, 0));
  }

  /** The exit before an instruction of the present block. */
  private Label before(int pc) {
    return exit(new Exit(pc, blockEnd - pc));
  }

  private Label exit(Exit exit) {
    return exits.computeIfAbsent(exit, _ -> code.newLabel());
  }

  private static ClassDesc desc(Class<?> type) {
    return type.describeConstable().orElseThrow();
  }
}
