package org.shmemlab.scenarios.parse;

import java.util.LinkedHashSet;
import java.util.Set;
import org.eclipse.cdt.core.dom.ast.IASTBinaryExpression;
import org.eclipse.cdt.core.dom.ast.IASTDeclaration;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTFileLocation;
import org.eclipse.cdt.core.dom.ast.IASTInitializerClause;
import org.eclipse.cdt.core.dom.ast.IASTStatement;
import org.eclipse.cdt.core.dom.ast.gnu.cpp.GPPLanguage;
import org.eclipse.cdt.core.dom.parser.ISourceCodeParser;
import org.eclipse.cdt.core.dom.parser.cpp.ICPPParserExtensionConfiguration;
import org.eclipse.cdt.core.index.IIndex;
import org.eclipse.cdt.core.parser.EndOfFileException;
import org.eclipse.cdt.core.parser.FileContent;
import org.eclipse.cdt.core.parser.IGCCToken;
import org.eclipse.cdt.core.parser.IParserLogService;
import org.eclipse.cdt.core.parser.IParserSettings;
import org.eclipse.cdt.core.parser.IScanner;
import org.eclipse.cdt.core.parser.IScannerInfo;
import org.eclipse.cdt.core.parser.IToken;
import org.eclipse.cdt.core.parser.IncludeFileContentProvider;
import org.eclipse.cdt.core.parser.ParserMode;
import org.eclipse.cdt.internal.core.dom.parser.BacktrackException;
import org.eclipse.cdt.internal.core.dom.parser.DeclarationOptions;
import org.eclipse.cdt.internal.core.dom.parser.cpp.GNUCPPSourceParser;
import org.eclipse.cdt.internal.core.parser.scanner.CPreprocessor;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.SourceLine;

/**
 * C++ where a {@code <} after a name opens template arguments only if a template of that name was
 * declared above or the name is qualified (ISO C++ 17, [temp.names] 3).
 *
 * <p>The parser that this is made from guesses instead, and takes the middle of {@code f(a < b, c
 * >> d)} for a template. So what must be less-than reaches it as another operator of the same
 * precedence, gcc's former minimum, and becomes less-than again in the tree.
 */
final class NamedTemplates extends GPPLanguage {
  private static final int LESS_THAN = IGCCToken.tMIN;

  private final ParserWork work = new ParserWork();
  private @Nullable IScanner scanner;
  private @Nullable SourceLine tooDeep;

  /** The user's line that the parser is at, or was when it gave up; null before the first. */
  @Nullable SourceLine line() {
    return tooDeep != null ? tooDeep : lineOf(work.start());
  }

  private @Nullable SourceLine lineOf(@Nullable IToken token) {
    if (scanner == null || token == null) {
      return null;
    }
    IASTFileLocation place =
        scanner.getLocationResolver().getMappedFileLocation(token.getOffset(), token.getLength());
    while (place != null && Headers.isOurs(place.getFileName())) {
      var inclusion = place.getContextInclusionStatement();
      place = inclusion == null ? null : inclusion.getFileLocation();
    }
    return place == null
        ? null
        : new SourceLine(place.getFileName(), place.getStartingLineNumber());
  }

  @Override
  protected IScanner createScanner(
      FileContent content,
      IScannerInfo info,
      IncludeFileContentProvider headers,
      IParserLogService log) {
    scanner = new Tokens(content, info, log, headers);
    return scanner;
  }

  @Override
  protected ISourceCodeParser createParser(
      IScanner scanner,
      ParserMode mode,
      IParserLogService log,
      @Nullable IIndex index,
      int options,
      @Nullable IParserSettings settings) {
    return new Parser(scanner, mode, log, getParserExtensionConfiguration(), index);
  }

  /** The tokens of a source and its headers, macros expanded. */
  private final class Tokens extends CPreprocessor {
    private final Set<String> templates = new LinkedHashSet<>();
    private final TemplateHead head = new TemplateHead();
    private int beforeLast;
    private @Nullable IToken last;

    Tokens(
        FileContent content,
        IScannerInfo info,
        IParserLogService log,
        IncludeFileContentProvider headers) {
      super(
          content, info, getParserLanguage(), log, getScannerExtensionConfiguration(info), headers);
    }

    @Override
    public IToken nextToken() throws EndOfFileException {
      IToken token = super.nextToken();
      String declared = head.nameBefore(token);
      if (declared != null) {
        templates.add(declared);
      }
      if (token.getType() == IToken.tLT && followsPlainName()) {
        token.setType(LESS_THAN);
      }
      beforeLast = last == null ? 0 : last.getType();
      last = token;
      return work.counted(token);
    }

    private boolean followsPlainName() {
      return last != null
          && last.getType() == IToken.tIDENTIFIER
          && beforeLast != IToken.tCOLONCOLON
          && beforeLast != IToken.t_template
          && !templates.contains(last.getImage());
    }
  }

  private final class Parser extends GNUCPPSourceParser {
    Parser(
        IScanner scanner,
        ParserMode mode,
        IParserLogService log,
        ICPPParserExtensionConfiguration configuration,
        @Nullable IIndex index) {
      super(scanner, mode, log, configuration, index);
    }

    @Override
    protected IASTDeclaration declaration(DeclarationOptions options)
        throws EndOfFileException, BacktrackException {
      work.starts(LA());
      return super.declaration(options);
    }

    @Override
    protected IASTStatement statement() throws EndOfFileException, BacktrackException {
      work.starts(LA());
      return super.statement();
    }

    @Override
    protected void resolveAmbiguities() {
      try {
        super.resolveAmbiguities();
      } catch (StackOverflowError deep) {
        tooDeep = Syntax.lineOfDeepest(getTranslationUnit());
        throw deep;
      }
    }

    @Override
    protected IASTExpression buildBinaryExpression(
        int operator, IASTExpression left, IASTInitializerClause right, int end) {
      boolean less = operator == IASTBinaryExpression.op_min;
      return super.buildBinaryExpression(
          less ? IASTBinaryExpression.op_lessThan : operator, left, right, end);
    }
  }
}
