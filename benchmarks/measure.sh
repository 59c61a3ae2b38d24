#!/usr/bin/env bash
# The sweep of all benchmarks on PES GPUs (2): measure.sh PROGRAMS LAUNCH RESULTS [SECONDS].
#
# PROGRAMS holds the compiled benchmarks, LAUNCH starts a job ("launch -n 2 -t SECONDS PROGRAM ...", as
# shmemlab native emit writes it). RESULTS gets environment.txt, perftest.csv (a row of each loop),
# device.csv, tables.txt (what the programs print) and log.txt.
set -uo pipefail
[ $# -ge 3 ] || { echo "usage: $0 PROGRAMS LAUNCH RESULTS [SECONDS]" >&2; exit 2; }
pes=${PES:-2}
programs=$1 launch=$2 results=$3 end=$((SECONDS + ${4:-500}))
mkdir -p "$results"
rows=$results/perftest.csv
{
  date -u +%FT%TZ
  uname -srm
  nvidia-smi --query-gpu=index,name,uuid,driver_version,pci.bus_id,clocks.max.sm,memory.total --format=csv
  nvidia-smi topo -m | sed 's/\x1b\[[0-9;]*m//g'
  nvcc --version | tail -2
  env | grep -E '^(NVSHMEM|NCCL|CUDA)' | sort
} >"$results/environment.txt" 2>&1
echo "group,what,blocks,threads,bytes,width,samples,median,min,max,unit" >"$results/device.csv"
echo "test,type,scope,pes,blocks,threads,bytes,iterations,warmup,times,loop_us,min_us,max_us,value,unit,wrong" >"$rows"

# One program with its options, for so many seconds at most.
bench() {
  local limit=$1 left=$((end - SECONDS)) begin=$SECONDS rc
  shift
  [ "$left" -gt 5 ] || { echo "left out: $*"; return; }
  "$launch" -n "$pes" -t $((limit < left ? limit : left)) -g "$pes" "$programs/$1" "${@:2}" -r 3 -m 20 -v \
    2>>"$results/log.txt" | tee >(sed -n 's/^row,//p' >>"$rows") | grep -v '^row,' >>"$results/tables.txt"
  rc=${PIPESTATUS[0]}
  echo "$* : exit code $rc, $((SECONDS - begin)) s, $(wc -l <"$rows") rows"
}

{
  timeout 100 "$programs/device" -m 90 -o "$results/device.csv"
  echo "device: exit code $?, $SECONDS s, $(wc -l <"$results/device.csv") rows"
  all=1,32,64,128,256,512,1024
  bench 60 nothing -n 1,10,100 -c 1,2,4,8,16,32,64 -t $all
  bench 60 latency -e 32M -n 10,100 -t $all
  bench 60 ping_pong -e 32M -n 10,100 -t $all
  bench 60 atomics -n 10,100 atomic_latency
  bench 120 collectives -e 32M -n 10 -t $all
  bench 60 on_stream -e 32M -n 10,100
  bench 120 rma_bw -e 32M -n 10 -c 1,2,4,8,16,32,64 -t $all
  bench 120 word_bw -e 32M -n 10 -c 1,4,16,32,64 -t $all
  bench 60 atomics -e 4M -n 10,100 -c 1,4,32 -t 32,256,1024
  bench 40 rma_bw -e 32M -n 100 -c 4,32 -t 256,1024
  bench 40 collectives -e 4M -n 100 -t 32,256,512,1024
  bench 30 word_bw -e 4M -n 100 -c 4,32 -t 256,1024
} 2>&1 | tee -a "$results/log.txt"
