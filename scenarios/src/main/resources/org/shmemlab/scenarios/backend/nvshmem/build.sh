#!/usr/bin/env bash
# Builds everything in this folder into build/, as many files at once as there are cores (JOBS).
# One line for each file that does not compile; exit code 1 if there is one.
set -uo pipefail
cd "$(dirname "$0")"
. ./env.sh
mkdir -p build/programs
jobs=${JOBS:-$(nproc)}

gcc -O2 -Wall -o build/launch launch.c || exit 1

# An object, from a source; programs start by way of shmemlab_start.h.
compile() {
  local source=$1 object=build/$(echo "${1%.*}" | tr / _).o include=
  case $source in
    programs/*) include="-include shmemlab_start.h -I." ;;
    *) include="-I. -Ilitmus" ;;
  esac
  [ "$object" -nt "$source" ] && return
  nvcc -x cu $compile_flags $include -c "$source" -o "$object" >"$object.log" 2>&1 ||
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
export -f compile link
export compile_flags link_flags

{
  {
    ls smoke.cu litmus/*.cu litmus/tests.c measure/*.cu programs/*.cu 2>/dev/null
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
      echo "build/programs/$name build/programs_$name.o"
    done
  } | xargs -P "$jobs" -I{} bash -c 'link {}'
} | tee build/failed.txt
[ ! -s build/failed.txt ]
