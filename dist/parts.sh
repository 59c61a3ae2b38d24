# Sourced by dist/folder and dist/without-java: the parts of a package that differ between platforms.
# Before, set JDK.

fail() {
  printf 'dist: %s\n' "$1" >&2
  exit 2
}

# compiler PLATFORM JAR FOLDER: Clang with its libraries and headers, as the command unpacks it where
# no package holds it (Toolchain of scenarios.frontend.clang).
compiler() {
  mkdir -p "$3/draft"
  (
    inside=org/bytedeco/llvm/$1
    case $1 in
      macosx-*) suffix=dylib version= ;;
      *) suffix=so version=.20.1 ;;
    esac
    cd "$3/draft" &&
      "$JDK/bin/jar" --extract --file "$2" "$inside/clang" "$inside/libclang-cpp.$suffix" \
        "$inside/libLLVM.$suffix" "$inside/lib/clang" &&
      chmod 755 "$inside/clang" &&
      mv "$inside/clang" .. &&
      mv "$inside/libclang-cpp.$suffix" "../libclang-cpp.$suffix$version" &&
      mv "$inside/libLLVM.$suffix" "../libLLVM.$suffix$version" &&
      mv "$inside"/lib/clang/* ../resources
  ) || fail "no compiler for $1 in $2"
  rm -rf "$3/draft"
}

# database PLATFORM JAR FILE TIME: the database of plans, whose jar has a library for each kind of
# machine; the others' are most of it.
database() {
  case $1 in
    linux-x86_64) native=linux_amd64 ;;
    linux-arm64) native=linux_arm64 ;;
    macosx-*) native=osx_universal ;;
    *) fail "no package for $1" ;;
  esac
  mkdir "$3.draft"
  (
    cd "$3.draft" &&
      "$JDK/bin/jar" --extract --file "$2" &&
      find . -name 'libduckdb_java.so_*' ! -name "*_$native" -exec rm -f {} + &&
      find . -type f ! -name MANIFEST.MF | LC_ALL=C sort >"$3.files" &&
      "$JDK/bin/jar" --create --file "$3" --date "$4" --manifest META-INF/MANIFEST.MF "@$3.files"
  ) || fail "no database made of $2"
  rm -rf "$3.draft" "$3.files"
}
