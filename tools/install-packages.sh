#!/usr/bin/env bash
# Installs the packages of package-lock.json: with the argument `run` those of the portal and its web app, with `checks` also those of the
# tests and checks. Does nothing if they are installed. Prints one line, or npm's output on failure.
set -euo pipefail

wanted=$1
stamp=node_modules/.strato-packages
has() { cmp -s package-lock.json "$stamp-$1"; }
has "$wanted" && exit 0

workspaces=()
[ "$wanted" = checks ] && workspaces+=(-w tools/checks)
# portal sources need type stripping and argon2; the npm package `node` is installed only if Node.js lacks them, since it has 189 MB
runs_sources='process.exit(require("node:module").stripTypeScriptTypes && require("node:crypto").argon2 ? 0 : 1)'
# the PATH may begin with the Node.js that an earlier run installed, so its folder is left out
own_path=${PATH//"$PWD/node_modules/.bin:"/}
PATH=$own_path node -e "$runs_sources" || workspaces+=(-w tools/node)
if [ ${#workspaces[@]} -eq 0 ]; then workspaces=(--workspaces=false); else workspaces+=(--include-workspace-root); fi

# `npm ci` deletes node_modules first; `npm install` adds the checks to packages of the same lock file
command=(npm ci)
[ "$wanted" = checks ] && has run && command=(npm install --no-save)

begun=$(date +%s%N)
said=$(mktemp)
trap 'rm -f "$said"' EXIT
[ -t 1 ] && printf '  ... packages'
"${command[@]}" "${workspaces[@]}" --loglevel=error >"$said" 2>&1 || { cat "$said" >&2; exit 1; }
cp package-lock.json "$stamp-run"
[ "$wanted" = checks ] && cp package-lock.json "$stamp-checks"
[ -t 1 ] && printf '\r'
LC_ALL=C printf '  \342\234\223 %-16s %6.1f s\n' packages "$(awk "BEGIN { print ($(date +%s%N) - $begun) / 1e9 }")"
