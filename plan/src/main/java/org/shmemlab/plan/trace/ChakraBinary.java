package org.shmemlab.plan.trace;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import java.io.IOException;
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
  private static final int BYTES = WireFormat.WIRETYPE_LENGTH_DELIMITED;

  // Tags: the number of a field above the kind of its value, 0 for a number.
  private static final int ID = 1 << 3;
  private static final int TYPE = 3 << 3;
  private static final int CTRL_DEP = 4 << 3;
  private static final int CTRL_DEPS = CTRL_DEP | BYTES;
  private static final int DATA_DEP = 5 << 3;
  private static final int DATA_DEPS = DATA_DEP | BYTES;
  private static final int DURATION = 7 << 3;
  private static final int ATTRIBUTE = (10 << 3) | BYTES;
  private static final int NAME = (1 << 3) | BYTES;
  private static final int SINT32 = 15 << 3;
  private static final int SINT64 = 17 << 3;
  private static final int SFIXED32 = (23 << 3) | WireFormat.WIRETYPE_FIXED32;
  private static final int BOOL = 27 << 3;
  private static final int BOOL_LIST = (28 << 3) | BYTES;
  private static final int STRING = (29 << 3) | BYTES;
  private static final int TRUTH = 1 << 3;
  private static final int TRUTHS = TRUTH | BYTES;

  /** The last field of an attribute before its values of fixed size that are whole numbers. */
  private static final int INT32 = 7;

  private ChakraBinary() {}

  static List<ChakraNode> read(String file, byte[] bytes) {
    List<ChakraNode> nodes = new ArrayList<>();
    CodedInputStream all = CodedInputStream.newInstance(bytes);
    SourceLine at = new SourceLine(file, 1);
    try {
      for (int number = 1; !all.isAtEnd(); number++) {
        at = new SourceLine(file, number);
        CodedInputStream message = all.readBytes().newCodedInput();
        if (number > 1) {
          nodes.add(node(message, at));
        } else if (!message.isAtEnd()
            && WireFormat.getTagWireType(message.readTag()) == WireFormat.WIRETYPE_VARINT) {
          throw new TraceException(at, "a node before the metadata; a file begins with those");
        }
      }
    } catch (IOException broken) {
      throw new TraceException(
          at, "this is not a node of a Chakra trace in protobuf; was the file cut off?");
    }
    return nodes;
  }

  private static ChakraNode node(CodedInputStream message, SourceLine at) throws IOException {
    String id = "0"; // what is not there is 0
    String type = ChakraNode.TYPES.getFirst();
    String micros = "0";
    ImmutableList.Builder<String> deps = ImmutableList.builder();
    Map<String, String> attributes = new LinkedHashMap<>();
    for (int tag = message.readTag(); tag != 0; tag = message.readTag()) {
      switch (tag) {
        case ID -> id = Long.toUnsignedString(message.readUInt64());
        case TYPE -> {
          long which = message.readUInt64();
          type =
              which >= 0 && which < ChakraNode.TYPES.size()
                  ? ChakraNode.TYPES.get((int) which)
                  : "type " + which;
        }
        case DURATION -> micros = Long.toUnsignedString(message.readUInt64());
        case CTRL_DEP, DATA_DEP -> deps.add(Long.toUnsignedString(message.readUInt64()));
        case CTRL_DEPS, DATA_DEPS -> {
          CodedInputStream packed = part(message);
          while (!packed.isAtEnd()) {
            deps.add(Long.toUnsignedString(packed.readUInt64()));
          }
        }
        case ATTRIBUTE -> attribute(part(message), attributes);
        default -> skip(message, tag);
      }
    }
    return new ChakraNode(id, type, deps.build(), micros, ImmutableMap.copyOf(attributes), at);
  }

  private static CodedInputStream part(CodedInputStream message) throws IOException {
    return message.readBytes().newCodedInput();
  }

  private static void skip(CodedInputStream message, int tag) throws IOException {
    if (!message.skipField(tag)) {
      throw new IOException("the end of a group that has no beginning");
    }
  }

  private static void attribute(CodedInputStream message, Map<String, String> into)
      throws IOException {
    String name = "";
    String value = "";
    for (int tag = message.readTag(); tag != 0; tag = message.readTag()) {
      int field = WireFormat.getTagFieldNumber(tag);
      switch (tag) {
        case NAME -> name = message.readString();
        case STRING -> value = message.readString();
        case BOOL_LIST -> value = truths(part(message));
        case BOOL -> value = String.valueOf(message.readBool());
        case SINT32, SINT64 -> value = String.valueOf(message.readSInt64());
        case SFIXED32 -> value = String.valueOf(message.readSFixed32());
        default -> {
          int kind = WireFormat.getTagWireType(tag);
          if (kind == WireFormat.WIRETYPE_VARINT) {
            value = String.valueOf(message.readUInt64());
          } else if (field > INT32 && kind == WireFormat.WIRETYPE_FIXED32) {
            value = String.valueOf(Integer.toUnsignedLong(message.readFixed32()));
          } else if (field > INT32 && kind == WireFormat.WIRETYPE_FIXED64) {
            value = String.valueOf(message.readFixed64());
          } else {
            skip(message, tag); // fractions and other lists, which nothing here asks for
          }
        }
      }
    }
    into.put(name, value);
  }

  private static String truths(CodedInputStream list) throws IOException {
    List<String> truths = new ArrayList<>();
    for (int tag = list.readTag(); tag != 0; tag = list.readTag()) {
      switch (tag) {
        case TRUTH -> truths.add(String.valueOf(list.readBool()));
        case TRUTHS -> {
          CodedInputStream packed = part(list);
          while (!packed.isAtEnd()) {
            truths.add(String.valueOf(packed.readBool()));
          }
        }
        default -> skip(list, tag);
      }
    }
    return String.join(" ", truths);
  }
}
