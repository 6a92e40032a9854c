#!/usr/bin/env bash
# The packages of package-lock.json, and one line that says so; what npm says is shown where it fails.
set -euo pipefail

say() { printf '  \342\234\223 %-16s %6.1f s\n' packages "$(awk "BEGIN { print ($(date +%s%N) - $1) / 1e9 }")"; }

begun=$(date +%s%N)
said=$(mktemp)
trap 'rm -f "$said"' EXIT
[ -t 1 ] && printf '  ... packages'
npm ci --loglevel=error >"$said" 2>&1 || { cat "$said" >&2; exit 1; }
cp package-lock.json node_modules/.strato-package-lock.json
[ -t 1 ] && printf '\r'
LC_ALL=C say "$begun"
