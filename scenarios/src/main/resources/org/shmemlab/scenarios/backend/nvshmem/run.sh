#!/usr/bin/env bash
# Runs the output of build.sh: run.sh RESULTS [smoke] [litmus] [programs] [measure]; all of them where
# none is named. LIMIT_... are seconds for a whole step, PES_PER_GPU allows more PEs than GPUs.
set -uo pipefail
cd "$(dirname "$0")"
[ $# -ge 1 ] || { echo "usage: $0 RESULTS [smoke] [litmus] [programs] [measure]" >&2; exit 2; }
mkdir -p "$1" || exit 2
results=$(cd "$1" && pwd)
shift
. ./env.sh
steps=${*:-smoke litmus programs measure}
[ "$GPUS" -ge 1 ] || { echo "no GPU: nvidia-smi lists none" >&2; exit 2; }
most_pes=$((GPUS * ${PES_PER_GPU:-1}))
failed=0

# Which way of starting works here is found out once: the interface of the unique id, and how memory
# is shared between processes.
smoke() {
  local pes=$GPUS variant
  [ "$pes" -gt 1 ] || pes=$most_pes
  rm -f build/bootstrap.sh
  for variant in "" "NVSHMEM_BOOTSTRAP_UID_SOCK_IFNAME=lo" "NVSHMEM_DISABLE_CUDA_VMM=1" \
    "NVSHMEM_BOOTSTRAP_UID_SOCK_IFNAME=lo NVSHMEM_DISABLE_CUDA_VMM=1"; do
    if env $variant build/launch -n "$pes" -t 40 -g "$GPUS" build/smoke >"$results/smoke.txt" 2>&1; then
      for setting in $variant; do
        echo "export $setting"
      done >build/bootstrap.sh
      echo "smoke: $pes PEs start${variant:+ with $variant}"
      cat "$results/smoke.txt"
      . build/bootstrap.sh
      return
    fi
    echo "smoke: does not start with '${variant:-the default settings}':"
    tail -5 "$results/smoke.txt"
  done
  failed=1
}

litmus() {
  local pes first rc end=$((SECONDS + ${LIMIT_LITMUS:-150}))
  rm -f "$results/litmus.jsonl"
  : >"$results/litmus.txt"
  for pes in $(cat litmus/pes.txt); do
    if [ "$pes" -gt "$most_pes" ]; then
      echo "litmus: tests with $pes PEs need $pes GPUs, here are $GPUS" | tee -a "$results/litmus.txt"
      continue
    fi
    first=0
    while [ "$SECONDS" -lt "$end" ]; do
      build/launch -n "$pes" -t $((end - SECONDS + 1)) -g "$GPUS" build/litmus \
        -o "$results/litmus.jsonl" -i "$INSTANCES" -s "$SEED" -a "$first" -w 20 \
        >>"$results/litmus.txt" 2>"$results/litmus.err"
      rc=$?
      [ "$rc" -eq 0 ] && break
      failed=1
      tail -3 "$results/litmus.err"
      if tail -1 "$results/litmus.jsonl" | grep -q '"number"'; then # go on after that test
        first=$(($(tail -1 "$results/litmus.jsonl" | sed 's/.*"number":\([0-9]*\).*/\1/') + 1))
        echo "litmus: $(tail -1 "$results/litmus.jsonl")"
      else
        echo "litmus: $pes PEs: exit code $rc"
        break
      fi
    done
  done
  grep -c '"kind":"litmus"' "$results/litmus.jsonl" | sed 's/$/ litmus tests ran/'
}

# One program on one number of PEs; its line of results goes to the standard output.
program() {
  local name=$1 pes=$2 announced=$3 rc=127 same=null out=build/programs/$1.n$2.out
  if [ -x "build/programs/$name" ]; then
    build/launch -n "$pes" -t "${LIMIT_PROGRAM:-25}" -g "$GPUS" "build/programs/$name" \
      >"$out" 2>"$out.err" </dev/null
    rc=$?
    if [ -e "programs/$name.n$pes.predicted" ]; then
      same=false
      LC_ALL=C diff <(LC_ALL=C sort "$out") <(LC_ALL=C sort "programs/$name.n$pes.predicted") \
        >"$out.diff" 2>&1 && same=true
    fi
  else
    : >"$out"
    echo "not built" >"$out.err"
  fi
  printf '{"kind":"program","program":%s,"hash":"%s","pes":%d,"exit":%d,"as_predicted":%s,"announced":%s,"output":%s,"errors":%s}\n' \
    "$(json_string "$name")" "$(program_text "$name" | sha256sum | cut -d' ' -f1)" "$pes" "$rc" \
    "$same" "$(json_string "$announced")" "$(json_string "$(head -c 300 "$out")")" \
    "$(json_string "$(head -c 300 "$out.err")")"
}
export -f program program_text json_string
export GPUS

# Each on the largest number of PEs that is here (PROGRAMS=all: on every number), some at a time.
programs() {
  awk -v most="$most_pes" -v all="${PROGRAMS:-largest}" '
    $2 <= most { if (all == "all") print; else { if (!($1 in line)) order[n++] = $1; line[$1] = $0 } }
    $2 > most { few[$1] = 1 }
    END { for (i = 0; i < n; i++) print line[order[i]] }' programs/programs.txt >build/chosen.txt
  timeout "${LIMIT_PROGRAMS:-150}" xargs -P "${PARALLEL:-4}" -L1 bash -c 'program "$@"' _ \
    <build/chosen.txt >"$results/programs.jsonl"
  [ $? -eq 124 ] && { echo "programs: out of time"; failed=1; }
  grep -v '"exit":0,"as_predicted":true' "$results/programs.jsonl" |
    sed 's/.*"program":"\([^"]*\)".*"pes":\([0-9]*\),\("exit":.*\),"output".*/\1 on \2 PEs: \3/'
  echo "$(grep -c '"as_predicted":true' "$results/programs.jsonl") of $(wc -l <build/chosen.txt) programs print what the model predicts"
}

measure() {
  local rc
  LIMIT_MEASURE=${LIMIT_MEASURE:-240}
  build/launch -n "$GPUS" -t "$LIMIT_MEASURE" -g "$GPUS" build/measure -o "$results/measure.csv" \
    -w $((LIMIT_MEASURE - 15)) >"$results/measure.txt" 2>&1
  rc=$?
  tail -5 "$results/measure.txt"
  echo "measure: $(grep -vc '^#' "$results/measure.csv" 2>/dev/null) rows, exit code $rc"
  [ "$rc" -eq 0 ] || failed=1
}

for step in $steps; do
  case $step in
    smoke) if [ -x build/smoke ]; then smoke; else echo "smoke is not built"; failed=1; fi ;;
    litmus) [ -e litmus/pes.txt ] && { if [ -x build/litmus ]; then litmus; else echo "litmus is not built"; failed=1; fi; } ;;
    programs) [ -e programs/programs.txt ] && programs ;;
    measure) [ -d measure ] && { if [ -x build/measure ]; then measure; else echo "measure is not built"; failed=1; fi; } ;;
    *) echo "no such step: $step" >&2; exit 2 ;;
  esac
done
exit $failed
