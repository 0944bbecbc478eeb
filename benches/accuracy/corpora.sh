#!/usr/bin/env bash
# Brings the public code that the oracles are about: benches/accuracy/corpora.sh DIR
# Needs git, pip and a network. Nothing of it belongs into this repository.
set -euo pipefail
mkdir -p "$1" && cd "$1"

sdist() { # NAME VERSION: the source distribution, as a git checkout of one commit
    [ -d "$1-$2" ] && return
    pip download --quiet --no-deps --no-binary :all: --dest sdist "$1==$2"
    mkdir "$1-$2" && tar xzf sdist/*.tar.gz --strip-components 1 -C "$1-$2" && rm -r sdist
    (cd "$1-$2" && git init -q && git add -A && git -c user.name=x -c user.email=x@x commit -qm "$1 $2")
}

at() { # OWNER/NAME COMMIT
    local name=${1#*/}
    [ -d "$name" ] || git clone --quiet "https://github.com/$1" "$name"
    git -C "$name" checkout --quiet "$2"
}

sdist Django 5.2
sdist werkzeug 3.1.9
sdist requests 2.32.4
at excalidraw/excalidraw 4872083
at gin-gonic/gin dcaa429
at tokio-rs/tokio ea91b33
at square/okhttp parent-5.3.2
