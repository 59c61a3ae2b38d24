#!/usr/bin/env bash
# All benchmarks in simulated time: simulate.sh RESULTS [PLATFORM].
#
# RESULTS gets perftest.csv, a row of each loop, as measure.sh writes it, and log.txt. A
# part of measure.sh, at most 16 KiB (on streams 1 MiB), two numbers of threads and of blocks, is enough to see the
# error of every test, and takes six minutes on two cores:
#
#   benchmarks/simulate.sh /tmp/simulated
#   shmemlab accuracy results/h200-x2-perftest-1 results/h200-x2-perftest-2 --printed /tmp/simulated
#
# PES is the number of PEs (2); above 2, only what takes more runs.
set -euo pipefail
[ $# -ge 1 ] || { echo "usage: $0 RESULTS [PLATFORM]" >&2; exit 2; }
results=$1 platform=${2:-h200-nvlink-measured} pes=${PES:-2}
benchmarks=$(cd "$(dirname "$0")" && pwd)
shmemlab=${SHMEMLAB:-$benchmarks/../shmemlab}
mkdir -p "$results"
rows=$results/perftest.csv
: >"$results/log.txt"
echo "test,type,scope,pes,blocks,threads,bytes,iterations,warmup,times,loop_us,min_us,max_us,value,unit,wrong" >"$rows"

bench() {
  local begin=$SECONDS rc=0
  "$shmemlab" run "$benchmarks/$1.cu" -n "$pes" --platform "$platform" -- "${@:2}" -v \
    >"$results/tables.txt" 2>>"$results/log.txt" || rc=$?
  sed -n 's/^row,//p' "$results/tables.txt" >>"$rows"
  echo "$* : exit code $rc, $((SECONDS - begin)) s, $(wc -l <"$rows") rows"
  return $rc
}

{
  bench nothing -c 1,4 -t 32,256
  bench collectives -e 16K -t 32,256
  if [ "$pes" -eq 2 ]; then
    bench latency -e 16K -t 32,256
    bench ping_pong -e 16K -t 32,256
    bench atomics -e 16K -c 1,4 -t 32,256
    bench rma_bw -e 16K -c 1,4 -t 32,256
    bench word_bw -e 16K -c 1,4 -t 32,256
    bench on_stream -e 1M
  else
    for test in barrier_all sync_all broadcast fcollect alltoall reduction; do
      bench on_stream "${test}_on_stream" -e 1M
    done
  fi
  rm "$results/tables.txt"
} 2>&1 | tee -a "$results/log.txt"
