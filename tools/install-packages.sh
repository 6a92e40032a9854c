#!/usr/bin/env bash
# Installs the packages of package-lock.json: `run` for the portal and its web app, `checks` for the tests
# and checks too. Does nothing when they are there; prints one line, or what npm said when it fails.
set -euo pipefail

wanted=$1
stamp=node_modules/.strato-packages
has() { cmp -s package-lock.json "$stamp-$1"; }
has "$wanted" && exit 0

workspaces=()
[ "$wanted" = checks ] && workspaces+=(-w tools/checks)
# the sources need type stripping and argon2; the `node` package is 189 MB
runs_sources='process.exit(require("node:module").stripTypeScriptTypes && require("node:crypto").argon2 ? 0 : 1)'
# the machine's own is asked, not the one that an earlier run of this script has put before it on the PATH
own_path=${PATH//"$PWD/node_modules/.bin:"/}
PATH=$own_path node -e "$runs_sources" || workspaces+=(-w tools/node)
if [ ${#workspaces[@]} -eq 0 ]; then workspaces=(--workspaces=false); else workspaces+=(--include-workspace-root); fi

# `npm ci` starts from nothing; what `run` has installed of the same lock file is added to
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
