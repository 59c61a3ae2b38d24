#!/usr/bin/env bash
# Builds everything in this folder into build/; exit code 1 if a file does not compile.
set -uo pipefail
cd "$(dirname "$0")"
. ./env.sh
mkdir -p build/programs
compile() {
  local flags=()
  [ ! -e "programs/${2##*/}.flags" ] || mapfile -t flags <"programs/${2##*/}.flags"
  oshcc $1 "${flags[@]}" -o "$2" >"$2.log" 2>&1 || { cat "$2.log"; echo "does not compile: $2 ($2.log)"; }
}
export -f compile
{
  if [ -e litmus/pes.txt ]; then
    printf '%s\n%s\n' "-O2 -std=gnu11 -Ilitmus $(echo litmus/*.c)" build/litmus
  fi
  for source in programs/*.c; do
    [ -e "$source" ] || continue
    name=$(basename "$source" .c)
    others=$(cat "programs/$name.sources" 2>/dev/null | tr '\n' ' ')
    printf '%s\n%s\n' "-O2 -std=gnu11 -fopenmp -pthread $source $others -lm" "build/programs/$name"
  done
} | xargs -d '\n' -n 2 -P "${JOBS:-$(nproc)}" bash -c 'compile "$1" "$2"' _ | tee build/failed.txt
[ ! -s build/failed.txt ]
