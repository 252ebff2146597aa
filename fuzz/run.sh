#!/bin/sh
# Runs fuzz targets from a folder made by `cargo xtask fuzz --package FOLDER`, on a machine that needs no Rust toolchain.
#
#   ./run.sh SECONDS [TARGET...]    runs each target for this time, all targets by default
#   JOBS=8 ./run.sh ...             runs this many targets at the same time, one per core by default
#
# New inputs are kept in corpus/, reports in logs/, inputs that fail in artifacts/. The exit code is 1 if a target failed.
set -u
cd "$(dirname "$0")" || exit 2
seconds=${1:?usage: ./run.sh SECONDS [TARGET...]}
shift
[ $# -gt 0 ] || set -- $(ls seeds)
mkdir -p corpus logs artifacts
[ -e ringside-fuzz ] || { gzip --decompress --keep ringside-fuzz.gz && chmod +x ringside-fuzz; } || exit 2
export seconds
printf '%s\n' "$@" | xargs -P "${JOBS:-$(nproc)}" -I '{}' sh -c '
    mkdir -p "corpus/{}"
    FUZZ_TARGET={} ./ringside-fuzz "corpus/{}" "seeds/{}" -max_total_time="$seconds" -dict=dictionary.txt -timeout=20 \
        -rss_limit_mb=4096 -print_final_stats=1 -artifact_prefix="artifacts/{}-" >"logs/{}.txt" 2>&1
    status=$?
    runs=$(sed -n "s/stat::number_of_executed_units: *//p" "logs/{}.txt")
    if [ "$status" -eq 0 ]; then echo "{}: ok, ${runs:-0} inputs"; else echo "{}: FAILED, see logs/{}.txt"; exit 1; fi
'
status=$?
[ "$status" -eq 0 ] || exit 1
