package org.shmemlab.scenarios.parse;

import org.eclipse.cdt.core.parser.IToken;
import org.jspecify.annotations.Nullable;

/**
 * Follows the tokens of a source and finds what its templates are called: the name that stands, at
 * the level of the declaration, right before its parameters, body, base, value or end.
 */
final class TemplateHead {
  private enum Place {
    ELSEWHERE,
    PARAMETERS,
    DECLARATION
  }

  private Place place = Place.ELSEWHERE;
  private int depth;
  private @Nullable String name;

  /** The name of a template whose name is known when this token comes, else null. */
  @Nullable String nameBefore(IToken token) {
    int type = token.getType();
    String before = name;
    name = place == Place.DECLARATION && type == IToken.tIDENTIFIER ? token.getImage() : null;
    switch (place) {
      case ELSEWHERE -> {
        if (type == IToken.t_template) {
          place = Place.PARAMETERS;
          depth = 0;
        }
      }
      case PARAMETERS -> {
        switch (type) {
          case IToken.tLT, IToken.tLPAREN -> depth++;
          case IToken.tGT, IToken.tGT_in_SHIFTR, IToken.tRPAREN -> depth--;
          case IToken.tSHIFTR -> depth -= 2;
          default -> {}
        }
        if (depth <= 0) {
          place = Place.DECLARATION;
          depth = 0;
        }
      }
      case DECLARATION -> {
        switch (type) {
          case IToken.tLPAREN -> {
            if (depth == 0 && before != null) {
              place = Place.ELSEWHERE;
              return before;
            }
            depth++; // of an attribute
          }
          case IToken.tRPAREN -> depth--;
          case IToken.tLBRACE, IToken.tSEMI, IToken.tASSIGN, IToken.tCOLON -> {
            place = Place.ELSEWHERE;
            return before;
          }
          default -> {}
        }
      }
    }
    return null;
  }
}
