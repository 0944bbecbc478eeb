#!/usr/bin/env bash
# Makes the bundle of a pull request with its page and its comment. Everything arrives in variables, so that no text of an
# event is read as a command. The exit code goes to an output: the job uploads and comments before the gate fails it.
set -euo pipefail

program=${CG_BUNDLE:-cg-bundle}
temp=${RUNNER_TEMP:-${TMPDIR:-/tmp}}
out=$temp/cg-bundle
mkdir -p "$out" "$temp/cg-bundle-store"
rm -f "$out"/*

call=(-C "${CG_ACTION_ROOT:-.}" --message-format github --store "$temp/cg-bundle-store/store.db")
while IFS= read -r argument; do
  [ -z "$argument" ] || call+=("$argument")
done <<<"${CG_ACTION_ARGUMENTS:-}"
has_from=
while IFS= read -r text; do
  [ -z "$text" ] || { call+=(--from "$text"); has_from=1; }
done <<<"${CG_ACTION_FROM:-}"
if [ -z "$has_from" ] && [ -n "${CG_ACTION_BASE:-}" ]; then
  head=${CG_ACTION_HEAD:-HEAD}
  # A checkout of depth 1 has neither side; the merge base needs both, with what lies between.
  git -C "${CG_ACTION_ROOT:-.}" merge-base "$CG_ACTION_BASE" "$head" >/dev/null 2>&1 ||
    git -C "${CG_ACTION_ROOT:-.}" fetch --quiet --no-tags --depth=500 origin "$CG_ACTION_BASE" "$head" ||
    echo "::warning title=cg-bundle::the commits of the pull request cannot be fetched; check out with fetch-depth: 0"
  call+=(--from "diff:$CG_ACTION_BASE...$head")
fi

manifest=${CG_ACTION_MANIFEST:-pr-review}
code=0
"$program" "${call[@]}" "$manifest" -o "$out/bundle.json" || code=$?
if [ "$code" = 0 ]; then
  # The same answer in another form, and the gate, which leaves its reason as an annotation.
  "$program" -q "${call[@]}" "$manifest" -o "$out/bundle.md"
  "$program" -q report "$out/bundle.json" -o "$out/report.html"
  "$program" -q report "$out/bundle.json" --format comment -o "$out/comment.md"
  if [ -n "${CG_ACTION_FAIL_ON:-}" ]; then
    "$program" -q "${call[@]}" "$manifest" --fail-on "$CG_ACTION_FAIL_ON" -o "$out/bundle.json" || code=$?
  fi
fi

if [ -f "$out/bundle.json" ]; then
  field() { sed -n "s/^  \"$1\": \"\([a-z0-9_]*\)\",\{0,1\}\$/\1/p" "$out/bundle.json" | head -n 1; }
  {
    echo "status=$(field status)"
    echo "seal=$(field seal)"
  } >>"$GITHUB_OUTPUT"
  [ -z "${GITHUB_STEP_SUMMARY:-}" ] || cat "$out/comment.md" >>"$GITHUB_STEP_SUMMARY"
fi
echo "bundle=$out" >>"$GITHUB_OUTPUT"
echo "code=$code" >>"$GITHUB_OUTPUT"
