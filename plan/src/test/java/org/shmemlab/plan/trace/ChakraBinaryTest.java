package org.shmemlab.plan.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChakraBinaryTest {
  @TempDir private Path folder = Path.of("");

  /** Writes protobuf's wire format. */
  private static final class Message {
    final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    Message varint(long value) {
      long left = value;
      while ((left & ~0x7FL) != 0) {
        bytes.write((int) ((left & 0x7F) | 0x80));
        left >>>= 7;
      }
      bytes.write((int) left);
      return this;
    }

    Message number(int field, long value) {
      return varint((long) field << 3).varint(value);
    }

    Message part(int field, byte[] content) {
      varint((long) field << 3 | 2).varint(content.length);
      bytes.writeBytes(content);
      return this;
    }

    Message fixed64(int field, long value) {
      varint((long) field << 3 | 1);
      for (int i = 0; i < 8; i++) {
        bytes.write((int) (value >>> (8 * i)));
      }
      return this;
    }

    Message text(int field, String text) {
      return part(field, text.getBytes(StandardCharsets.UTF_8));
    }

    Message attribute(String name, Consumer<Message> value) {
      Message attribute = new Message().text(1, name);
      value.accept(attribute);
      return part(10, attribute.bytes.toByteArray());
    }

    Message packed(int field, long... values) {
      Message list = new Message();
      for (long value : values) {
        list.varint(value);
      }
      return part(field, list.bytes.toByteArray());
    }
  }

  private static byte[] file(Message... messages) {
    Message all = new Message();
    for (Message message : messages) {
      all.varint(message.bytes.size());
      all.bytes.writeBytes(message.bytes.toByteArray());
    }
    return all.bytes.toByteArray();
  }

  private static Message metadata() {
    return new Message().text(1, "0.0.4");
  }

  private static byte[] rank0() {
    return file(
        metadata(),
        new Message().number(1, 1).text(2, "c").number(3, 4).number(7, 3),
        new Message()
            .number(1, 2)
            .number(3, 5)
            .packed(5, 1)
            .attribute("comm_size", of -> of.number(9, 4096))
            .attribute("comm_dst", of -> of.number(15, 2)) // zigzag of 1
            .attribute("comm_tag", of -> of.fixed64(21, 5)),
        new Message()
            .number(1, 3)
            .number(3, 7)
            .number(4, 2)
            .attribute("comm_type", of -> of.number(9, 0))
            .attribute("comm_size", of -> of.number(13, 1024))
            .attribute(
                "involved_dim",
                of -> of.part(28, new Message().packed(1, 1, 1).bytes.toByteArray())));
  }

  private static byte[] rank1() {
    return file(
        metadata(),
        new Message()
            .number(1, 7)
            .number(3, 6)
            .attribute("comm_size", of -> of.number(9, 4096))
            .attribute("comm_src", of -> of.number(7, 0))
            .attribute("comm_tag", of -> of.number(7, 5)),
        new Message()
            .number(1, 9)
            .number(3, 7)
            .number(5, 7)
            .attribute("comm_type", of -> of.text(29, "ALL_REDUCE"))
            .attribute("comm_size", of -> of.number(9, 1024)));
  }

  @Test
  void saysWhatTheJsonSays() throws IOException {
    Files.write(folder.resolve("t.0.et"), rank0());
    Files.write(folder.resolve("t.1.et"), rank1());
    Trace trace = TraceFile.read(folder.resolve("t.0.et"));
    String same =
        """
        pe,op,id,peer,bytes,tag,ns,after
        0,compute,1,,,,3000,
        0,send,2,1,4096,5,,1
        0,allreduce,3,,1024,,,2
        1,receive,7,0,4096,5,,
        1,allreduce,9,,1024,,,7
        """;
    assertThat(Replays.play(trace)).isEqualTo(Replays.play(Replays.csv(same)));
    for (int pe = 0; pe < 2; pe++) {
      assertThat(trace.ops().get(pe))
          .extracting(Op::act)
          .isEqualTo(Replays.csv(same).ops().get(pe).stream().map(Op::act).toList());
    }
  }

  @Test
  void aMistakeNamesItsMessage() {
    byte[] load = file(metadata(), new Message().number(1, 1).number(3, 2));
    assertThatThrownBy(() -> build(load))
        .hasMessageStartingWith("t.0.et:2: error: node 1 is a MEM_LOAD_NODE; what is replayed is");
    byte[] other = file(metadata(), new Message().number(1, 1).number(3, 99));
    assertThatThrownBy(() -> build(other)).hasMessageContaining("node 1 is a type 99");
    byte[] bare = file(new Message().number(1, 1).number(3, 4), new Message().number(1, 2));
    assertThatThrownBy(() -> build(bare))
        .hasMessage("t.0.et:1: error: a node before the metadata; a file begins with those");
    byte[] whole = rank0();
    byte[] cut = Arrays.copyOf(whole, whole.length - 1);
    assertThatThrownBy(() -> build(cut))
        .hasMessage(
            "t.0.et:4: error: this is not a node of a Chakra trace in protobuf; was the file cut"
                + " off?");
  }

  private static Trace build(byte[] bytes) {
    return Chakra.build("t.0.et", List.of(ChakraBinary.read("t.0.et", bytes)), "");
  }

  @Property(tries = 2000)
  void changedBytesAreReadOrRefused(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    byte[] bytes = random.nextBoolean() ? rank0() : rank1();
    for (int change = random.nextInt(1, 4); change > 0; change--) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
    }
    try {
      assertThat(build(bytes).pes()).isPositive();
    } catch (TraceException refused) {
      assertThat(refused.getMessage()).startsWith("t.0.et:").contains(": error: ");
    }
  }
}
