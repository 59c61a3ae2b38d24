# Sourced by the launcher of a source tree (shmemlab) and by that of a package (dist/launcher): how
# the command is started, and how the cache is made that lets it start fast. Before, set
#   java      the program that runs it
#   classes   the jars of the command; a cache fits where they are the same ones
#   compiler  the property that says where Clang is, as an option of java
#   cache     the ahead-of-time cache, which need not be there
#   database  the jar that only plans need, or nothing

# Logging is off because the JVM writes its warnings, such as a cache that no longer fits, to
# standard output, which belongs to the program that runs. Reflection is called a few hundred times,
# to read options and platforms; making code for each method and constructor takes longer than that.
flags='-XX:+UseSerialGC -XX:-UsePerfData -Xlog:disable -Djdk.reflect.useNativeAccessorOnly=true --enable-native-access=ALL-UNNAMED'
main=org.shmemlab.cli.Main

# record ROOT FILE: writes down what one real run loads and compiles, with the examples of ROOT.
# The run has a macro of its own, so that its first time compiles, and the one that is recorded
# makes a program of that and keeps it.
record() {
  (
    cd "$1" || exit
    shift
    file=$1
    set -- run examples/ring_shift.cu -n 8 --platform hgx-h200 -D "TRAINING=$$"
    "$java" $flags "$compiler" -cp "$classes" $main "$@" || :
    "$java" $flags "$compiler" "-XX:AOTCacheOutput=$file" -cp "$classes" $main "$@"
  ) >/dev/null 2>&1 </dev/null && [ -f "$2" ]
}

# start ARGUMENT...: becomes the command.
start() {
  # Java cannot see whether standard error is a terminal; only there a long run shows its progress,
  # and a message the line that it is about.
  terminal=false
  [ ! -t 2 ] || terminal=true

  # Diagrams in text are as wide as the terminal.
  columns=
  [ ! -t 1 ] || columns=$(stty size <&1 2>/dev/null) && columns=${columns#* } || columns=

  # Behind what the cache was made with, so that the cache still fits.
  [ "${1-}" != plan ] || classes=$classes${database:+:$database}

  set -- "-Dshmemlab.terminal=$terminal" "-Dshmemlab.columns=$columns" "$compiler" -cp "$classes" $main "$@"
  [ ! -f "$cache" ] || set -- "-XX:AOTCache=$cache" "$@"
  exec "$java" $flags "$@"
}
