#!/usr/bin/env bash
# Keeps one comment on a pull request: the first line of the text is the mark by which it is found again. Only a comment of
# a bot is replaced, as anybody may write the mark. Needs curl and jq, which the runners of GitHub have.
set -euo pipefail

mark=$(head -n 1 "$CG_ACTION_COMMENT")
api=${GITHUB_API_URL:-https://api.github.com}/repos/$GITHUB_REPOSITORY/issues
call() {
  curl --silent --show-error --fail --retry 2 \
    --header @- --header "Accept: application/vnd.github+json" "$@" <<<"Authorization: Bearer $GITHUB_TOKEN"
}

body=$(mktemp)
trap 'rm -f "$body"' EXIT
jq --raw-input --slurp '{body: .}' <"$CG_ACTION_COMMENT" >"$body"

known=
for page in 1 2 3 4 5 6 7 8 9 10; do
  comments=$(call "$api/$CG_ACTION_PULL/comments?per_page=100&page=$page")
  known=$(jq --raw-output --arg mark "$mark" \
    'map(select(.user.type == "Bot" and (.body | startswith($mark)))) | .[0].id // empty' <<<"$comments")
  if [ -n "$known" ] || [ "$(jq length <<<"$comments")" -lt 100 ]; then break; fi
done

if [ -n "$known" ]; then
  call --request PATCH --data "@$body" "$api/comments/$known" >/dev/null
  echo "updated comment $known"
else
  call --request POST --data "@$body" "$api/$CG_ACTION_PULL/comments" >/dev/null
  echo "wrote a comment"
fi
