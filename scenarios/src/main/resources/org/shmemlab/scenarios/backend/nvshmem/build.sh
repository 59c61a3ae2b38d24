#!/usr/bin/env bash
# Builds everything in this folder into build/, as many files at once as there are cores (JOBS).
# One line for each file that does not compile; exit code 1 if there is one.
set -uo pipefail
cd "$(dirname "$0")"
. ./env.sh
mkdir -p build/programs
jobs=${JOBS:-$(nproc)}

gcc -O2 -Wall -o build/launch launch.c || exit 1

# The object of a source: that of a program's main file has no ending.
object() {
  case $1 in
    programs/*/*) echo "build/$(echo "$1" | tr / _).o" ;;
    *) echo "build/$(echo "${1%.*}" | tr / _).o" ;;
  esac
}
# An object, from a source, which may be of a program; those start by way of shmemlab_start.h.
compile() {
  local source=$1 program=${2:-} object=$(object "$1") include= flags=()
  case $source in
    programs/*.c) include="-I." ;;
    programs/*) include="-x cu -include shmemlab_start.h -I." ;;
    *) include="-x cu -I. -Ilitmus" ;;
  esac
  if [ -e "programs/$program.flags" ]; then
    mapfile -t flags <"programs/$program.flags"
    flags=("${flags[@]/#-fopenmp/-Xcompiler=-fopenmp}")
    flags=("${flags[@]/#-std=gnu++/-std=c++}")
  fi
  [ -e "$object" ] && [ -z "$(find "$source" "programs/${program:-$source}" \
    "programs/$program.flags" -newer "$object" 2>/dev/null)" ] && return
  nvcc $compile_flags $include "${flags[@]}" -c "$source" -o "$object" >"$object.log" 2>&1 ||
    { rm -f "$object"; echo "does not compile: $source ($object.log)"; }
}
link() {
  local out=$1
  shift
  for object in "$@"; do
    [ -e "$object" ] || { rm -f "$out"; return; }
  done
  nvcc "$@" -o "$out" $link_flags >"$out.log" 2>&1 || { rm -f "$out"; echo "does not link: $out ($out.log)"; }
}
export -f object compile link
export compile_flags link_flags

{
  {
    ls smoke.cu litmus/*.cu litmus/tests.c measure/*.cu 2>/dev/null
    for source in programs/*.cu; do
      [ -e "$source" ] || continue
      name=$(basename "$source" .cu)
      echo "$source $name"
      [ ! -e "programs/$name.sources" ] || sed "s|\$| $name|" "programs/$name.sources"
    done
  } | xargs -P "$jobs" -I{} bash -c 'compile {}'
  {
    echo "build/smoke build/smoke.o"
    if ls litmus/*.cu >/dev/null 2>&1; then
      echo build/litmus $(ls litmus/*.cu litmus/tests.c | sed 's|/|_|; s|\.[a-z]*$|.o|; s|^|build/|')
    fi
    if ls measure/*.cu >/dev/null 2>&1; then
      echo build/measure $(ls measure/*.cu | sed 's|/|_|; s|\.[a-z]*$|.o|; s|^|build/|')
    fi
    for source in programs/*.cu; do
      [ -e "$source" ] || continue
      name=$(basename "$source" .cu)
      objects=$(object "$source")
      while read -r other; do
        objects="$objects $(object "$other")"
      done < <(cat "programs/$name.sources" 2>/dev/null)
      echo "build/programs/$name $objects"
    done
  } | xargs -P "$jobs" -I{} bash -c 'link {}'
} | tee build/failed.txt
[ ! -s build/failed.txt ]
