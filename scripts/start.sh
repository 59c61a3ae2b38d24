# Sourced by the launcher of a source tree (shmemlab) and by that of a package (dist/launcher): how
# the command is started, and how the cache is made that lets it start fast. Before, set
#   java      the program that runs it
#   classes   the jars of the command; a cache fits where they are the same ones
#   compiler  the property that says where Clang is, as an option of java
#   cache     the ahead-of-time cache, which need not be there
#   database  the jar that only plans and Parquet need, or nothing

# Logging is off because the JVM writes its warnings, such as a cache that no longer fits, to
# standard output, which belongs to the program that runs. Reflection is called a few hundred times,
# to read options and platforms; making code for each method and constructor takes longer than that.
flags='-XX:+UseSerialGC -XX:-UsePerfData -Xlog:disable -Djdk.reflect.useNativeAccessorOnly=true --enable-native-access=ALL-UNNAMED'
main=org.shmemlab.cli.Main
training=org.shmemlab.cli.Training

# record ROOT FILE: writes down what a run and a check load and compile, with the programs of ROOT.
# Both have a macro of their own, so that the first time compiles, and the one that is recorded reads
# what that left.
record() {
  (
    cd "$1" || exit
    "$java" $flags "$compiler" -cp "$classes" $training -D "TRAINING=$$" || :
    "$java" $flags "$compiler" "-XX:AOTCacheOutput=$2" -cp "$classes" $training -D "TRAINING=$$"
  ) >/dev/null 2>&1 </dev/null && [ -f "$2" ]
}

# needs_database ARGUMENT...: whether the command is a plan, or exports to Parquet.
needs_database() {
  [ "${1-}" != plan ] || return 0
  for argument; do
    case $argument in *.parquet) return 0 ;; esac
  done
  return 1
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

  # After the jars that the cache was made with, so that the cache still fits.
  ! needs_database "$@" || classes=$classes${database:+:$database}

  set -- "-Dshmemlab.terminal=$terminal" "-Dshmemlab.columns=$columns" "$compiler" -cp "$classes" $main "$@"
  [ ! -f "$cache" ] || set -- "-XX:AOTCache=$cache" "$@"
  exec "$java" $flags "$@"
}
