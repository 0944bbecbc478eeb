#!/usr/bin/env bash
# Measures whole commands against named peers on a repository: user+sys CPU and peak memory, medians of several runs.
#
#     benches/peers.sh REPOSITORY [RUNS]
#
# Needs GNU time. Cold: against a parse of the same bytes and nothing else (`cargo run --release --example parse_only`),
# and, where it is installed, against codegraph (`npm i @colbymchenry/codegraph`, telemetry off). Warm: against
# `git status`.
set -euo pipefail
repository=$(cd "$1" && pwd)
runs=${2:-5}
here=$(cd "$(dirname "$0")/.." && pwd)
cargo build --release --quiet --manifest-path "$here/Cargo.toml" --bin cg-bundle --example parse_only
target=${CARGO_TARGET_DIR:-$here/target}
bundle=$target/release/cg-bundle

# median NAME COMMAND…: one line of figures; $prepare runs before each run and is not counted.
median() {
    local name=$1
    shift
    for _ in $(seq "$runs"); do
        eval "${prepare:-true}"
        /usr/bin/time -f '%U %S %e %M' "$@" 2>&1 >/dev/null | tail -1
    done | sort -n | awk -v name="$name" '{ cpu[NR] = $1 + $2; wall[NR] = $3; peak[NR] = $4 }
        END { m = int((NR + 1) / 2); printf "%-28s cpu %7.3f s  wall %7.3f s  peak %6.1f MB\n", name, cpu[m], wall[m], peak[m] / 1024 }'
}

cd "$repository"
prepare="rm -rf .cg-bundle" median "cold index" "$bundle" index -q
median "parse only, one thread" "$target/release/examples/parse_only" .
if command -v codegraph >/dev/null; then
    export CODEGRAPH_TELEMETRY=0 CODEGRAPH_NO_DOWNLOAD=1
    prepare="rm -rf .codegraph" median "codegraph init" codegraph init -y .
fi
"$bundle" index -q >/dev/null
median "warm bundle" "$bundle" "$here/manifests/onboarding.yaml" -q
median "git status" git status
