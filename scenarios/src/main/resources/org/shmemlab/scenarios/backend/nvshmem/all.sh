#!/usr/bin/env bash
# Everything within nine minutes: builds, runs every step within its own limit, and leaves in RESULTS
# at most eight files: all.sh RESULTS
set -uo pipefail
cd "$(dirname "$0")"
[ $# -eq 1 ] || { echo "usage: $0 RESULTS" >&2; exit 2; }
mkdir -p "$1" || exit 2
results=$(cd "$1" && pwd)
work=$(mktemp -d)
end=$((SECONDS + ${LIMIT:-530}))
left() { # seconds for a step: as many as it wants, or as are left
  local there=$((end - SECONDS))
  echo $((there < $1 ? (there > 1 ? there : 1) : $1))
}
{
  date -u +%FT%TZ
  uname -srm
  nvidia-smi --query-gpu=index,name,driver_version,pci.bus_id,clocks.max.sm,memory.total --format=csv 2>&1
  nvidia-smi topo -m 2>&1
  nvidia-smi nvlink -s 2>&1 | head -40
  nvcc --version 2>&1 | tail -2
  env | grep -E '^(NVSHMEM|NCCL|CUDA)' | sort
} >"$results/environment.txt"
{
  echo "== build"
  timeout "$(left 220)" ./build.sh
  echo "== built in $SECONDS s"
  timeout "$(left 170)" ./run.sh "$work" smoke
  LIMIT_LITMUS=$(left 110) timeout "$(left 120)" ./run.sh "$work" litmus
  echo "== $SECONDS s"
  LIMIT_MEASURE=$(left 220) timeout "$(left 230)" ./run.sh "$work" measure
  echo "== $SECONDS s"
  LIMIT_PROGRAMS=$(left 150) timeout "$(left 155)" ./run.sh "$work" programs
  echo "== done in $SECONDS s"
} 2>&1 | tee "$results/log.txt"
{
  for log in build/*.log build/programs/*.log; do
    [ -s "$log" ] && echo "== $log" && head -30 "$log"
  done
} >"$work/build.txt" 2>/dev/null
for file in litmus.jsonl litmus.txt programs.jsonl measure.csv measure.txt build.txt; do
  [ -e "$work/$file" ] && cp "$work/$file" "$results/"
done
rm -rf "$work"
