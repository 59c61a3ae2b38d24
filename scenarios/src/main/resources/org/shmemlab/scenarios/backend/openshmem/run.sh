#!/usr/bin/env bash
# Runs the output of build.sh: run.sh RESULTS [litmus] [programs]; both where none is named.
# TRANSPORTS names the transports to run over; PADS sizes in bytes that puts and gets carry along. A large one
# divides the number of instances (DIVIDE per pad).
set -uo pipefail
cd "$(dirname "$0")"
[ $# -ge 1 ] || { echo "usage: $0 RESULTS [litmus] [programs]" >&2; exit 2; }
mkdir -p "$1" || exit 2
results=$(cd "$1" && pwd)
shift
. ./env.sh
steps=${*:-litmus programs}
failed=0

litmus_job() { # transport, PEs, padding, instances
  local first=0 rc
  while :; do
    (
      transport "$1"
      exec timeout 600 oshrun -n "$2" build/litmus -o "$results/litmus-$1.jsonl" -i "$4" -s "$SEED" \
        -p "$3" -a "$first" -w 60
    ) >>"$results/litmus-$1.txt" 2>"$results/litmus.err" </dev/null
    rc=$?
    [ "$rc" -eq 0 ] && return
    failed=1
    if ! tail -1 "$results/litmus-$1.jsonl" | grep -q '"hung"'; then
      echo "litmus over $1: $2 PEs, $3 bytes of padding: exit code $rc"
      tail -3 "$results/litmus.err"
      return
    fi
    tail -1 "$results/litmus-$1.jsonl"
    first=$(($(tail -1 "$results/litmus-$1.jsonl" | sed 's/.*"number":\([0-9]*\).*/\1/') + 1))
  done
}

litmus() {
  local transport pes pad instances
  [ -x build/litmus ] || { echo "litmus is not built"; failed=1; return; }
  for transport in ${TRANSPORTS:-posix tcp}; do
    rm -f "$results/litmus-$transport.jsonl" "$results/litmus-$transport.txt"
    for pes in $(cat litmus/pes.txt); do
      for pad in ${PADS:-0 131072}; do
        instances=$((pad > 65536 ? (INSTANCES + ${DIVIDE:-10} - 1) / ${DIVIDE:-10} : INSTANCES))
        litmus_job "$transport" "$pes" "$pad" "$instances"
      done
    done
    echo "litmus over $transport: $(grep -c '"kind":"litmus"' "$results/litmus-$transport.jsonl") runs of tests"
  done
}

programs() {
  local name pes announced rc same out transport
  : >"$results/programs.jsonl"
  for transport in ${TRANSPORTS:-posix tcp}; do
    while read -r name pes announced; do
      rc=127 same=null out=build/programs/$name.n$pes.out
      : >"$out"
      : >"$out.err"
      if [ -x "build/programs/$name" ]; then
        (
          transport "$transport"
          exec timeout 60 oshrun -n "$pes" "build/programs/$name"
        ) >"$out" 2>"$out.err" </dev/null
        rc=$?
        if [ -e "programs/$name.n$pes.predicted" ]; then
          same=false
          LC_ALL=C diff <(LC_ALL=C sort "$out") <(LC_ALL=C sort "programs/$name.n$pes.predicted") \
            >"$out.diff" 2>&1 && same=true
        fi
      fi
      printf '{"kind":"program","program":%s,"hash":"%s","setting":"%s","pes":%d,"exit":%d,"as_predicted":%s,"announced":%s,"output":%s,"errors":%s}\n' \
        "$(json_string "$name")" "$(program_text "$name" | sha256sum | cut -d' ' -f1)" "$transport" \
        "$pes" "$rc" "$same" "$(json_string "$announced")" "$(json_string "$(head -c 300 "$out")")" \
        "$(json_string "$(head -c 300 "$out.err")")" >>"$results/programs.jsonl"
      if [ "$rc" -ne 0 ] || [ "$same" = false ]; then
        echo "program $name on $pes PEs over $transport: exit code $rc, as predicted: $same, announced: $announced"
      fi
    done <programs/programs.txt
  done
  echo "$(grep -c '"as_predicted":true' "$results/programs.jsonl") of $(wc -l <"$results/programs.jsonl") program runs print what the model predicts"
}

for step in $steps; do
  case $step in
    litmus) [ ! -e litmus/pes.txt ] || litmus ;;
    programs) [ ! -e programs/programs.txt ] || programs ;;
    *) echo "no such step: $step" >&2; exit 2 ;;
  esac
done
exit $failed
