import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Gives the classes of a jar that were compiled for Java 5 the form of Java 8: the JVM keeps none
 * in its ahead-of-time cache whose code has no stack maps (JVM Specification, 4.10.2). The library
 * that reads the command line is compiled so. Run by the launcher: {@code OldClasses.java JAR}.
 */
class OldClasses {
  private static final int OLDEST_KEPT = 50; // Java 6
  private static final int MAJOR_VERSION = 6; // its place in a class file

  public static void main(String[] arguments) throws IOException {
    Path jar = Path.of(arguments[0]);
    Map<String, byte[]> files = read(jar);
    ClassFile classes =
        ClassFile.of(
            ClassFile.StackMapsOption.GENERATE_STACK_MAPS,
            ClassFile.ConstantPoolSharingOption.NEW_POOL,
            ClassFile.ClassHierarchyResolverOption.of(
                ClassHierarchyResolver.ofResourceParsing(type -> open(files, type))
                    .orElse(ClassHierarchyResolver.defaultResolver())));
    ClassTransform renewed =
        ClassTransform.transformingMethodBodies(CodeBuilder::with)
            .andThen((to, element) -> {
              if (element instanceof ClassFileVersion) {
                to.withVersion(ClassFile.JAVA_8_VERSION, 0);
              } else {
                to.with(element);
              }
            });
    Path made = jar.resolveSibling(jar.getFileName() + ".new");
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(made))) {
      for (Map.Entry<String, byte[]> file : files.entrySet()) {
        byte[] content = file.getValue();
        out.putNextEntry(new ZipEntry(file.getKey()));
        out.write(
            isOld(file.getKey(), content)
                ? classes.transformClass(classes.parse(content), renewed)
                : content);
      }
    }
    Files.move(made, jar, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private static Map<String, byte[]> read(Path jar) throws IOException {
    Map<String, byte[]> files = new LinkedHashMap<>();
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      for (ZipEntry entry : Collections.list(zip.entries())) {
        try (InputStream in = zip.getInputStream(entry)) {
          files.put(entry.getName(), in.readAllBytes());
        }
      }
    }
    return files;
  }

  private static InputStream open(Map<String, byte[]> files, ClassDesc type) {
    String descriptor = type.descriptorString(); // Lpackage/Name;
    byte[] content = files.get(descriptor.substring(1, descriptor.length() - 1) + ".class");
    return content == null ? null : new ByteArrayInputStream(content);
  }

  private static boolean isOld(String name, byte[] content) {
    return name.endsWith(".class")
        && ((content[MAJOR_VERSION] & 0xFF) << 8 | content[MAJOR_VERSION + 1] & 0xFF) < OLDEST_KEPT;
  }
}
