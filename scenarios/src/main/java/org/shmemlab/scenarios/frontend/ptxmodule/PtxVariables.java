package org.shmemlab.scenarios.frontend.ptxmodule;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxModule.AddressOf;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxModule.Bits;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxModule.Initial;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxModule.Linkage;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxModule.Variable;

/** Parses declarations of variables and parameters (PTX ISA, "Variables"). */
final class PtxVariables {
  private static final ImmutableSet<String> SPACES =
      ImmutableSet.of(".global", ".const", ".shared", ".local", ".param");

  private final PtxTokens tokens;

  PtxVariables(PtxTokens tokens) {
    this.tokens = tokens;
  }

  /** The variables of one statement, from its state space to its semicolon. */
  ImmutableList<Variable> statement(Linkage linkage) {
    String space = tokens.take().text().substring(1);
    ImmutableList.Builder<Variable> all = ImmutableList.builder();
    Variable first = variable(linkage, space, head());
    all.add(first);
    while (tokens.takes(",")) {
      all.add(variable(linkage, space, new Head(first.type(), first.align(), 1, first.managed())));
    }
    tokens.expect(";");
    return all.build();
  }

  /** The parameters of a function, in parentheses. */
  ImmutableList<Variable> parameters() {
    tokens.expect("(");
    ImmutableList.Builder<Variable> all = ImmutableList.builder();
    while (!tokens.peek().is(")")) {
      PtxToken space = tokens.take();
      if (!space.is(".param")) {
        throw space.error("expected .param or ')', found " + space.shown());
      }
      all.add(variable(Linkage.INTERNAL, "param", head()));
      if (!tokens.takes(",")) {
        break;
      }
    }
    tokens.expect(")");
    return all.build();
  }

  /** The words before a name. */
  private record Head(PtxType type, int align, int vector, boolean managed) {}

  private Head head() {
    int align = 0;
    int vector = 1;
    boolean managed = false;
    while (true) {
      PtxToken word = tokens.peek();
      switch (word.text()) {
        case ".align" -> {
          tokens.take();
          PtxToken place = tokens.peek();
          align = tokens.count();
          if (Integer.bitCount(align) != 1) {
            throw place.error("an alignment of " + align + ", which is no power of two");
          }
        }
        case ".v2", ".v4" -> {
          tokens.take();
          vector = word.text().charAt(2) - '0';
        }
        case ".attribute" -> {
          tokens.take();
          tokens.expect("(");
          while (!tokens.peek().is(")")) {
            PtxToken attribute = tokens.take();
            managed |= attribute.is(".managed");
            if (attribute.kind() == PtxToken.Kind.END) {
              throw attribute.error("the file ends within an attribute");
            }
          }
          tokens.take();
        }
        default -> {
          if (!word.isWord() || !word.text().startsWith(".")) {
            throw word.error("expected a type, found " + word.shown());
          }
          return new Head(PtxType.of(tokens.take()), align, vector, managed);
        }
      }
    }
  }

  private Variable variable(Linkage linkage, String space, Head head) {
    if (tokens.takes(".ptr")) { // what a pointer points to has no meaning here
      while (tokens.peek().text().startsWith(".")) {
        boolean isAlign = tokens.peek().is(".align");
        if (!isAlign && !SPACES.contains(tokens.peek().text())) {
          throw tokens.peek().error("unknown state space " + tokens.peek().shown());
        }
        tokens.take();
        if (isAlign) {
          tokens.number();
        }
      }
    }
    PtxToken name = tokens.name();
    long elements = -1;
    while (tokens.takes("[")) {
      long length = tokens.peek().is("]") ? 0 : tokens.count();
      elements = elements < 0 ? length : elements * length;
      tokens.expect("]");
    }
    if (head.vector > 1) {
      elements = Math.max(1, elements) * head.vector;
    }
    if (elements * head.type.bytes() > Integer.MAX_VALUE) {
      throw name.error("'" + name.text() + "' has 2 GiB or more");
    }
    ImmutableList.Builder<Initial> initial = ImmutableList.builder();
    if (tokens.takes("=")) {
      initial(head.type, initial);
    }
    ImmutableList<Initial> values = initial.build();
    if (elements == 0 && !values.isEmpty()) {
      elements = values.size();
    }
    if (values.size() > Math.max(1, elements)) {
      throw name.error("'" + name.text() + "' has more values than elements");
    }
    int align = head.vector > 1 && head.align == 0 ? head.type.bytes() * head.vector : head.align;
    return new Variable(
        linkage, space, head.type, (int) elements, align, values, head.managed, name);
  }

  private void initial(PtxType type, ImmutableList.Builder<Initial> out) {
    if (tokens.takes("{")) {
      while (!tokens.takes("}")) {
        initial(type, out);
        if (!tokens.takes(",")) {
          tokens.expect("}");
          return;
        }
      }
      return;
    }
    boolean negative = tokens.takes("-");
    PtxToken first = tokens.peek();
    if (first.kind() == PtxToken.Kind.NUMBER) {
      tokens.take();
      if (tokens.peek().is("(")) {
        throw first.error("a byte of an address as first value");
      }
      out.add(new Bits(PtxNumbers.bits(first, type, negative)));
      return;
    }
    boolean generic = first.is("generic");
    if (generic) {
      tokens.take();
      tokens.expect("(");
    }
    PtxToken name = tokens.name();
    if (generic) {
      tokens.expect(")");
    }
    long offset = tokens.takes("+") ? tokens.number() : tokens.takes("-") ? -tokens.number() : 0;
    if (type.bits() != 64) {
      throw name.error("an address does not fit in " + type.bits() + " bits");
    }
    out.add(new AddressOf(name, offset, generic));
  }
}
