package org.shmemlab.scenarios.parse;

import com.google.common.collect.ImmutableSet;
import java.util.LinkedHashMap;
import java.util.Map;
import org.eclipse.cdt.core.dom.ast.ASTVisitor;
import org.eclipse.cdt.core.dom.ast.IASTDeclaration;
import org.eclipse.cdt.core.dom.ast.IASTPreprocessorPragmaStatement;
import org.eclipse.cdt.core.dom.ast.IASTPreprocessorStatement;
import org.eclipse.cdt.core.dom.ast.IASTProblem;
import org.eclipse.cdt.core.dom.ast.IASTTranslationUnit;
import org.eclipse.cdt.core.parser.ExtendedScannerInfo;
import org.eclipse.cdt.core.parser.FileContent;
import org.eclipse.cdt.core.parser.IParserSettings2;
import org.eclipse.cdt.core.parser.IProblem;
import org.eclipse.cdt.core.parser.NullLogService;
import org.eclipse.cdt.core.parser.ParseError;
import org.eclipse.core.runtime.CoreException;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.scenarios.source.Diagnostics;
import org.shmemlab.scenarios.source.SourceFile;

/** Preprocesses and parses one source with everything it includes. */
public final class CppParser {
  /** Most tokens after preprocessing: macros that explode end here. */
  static final int MAX_TOKENS = 2_000_000;

  private final Diagnostics diagnostics;

  public CppParser(Diagnostics diagnostics) {
    this.diagnostics = diagnostics;
  }

  /**
   * Parses a source; problems are reported, and the tree has problem nodes in their places.
   *
   * @return null where the parser gave up, which is reported, too
   */
  public @Nullable Syntax parse(SourceFile file) {
    Headers headers = new Headers(diagnostics);
    try {
      IASTTranslationUnit tree = read(file, headers);
      if (tree != null) {
        report(tree);
        return new Syntax(file, tree, ImmutableSet.copyOf(headers.included()));
      }
      diagnostics.error(
          diagnostics.here(),
          "more than "
              + MAX_TOKENS
              + " tokens up to what follows here, all macros expanded; do macros multiply?");
    } catch (ParseError tooMuchWork) {
      diagnostics.error(
          diagnostics.here(),
          "what begins here can be read in too many ways; simplify it, for instance with typedefs");
    } catch (CoreException impossible) {
      // Declared for workbench projects, which there are none of here.
      throw new IllegalStateException(impossible);
    }
    return null;
  }

  /** The tree, or null where there are too many tokens; notes which line the parser was at. */
  private @Nullable IASTTranslationUnit read(SourceFile file, Headers headers)
      throws CoreException {
    char[] text = OpenMpSyntax.rewrite(LaunchSyntax.rewrite(file, diagnostics));
    FileContent content = FileContent.create(file.path(), text);
    NamedTemplates language = new NamedTemplates();
    try {
      return language.getASTTranslationUnit(
          content, scanner(file), headers, null, 0, new NullLogService());
    } finally {
      SourceLine line = language.line();
      if (line != null) {
        diagnostics.reading(line);
      }
    }
  }

  /** What nvcc, or a C compiler, knows before it reads the first line. */
  private static ExtendedScannerInfo scanner(SourceFile file) {
    Map<String, String> macros = new LinkedHashMap<>();
    for (String word : new String[] {"global", "device", "host", "shared", "constant", "managed"}) {
      macros.put("__" + word + "__", "__attribute__((" + word + "))");
    }
    macros.put("__launch_bounds__(...)", "");
    macros.put("__grid_constant__", "");
    macros.put("restrict", "");
    macros.put("__restrict__", "");
    macros.put("__restrict", "");
    macros.put("_Bool", "bool");
    macros.put("_Noreturn", "");
    macros.put("_Static_assert", "static_assert");
    macros.put("_Alignof", "alignof");
    macros.put("__x86_64__", "1");
    macros.put("__linux__", "1");
    macros.put("_OPENMP", "202111");
    String[] first = new String[0];
    if (file.isCuda()) {
      macros.put("__CUDACC__", "1");
      macros.put("__NVCC__", "1");
      macros.put("__CUDACC_VER_MAJOR__", "12");
      macros.put("__CUDACC_VER_MINOR__", "8");
      first = new String[] {Headers.FOLDER + "/cuda_runtime.h"};
    }
    if (file.isC()) {
      first = new String[] {Headers.FOLDER + "/language_c.h"};
      macros.put("__STDC_VERSION__", "201710L");
    } else {
      macros.put("__cplusplus", "201703L");
    }
    macros.putAll(file.macros());
    ExtendedScannerInfo scanner =
        new ExtendedScannerInfo(macros, new String[] {Headers.FOLDER}, new String[0], first);
    scanner.setParserSettings(new Limits());
    return scanner;
  }

  private void report(IASTTranslationUnit tree) {
    for (IASTProblem problem : tree.getPreprocessorProblems()) {
      report(problem);
    }
    for (IASTPreprocessorStatement statement : tree.getAllPreprocessorStatements()) {
      if (statement instanceof IASTPreprocessorPragmaStatement pragma && isOpenMp(pragma)) {
        diagnostics.error(
            Syntax.lineOf(pragma), "not supported yet: " + pragma.getRawSignature().strip());
      }
    }
    ASTVisitor syntaxErrors =
        new ASTVisitor() {
          @Override
          public int visit(IASTProblem problem) {
            report(problem);
            return PROCESS_CONTINUE;
          }
        };
    syntaxErrors.shouldVisitProblems = true;
    for (IASTDeclaration declaration : tree.getDeclarations()) {
      diagnostics.reading(Syntax.lineOf(declaration));
      declaration.accept(syntaxErrors);
    }
  }

  private void report(IASTProblem problem) {
    SourceLine line = Syntax.lineOf(problem);
    String[] arguments = problem.getArguments();
    String argument = arguments == null || arguments.length == 0 ? "" : arguments[0];
    switch (problem.getID()) {
      case IProblem.PREPROCESSOR_INCLUSION_NOT_FOUND ->
          diagnostics.error(
              line,
              argument.startsWith("\"")
                  ? "cannot find " + argument
                  : "header not supported yet: " + argument);
      case IProblem.PREPROCESSOR_POUND_ERROR ->
          diagnostics.error(line, argument.isBlank() ? "#error" : argument);
      case IProblem.PREPROCESSOR_POUND_WARNING ->
          diagnostics.warning(line, argument.isBlank() ? "#warning" : argument);
      case IProblem.MISSING_SEMICOLON ->
          diagnostics.error(line, "expected ';' after '" + excerpt(problem) + "'");
      case IProblem.SYNTAX_ERROR ->
          diagnostics.error(line, "syntax error: cannot read '" + excerpt(problem) + "'");
      default -> diagnostics.error(line, decapitalised(problem.getMessage()));
    }
  }

  /** Whether a pragma is a directive that {@link OpenMpSyntax} left and that means something. */
  private static boolean isOpenMp(IASTPreprocessorPragmaStatement pragma) {
    String text = new String(pragma.getMessage()).strip();
    return text.startsWith("omp ") && !text.startsWith("omp simd");
  }

  /** The source at a problem, shortened to what fits a message. */
  private static String excerpt(IASTProblem problem) {
    String text = problem.getRawSignature().strip();
    int end = text.indexOf('\n');
    String first = end < 0 ? text : text.substring(0, end).strip() + " ...";
    return first.length() > 60 ? first.substring(0, 60) + "..." : first;
  }

  private static String decapitalised(String message) {
    return message.isEmpty()
        ? "syntax error"
        : Character.toLowerCase(message.charAt(0)) + message.substring(1);
  }

  /** No limit on initialisers, one on tokens. */
  private static final class Limits extends IParserSettings2.Default {
    @Override
    public int getMaximumTrivialExpressionsInAggregateInitializers() {
      return -1;
    }

    @Override
    public boolean shouldLimitTokensPerTranslationUnit() {
      return true;
    }

    @Override
    public int getMaximumTokensPerTranslationUnit() {
      return MAX_TOKENS;
    }
  }
}
