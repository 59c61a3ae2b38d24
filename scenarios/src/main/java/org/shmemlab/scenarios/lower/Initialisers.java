package org.shmemlab.scenarios.lower;

import com.google.common.primitives.ImmutableIntArray;
import org.eclipse.cdt.core.dom.ast.IASTEqualsInitializer;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTInitializer;
import org.eclipse.cdt.core.dom.ast.IASTInitializerClause;
import org.eclipse.cdt.core.dom.ast.IASTInitializerList;
import org.eclipse.cdt.core.dom.ast.IASTLiteralExpression;
import org.eclipse.cdt.core.dom.ast.IASTNode;
import org.eclipse.cdt.core.dom.ast.IASTTypeIdInitializerExpression;
import org.eclipse.cdt.core.dom.ast.cpp.ICPPASTArrayDesignator;
import org.eclipse.cdt.core.dom.ast.cpp.ICPPASTConstructorInitializer;
import org.eclipse.cdt.core.dom.ast.cpp.ICPPASTDesignatedInitializer;
import org.eclipse.cdt.core.dom.ast.cpp.ICPPASTDesignator;
import org.eclipse.cdt.core.dom.ast.cpp.ICPPASTFieldDesignator;
import org.jspecify.annotations.Nullable;
import org.shmemlab.scenarios.types.Arithmetic;
import org.shmemlab.scenarios.types.CType;
import org.shmemlab.scenarios.types.StructType;

/**
 * Initialisers with braces, designators and left-out braces (ISO C 17, 6.7.9). Where the values go
 * is the business of a {@link Sink}: a frame, or the image of a variable.
 */
final class Initialisers {
  private final FunctionLowering f;

  Initialisers(FunctionLowering f) {
    this.f = f;
  }

  /** Takes the values of an initialiser, in order; what is left out is zero already. */
  interface Sink {
    /** A converted scalar or structure at an offset of the object. */
    void put(long offset, CType type, Value value, IASTNode node);

    /** A string at an offset of the object. */
    void putText(long offset, ImmutableIntArray bytes, IASTNode node);
  }

  /**
   * The clause behind {@code = clause}, {@code {…}} or {@code (clause)}; null for {@code (a, b)}.
   */
  static @Nullable IASTInitializerClause clauseOf(IASTInitializer initialiser) {
    return switch (initialiser) {
      case IASTEqualsInitializer equals -> equals.getInitializerClause();
      case IASTInitializerList list -> list;
      case ICPPASTConstructorInitializer constructor ->
          constructor.getArguments().length == 1 ? constructor.getArguments()[0] : null;
      default -> null;
    };
  }

  /** Feeds a whole object's initialiser to a sink. */
  void fill(CType type, IASTInitializerClause clause, Sink sink) {
    one(type, 0, clause, sink);
  }

  /** Whether an object of a type is filled piece by piece rather than by one value. */
  boolean isPiecewise(CType type, IASTInitializerClause clause) {
    return clause instanceof IASTInitializerList
        || (type.unqualified() instanceof CType.Array && isText(type, clause));
  }

  /** The value of a clause for a parameter, member or variable of a type; not converted yet. */
  Value clause(IASTInitializerClause clause, CType type) {
    if (clause instanceof IASTExpression expression) {
      return f.expressions().value(expression);
    }
    CType object = type instanceof CType.Reference reference ? reference.target() : type;
    return temporary(clause, object, clause);
  }

  /** A new object of the frame, or a scalar, with the value of a clause. */
  Value temporary(IASTInitializerClause clause, CType type, IASTNode node) {
    if (type.isScalar()) {
      return scalar(type, clause);
    }
    if (clause instanceof IASTExpression expression) {
      return f.conversions().implicit(f.expressions().value(expression), type, node);
    }
    CType sized = withLength(type, clause);
    Value.Place place = f.temporary(sized);
    f.declarations().fill(place, clause, node);
    return place;
  }

  /** {@code (T){…}}: an unnamed object. */
  Value compoundLiteral(IASTTypeIdInitializerExpression node) {
    CType type = f.types().typeId(node.getTypeId());
    IASTInitializerClause clause = clauseOf(node.getInitializer());
    if (clause == null) {
      throw Failure.notSupported(node, "this way to make a value");
    }
    Value value = temporary(clause, type, node);
    return value instanceof Value.Place place
        ? Value.Place.at(place.type(), place.base(), place.offset())
        : value;
  }

  /** The type with the length that an initialiser gives to an array. */
  CType withLength(CType type, IASTInitializerClause clause) {
    if (!(type.unqualified() instanceof CType.Array array)
        || array.length() != CType.UNKNOWN_LENGTH) {
      return type;
    }
    if (isText(type, clause)) {
      return new CType.Array(array.element(), text(clause).length());
    }
    if (!(clause instanceof IASTInitializerList list)) {
      throw Failure.at(clause, "an array needs a list in braces");
    }
    long[] length = {0};
    Sink counter =
        new Sink() {
          @Override
          public void put(long offset, CType element, Value value, IASTNode node) {
            length[0] = Math.max(length[0], offset / array.element().size() + 1);
          }

          @Override
          public void putText(long offset, ImmutableIntArray bytes, IASTNode node) {
            length[0] = Math.max(length[0], offset / array.element().size() + 1);
          }
        };
    f.dry(() -> {
      list(new CType.Array(array.element(), Integer.MAX_VALUE), 0, list, counter);
      return new Value.Nothing();
    });
    return new CType.Array(array.element(), length[0]);
  }

  // ---------------------------------------------------------------- walking

  /** One object with one clause: braces, a text, or a value. */
  private void one(CType type, long offset, IASTInitializerClause clause, Sink sink) {
    if (isText(type, clause)) {
      putText((CType.Array) type.unqualified(), offset, clause, sink);
    } else if (type.isScalar()) {
      sink.put(offset, type, scalar(type, clause), clause);
    } else if (clause instanceof IASTInitializerList list) {
      list(type, offset, list, sink);
    } else if (clause instanceof IASTExpression expression && type.isStruct()) {
      Value value = f.conversions().implicit(f.expressions().value(expression), type, clause);
      sink.put(offset, type, value, clause);
    } else {
      throw Failure.at(clause, "'" + type + "' cannot be initialised by this");
    }
  }

  private Value scalar(CType type, IASTInitializerClause clause) {
    IASTInitializerClause inner = clause;
    if (inner instanceof IASTInitializerList list) {
      if (list.getClauses().length == 0) {
        return new Value.Constant(type.unqualified(), 0);
      }
      if (list.getClauses().length > 1) {
        throw Failure.at(clause, "too many values for a '" + type + "'");
      }
      inner = list.getClauses()[0];
    }
    if (inner instanceof IASTExpression expression) {
      return f.conversions().implicit(f.expressions().value(expression), type, clause);
    }
    throw Failure.at(clause, "'" + type + "' cannot be initialised by this");
  }

  private void list(CType type, long offset, IASTInitializerList list, Sink sink) {
    IASTInitializerClause[] clauses = list.getClauses();
    if (clauses.length == 1 && isText(type, clauses[0])) { // char s[] = {"text"}
      putText((CType.Array) type.unqualified(), offset, clauses[0], sink);
      return;
    }
    Cursor cursor = new Cursor(clauses);
    parts(type, offset, cursor, true, sink);
    if (!cursor.atEnd()) {
      throw Failure.at(cursor.peek(), "too many values for '" + type + "'");
    }
  }

  /** Where we are in a list: shared by the aggregates whose braces are left out. */
  private static final class Cursor {
    private final IASTInitializerClause[] clauses;
    private int at;

    Cursor(IASTInitializerClause[] clauses) {
      this.clauses = clauses;
    }

    boolean atEnd() {
      return at >= clauses.length;
    }

    IASTInitializerClause peek() {
      return clauses[at];
    }

    void next() {
      at++;
    }
  }

  private void parts(CType type, long offset, Cursor cursor, boolean braced, Sink sink) {
    long count = partCount(type, cursor);
    long index = 0;
    while (!cursor.atEnd()) {
      if (cursor.peek() instanceof ICPPASTDesignatedInitializer designated) {
        if (!braced) {
          return; // it belongs to the aggregate whose braces are there
        }
        index = designated(type, offset, designated, sink) + 1;
        cursor.next();
      } else if (index >= count) {
        return;
      } else {
        part(partType(type, index), offset + partOffset(type, index), cursor, sink);
        index++;
      }
    }
  }

  private void part(CType type, long offset, Cursor cursor, Sink sink) {
    IASTInitializerClause clause = cursor.peek();
    boolean whole =
        type.isScalar()
            || clause instanceof IASTInitializerList
            || isText(type, clause)
            || isStructValue(type, clause);
    if (whole) {
      one(type, offset, clause, sink);
      cursor.next();
    } else {
      parts(type, offset, cursor, false, sink);
    }
  }

  private boolean isStructValue(CType type, IASTInitializerClause clause) {
    return type.isStruct()
        && clause instanceof IASTExpression expression
        && f.typeOf(expression).unqualified().equals(type.unqualified());
  }

  /** Fills the part that designators name; gives its index in the aggregate. */
  private long designated(
      CType type, long offset, ICPPASTDesignatedInitializer designated, Sink sink) {
    CType target = type;
    long place = offset;
    long first = -1;
    for (ICPPASTDesignator designator : designated.getDesignators()) {
      long index = index(target, designator);
      if (index < 0) { // a member of an anonymous member
        StructType.Member member = anonymous(target, (ICPPASTFieldDesignator) designator);
        place += member.offset();
        target = member.type();
      } else {
        place += partOffset(target, index);
        target = partType(target, index);
      }
      first = first < 0 ? Math.max(index, 0) : first;
    }
    one(target, place, designated.getOperand(), sink);
    return first;
  }

  private long index(CType type, ICPPASTDesignator designator) {
    if (designator instanceof ICPPASTArrayDesignator array
        && type.unqualified() instanceof CType.Array of) {
      long index = f.constant(array.getSubscriptExpression());
      if (index < 0 || index >= of.length()) {
        throw Failure.at(designator, "index " + index + " is outside the array");
      }
      return index;
    }
    if (designator instanceof ICPPASTFieldDesignator field
        && type.unqualified() instanceof StructType struct) {
      String name = Names.plain(field.getName());
      for (int i = 0; i < struct.members().size(); i++) {
        if (struct.members().get(i).name().equals(name)) {
          return i;
        }
      }
      if (struct.member(name) != null) {
        return -1;
      }
      throw Failure.at(designator, "'" + struct + "' has no member '" + name + "'");
    }
    throw Failure.notSupported(designator, "this designator");
  }

  private static StructType.Member anonymous(CType type, ICPPASTFieldDesignator designator) {
    StructType.Member member =
        ((StructType) type.unqualified()).member(Names.plain(designator.getName()));
    if (member == null) {
      throw Failure.at(designator, "unknown member");
    }
    return member;
  }

  // ---------------------------------------------------------------- parts of aggregates

  private static long partCount(CType type, Cursor cursor) {
    return switch (type.unqualified()) {
      case CType.Array array -> array.length();
      case StructType struct when struct.isUnion() -> Math.min(struct.members().size(), 1);
      case StructType struct -> struct.members().size();
      default -> throw Failure.at(cursor.peek(), "'" + type + "' cannot be initialised by a list");
    };
  }

  private static CType partType(CType type, long index) {
    return type.unqualified() instanceof CType.Array array
        ? array.element()
        : ((StructType) type.unqualified()).members().get((int) index).type();
  }

  private static long partOffset(CType type, long index) {
    return type.unqualified() instanceof CType.Array array
        ? index * array.element().size()
        : ((StructType) type.unqualified()).members().get((int) index).offset();
  }

  // ---------------------------------------------------------------- texts

  /** Whether a string literal fills an array of characters. */
  private static boolean isText(CType type, IASTInitializerClause clause) {
    return type.unqualified() instanceof CType.Array array
        && array.element().unqualified() instanceof Arithmetic element
        && element.size() == 1
        && element != Arithmetic.BOOL
        && clause instanceof IASTLiteralExpression literal
        && literal.getKind() == IASTLiteralExpression.lk_string_literal;
  }

  private static ImmutableIntArray text(IASTInitializerClause clause) {
    return Literals.string((IASTLiteralExpression) clause);
  }

  private static void putText(
      CType.Array type, long offset, IASTInitializerClause clause, Sink sink) {
    ImmutableIntArray bytes = text(clause);
    long room = type.length();
    if (bytes.length() - 1 > room) {
      throw Failure.at(clause, "the text does not fit " + room + " characters");
    }
    int used = (int) Math.min(bytes.length(), room);
    sink.putText(offset, bytes.subArray(0, used), clause);
  }
}
