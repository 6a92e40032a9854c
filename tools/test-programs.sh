#!/usr/bin/env bash
# Installs the programs that the tests use. Required are a browser and OpenSSL. Tests of optional programs are skipped without them:
# headless shell of the browser, bar code reader, PDF reader, proxy, Redis. Does nothing if all are installed.
set -euo pipefail

missing=()
has_browser() { command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null; }
has_browser || missing+=(chromium)
command -v chromium-headless-shell >/dev/null || missing+=(chromium-headless-shell)
command -v openssl >/dev/null || missing+=(openssl)
command -v zbarimg >/dev/null || missing+=(zbar-tools)
command -v pdftotext >/dev/null || missing+=(poppler-utils)
command -v redis-server >/dev/null || missing+=(redis-server)
command -v caddy >/dev/null || missing+=(caddy)
[ ${#missing[@]} -eq 0 ] && exit 0

if ! command -v apt-get >/dev/null; then
  echo "Missing: ${missing[*]}. Install them with the package manager of this system." >&2
else
  as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    if command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
      as_root=(sudo -n)
    else
      echo "Missing: ${missing[*]}. This needs the rights of an administrator: sudo apt-get install -y ${missing[*]}" >&2
      missing=("${missing[@]/#/!}")
    fi
  fi
  if [[ "${missing[0]}" != !* ]]; then
    echo "Installing ${missing[*]}…"
    "${as_root[@]}" apt-get update -qq </dev/null || true
    for package in "${missing[@]}"; do
      "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$package" </dev/null >/dev/null \
        || echo "$package could not be installed" >&2
    done
  fi
fi

if ! has_browser; then
  echo "Without Chromium the browser tests cannot run." >&2
  exit 1
fi
