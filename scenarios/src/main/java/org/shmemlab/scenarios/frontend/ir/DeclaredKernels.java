package org.shmemlab.scenarios.frontend.ir;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.scenarios.frontend.llvm.Llvm;
import org.shmemlab.scenarios.frontend.llvm.LlvmModule;
import org.shmemlab.scenarios.frontend.llvm.TypeKind;
import org.shmemlab.scenarios.source.Diagnostics;

/**
 * Defines the functions of the host that launch kernels which a source only declares and another
 * module, of PTX or LLVM's code, defines. Clang defines them where it compiles the kernel.
 *
 * <p>The host hands over an argument as one value, as the address of a copy, or as a value for each
 * eight bytes of a structure (System V ABI, AMD64, "Parameter Passing"); the kernel's parameter
 * says how many belong together.
 */
final class DeclaredKernels {
  private static final String STUB = "__device_stub__";
  private static final Pattern LENGTH = Pattern.compile("(\\d+)" + STUB);
  private static final int KERNEL = 71;
  private static final int EIGHT_BYTES = 8;

  private final LlvmModule host;
  private final LlvmModule device;
  private final Diagnostics diagnostics;
  private final DebugLines lines;
  private final StringBuilder text = new StringBuilder();
  private final StringBuilder registration = new StringBuilder();
  private int defined;

  private DeclaredKernels(LlvmModule host, LlvmModule device, Diagnostics diagnostics) {
    this.host = host;
    this.device = device;
    this.diagnostics = diagnostics;
    this.lines = new DebugLines(host.llvm(), List.of());
  }

  /** The kernel that a function of the host launches, by its symbol. */
  static String kernel(String stub) {
    Matcher length = LENGTH.matcher(stub);
    return length.find()
        ? length.replaceFirst(String.valueOf(Integer.parseInt(length.group(1)) - STUB.length()))
        : stub.replace(STUB, "");
  }

  /** Whether a function of the host launches a kernel. */
  static boolean isStub(String symbol) {
    return symbol.contains(STUB);
  }

  /**
   * Adds them to the module of the host.
   *
   * @param path the user's name of the program
   */
  static void define(LlvmModule host, LlvmModule device, String path, Diagnostics diagnostics) {
    new DeclaredKernels(host, device, diagnostics).define(path);
  }

  private void define(String path) {
    Llvm llvm = host.llvm();
    for (long stub : host.functions()) {
      String name = llvm.name(stub);
      if (llvm.isDeclaration.of(stub) != 0 && isStub(name)) {
        String wanted = kernel(name);
        for (long kernel : device.functions()) {
          if (llvm.callConvention.of(kernel) == KERNEL
              && llvm.isDeclaration.of(kernel) == 0
              && llvm.name(kernel).equals(wanted)) {
            define(stub, kernel, lines.first(stub, path));
          }
        }
      }
    }
    if (defined > 0) {
      text.append("declare i32 @__cudaPopCallConfiguration(ptr, ptr, ptr, ptr)\n")
          .append("declare i32 @cudaLaunchKernel(ptr, i64, i32, i64, i32, ptr, i64, ptr)\n")
          .append("declare i32 @__cudaRegisterFunction(")
          .append("ptr, ptr, ptr, ptr, i32, ptr, ptr, ptr, ptr, ptr)\n")
          .append("define void @")
          .append(Registration.FUNCTION)
          .append(".declared(ptr %handle) {\n")
          .append(registration)
          .append("ret void\n}\n");
      host.link((host.heading() + text).getBytes(StandardCharsets.UTF_8));
    }
  }

  private void define(long stub, long kernel, SourceLine line) {
    Llvm llvm = host.llvm();
    Types types = new Types(host);
    Attributes attributes = new Attributes(llvm, types);
    Types wantedTypes = new Types(device);
    String name = "@\"" + llvm.name(stub) + "\"";
    int wanted = llvm.parameters.of(kernel);
    StringJoiner parameters = new StringJoiner(", ", "(", ")");
    for (int i = 0; i < llvm.parameters.of(stub); i++) {
      parameters.add(type(llvm, llvm.typeOf.of(llvm.parameter.of(stub, i))) + " %a" + i);
    }
    StringBuilder body = new StringBuilder("%args = alloca [" + Math.max(1, wanted) + " x ptr]\n");
    int next = 0;
    for (int i = 0; i < wanted; i++) {
      long structure = attributes.structureBytes(kernel, i);
      long bytes =
          structure > 0
              ? structure
              : wantedTypes.size(llvm.typeOf.of(llvm.parameter.of(kernel, i)));
      String place = "%p" + i;
      long offset = 0;
      if (next < llvm.parameters.of(stub) && attributes.structureBytes(stub, next) > 0) {
        offset = attributes.structureBytes(stub, next);
        place = "%a" + next++;
      } else {
        body.append(place).append(" = alloca [").append(bytes).append(" x i8], align 8\n");
        while (offset < bytes && next < llvm.parameters.of(stub)) {
          long part = llvm.typeOf.of(llvm.parameter.of(stub, next));
          String at = place + "." + offset;
          body.append("%s = getelementptr i8, ptr %s, i64 %d\n".formatted(at, place, offset))
              .append("store %s %%a%d, ptr %s\n".formatted(type(llvm, part), next, at));
          offset += types.size(part);
          next++;
          if (offset < bytes && offset % EIGHT_BYTES != 0) {
            break;
          }
        }
      }
      if (offset != bytes) {
        differs(stub, i, offset, bytes, line);
        return;
      }
      body.append("%%s%d = getelementptr ptr, ptr %%args, i64 %d\n".formatted(i, i))
          .append("store ptr %s, ptr %%s%d\n".formatted(place, i));
    }
    if (next < llvm.parameters.of(stub)) {
      differs(stub, wanted, types.size(llvm.typeOf.of(llvm.parameter.of(stub, next))), 0, line);
      return;
    }
    write(name, parameters.toString(), body);
    register(name, llvm.name(kernel));
  }

  private void differs(long stub, int index, long given, long wanted, SourceLine line) {
    String kernel = SourceNames.symbol(kernel(host.llvm().name(stub)));
    diagnostics.error(
        line,
        wanted == 0
            ? "the kernel '%s' has %d parameters, its declaration more".formatted(kernel, index)
            : given == 0
                ? "the kernel '%s' has %d parameters or more, its declaration %d"
                    .formatted(kernel, index + 1, index)
                : "parameter %d of the kernel '%s' has %d bytes, in its declaration %d"
                    .formatted(index + 1, kernel, wanted, given));
  }

  private static String type(Llvm llvm, long type) {
    return switch (llvm.typeKind.of(type)) {
      case TypeKind.POINTER -> "ptr";
      case TypeKind.INTEGER -> "i" + llvm.integerWidth.of(type);
      case TypeKind.HALF -> "half";
      case TypeKind.BFLOAT -> "bfloat";
      case TypeKind.FLOAT -> "float";
      case TypeKind.DOUBLE -> "double";
      case TypeKind.VECTOR ->
          "<%d x %s>".formatted(llvm.vectorSize.of(type), type(llvm, llvm.elementType.of(type)));
      default -> "i" + 8 * EIGHT_BYTES;
    };
  }

  private void write(String name, String parameters, StringBuilder body) {
    text.append("define void ")
        .append(name)
        .append(parameters)
        .append(" {\n%grid = alloca [12 x i8], align 8\n%block = alloca [12 x i8], align 8\n")
        .append("%shared = alloca i64\n%stream = alloca ptr\n")
        .append(body)
        .append("%popped = call i32 @__cudaPopCallConfiguration(")
        .append("ptr %grid, ptr %block, ptr %shared, ptr %stream)\n");
    extent("grid");
    extent("block");
    text.append("%bytes = load i64, ptr %shared\n%on = load ptr, ptr %stream\n")
        .append("%error = call i32 @cudaLaunchKernel(ptr ")
        .append(name)
        .append(", i64 %grid.xy, i32 %grid.z, i64 %block.xy, i32 %block.z, ")
        .append("ptr %args, i64 %bytes, ptr %on)\nret void\n}\n");
  }

  private void extent(String name) {
    text.append(
        """
        %%%1$s.xy = load i64, ptr %%%1$s
        %%%1$s.rest = getelementptr i8, ptr %%%1$s, i64 8
        %%%1$s.z = load i32, ptr %%%1$s.rest
        """
            .formatted(name));
  }

  private void register(String stub, String kernel) {
    String name = "@shmemlab.kernel." + defined++;
    text.append(name)
        .append(" = private constant [")
        .append(kernel.length() + 1)
        .append(" x i8] c\"")
        .append(kernel)
        .append("\\00\"\n");
    registration.append(
        ("call i32 @__cudaRegisterFunction(ptr %%handle, ptr %s, ptr %s, ptr %s, i32 -1, "
                + "ptr null, ptr null, ptr null, ptr null, ptr null)\n")
            .formatted(stub, name, name));
  }
}
