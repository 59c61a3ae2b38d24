package org.shmemlab.plan.trace;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.shmemlab.model.program.SourceLine;

/**
 * Reads the binary form of a Chakra trace: messages of protobuf, each after its length, the
 * metadata first (MLCommons Chakra, {@code schema/protobuf/et_def.proto}, whose numbers of fields
 * stand here). The line of a mistake is the number of the message.
 */
final class ChakraBinary {
  private static final int ID = 1;
  private static final int TYPE = 3;
  private static final int CTRL_DEPS = 4;
  private static final int DATA_DEPS = 5;
  private static final int DURATION = 7;
  private static final int ATTRIBUTE = 10;
  private static final int NAME = 1;
  private static final int SINT32 = 15;
  private static final int SINT64 = 17;
  private static final int BOOL = 27;
  private static final int BOOL_LIST = 28;
  private static final int STRING = 29;
  private static final int INT32 = 7;
  private static final int SFIXED32 = 23;

  private ChakraBinary() {}

  static List<ChakraNode> read(String file, byte[] bytes) {
    List<ChakraNode> nodes = new ArrayList<>();
    int number = 0;
    int from = 0;
    while (from < bytes.length) {
      SourceLine at = new SourceLine(file, ++number);
      Wire rest = new Wire(bytes, from, bytes.length, at);
      Wire message = rest.inner();
      from = rest.position();
      if (number > 1) {
        nodes.add(node(message, at));
      } else if (!message.isEmpty() && message.kindAt(message.position()) == Wire.VARINT) {
        throw new TraceException(at, "a node before the metadata; a file begins with those");
      }
    }
    return nodes;
  }

  private static ChakraNode node(Wire message, SourceLine at) {
    String id = "0"; // what is not there is 0
    String type = ChakraNode.TYPES.getFirst();
    String micros = "0";
    ImmutableList.Builder<String> deps = ImmutableList.builder();
    Map<String, String> attributes = new LinkedHashMap<>();
    while (!message.isEmpty()) {
      int kind = message.kindAt(message.position());
      int field = message.field();
      boolean number = kind == Wire.VARINT;
      if (field == ID && number) {
        id = Long.toUnsignedString(message.varint());
      } else if (field == TYPE && number) {
        long which = message.varint();
        type =
            which >= 0 && which < ChakraNode.TYPES.size()
                ? ChakraNode.TYPES.get((int) which)
                : "type " + which;
      } else if (field == DURATION && number) {
        micros = Long.toUnsignedString(message.varint());
      } else if ((field == CTRL_DEPS || field == DATA_DEPS) && number) {
        deps.add(Long.toUnsignedString(message.varint()));
      } else if ((field == CTRL_DEPS || field == DATA_DEPS) && kind == Wire.BYTES) {
        Wire packed = message.inner();
        while (!packed.isEmpty()) {
          deps.add(Long.toUnsignedString(packed.varint()));
        }
      } else if (field == ATTRIBUTE && kind == Wire.BYTES) {
        attribute(message.inner(), attributes);
      } else {
        message.skip(kind);
      }
    }
    return new ChakraNode(id, type, deps.build(), micros, ImmutableMap.copyOf(attributes), at);
  }

  private static void attribute(Wire message, Map<String, String> into) {
    String name = "";
    String value = "";
    while (!message.isEmpty()) {
      int kind = message.kindAt(message.position());
      int field = message.field();
      if (field == NAME && kind == Wire.BYTES) {
        name = message.inner().text();
      } else if (field == STRING && kind == Wire.BYTES) {
        value = message.inner().text();
      } else if (field == BOOL_LIST && kind == Wire.BYTES) {
        value = truths(message.inner());
      } else if (kind == Wire.VARINT) {
        value = number(field, message.varint());
      } else if (field > INT32 && kind == Wire.FIXED32) {
        long bits = message.fixed(Integer.BYTES);
        value = String.valueOf(field == SFIXED32 ? (int) bits : bits);
      } else if (field > INT32 && kind == Wire.FIXED64) {
        value = String.valueOf(message.fixed(Long.BYTES));
      } else {
        message.skip(kind); // fractions and other lists, which nothing here asks for
      }
    }
    into.put(name, value);
  }

  private static String number(int field, long bits) {
    return switch (field) {
      case BOOL -> String.valueOf(bits != 0);
      case SINT32, SINT64 -> String.valueOf(bits >>> 1 ^ -(bits & 1));
      default -> String.valueOf(bits);
    };
  }

  private static String truths(Wire list) {
    List<String> truths = new ArrayList<>();
    while (!list.isEmpty()) {
      int kind = list.kindAt(list.position());
      int field = list.field();
      if (field == NAME && kind == Wire.BYTES) {
        Wire packed = list.inner();
        while (!packed.isEmpty()) {
          truths.add(String.valueOf(packed.varint() != 0));
        }
      } else if (field == NAME && kind == Wire.VARINT) {
        truths.add(String.valueOf(list.varint() != 0));
      } else {
        list.skip(kind);
      }
    }
    return String.join(" ", truths);
  }
}
