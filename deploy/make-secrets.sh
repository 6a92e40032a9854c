#!/bin/sh
# Writes the secrets of docker-compose.yml, each in a file of SEGRETI_DIR; files that are there stay as they are.
# Values of an older .env are taken over: set -a; . ./.env; set +a; deploy/make-secrets.sh
set -eu
folder=${SEGRETI_DIR:-$(dirname "$0")/segreti}
umask 077
mkdir -p "$folder"
# nobody else of this machine comes into the folder; the containers' users read the files, which are mounted one by one
chmod 700 "$folder"

random() { od -An -v -N32 -tx1 /dev/urandom | tr -d ' \n'; }
keep() {
  [ -e "$folder/$1" ] && return
  printf %s "$2" > "$folder/.$1"
  chmod 444 "$folder/.$1"
  mv "$folder/.$1" "$folder/$1"
}

keep postgres "${POSTGRES_PASSWORD:-$(random)}"
keep redis "${REDIS_PASSWORD:-$(random)}"
keep segreto "${SEGRETO:-$(random)}"
keep passphrase "${PASSPHRASE:-$(random)}"
keep smtp-url "${SMTP_URL:-smtp://posta:1025}"
keep database-url "postgres://strato_portale:$(random)@postgres:5432/strato"
keep database-url-proprietario "postgres://strato:$(cat "$folder/postgres")@postgres:5432/strato"
keep redis-url "redis://:$(cat "$folder/redis")@redis:6379"
echo "The secrets are in $folder. Keep passphrase and segreto elsewhere too: without them nobody restores a backup."
