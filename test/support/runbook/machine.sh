#!/bin/sh
# `machine.sh COMMAND...` runs a command as root of what looks like a machine of its own, for the runbook: with a network
# that has only 127.0.0.1, so that its ports are free, with empty /opt, /usr/src, /var/lib/forgenote, /var/lib/mysql, /run
# and so on, and with a copy of /etc. All that it starts ends with the command, and nothing of it stays.
set -eu

# Besides the network: namespaces end with their last process, and these are its children.
if [ "${1-}" != --inside ]; then
  folder=$(mktemp --directory)
  # Only where they are missing: a mount needs a folder.
  missing=
  for path in /var/lib/forgenote /var/lib/mysql; do [ -e "$path" ] || missing="$missing $path"; done
  # shellcheck disable=SC2064
  trap "rm -rf '$folder'; [ -z '$missing' ] || rmdir $missing" EXIT
  # shellcheck disable=SC2086
  [ -z "$missing" ] || mkdir $missing
  unshare --mount --pid --fork --kill-child sh "$0" --inside "$folder" "$@" &
  machine=$!
  # It ignores SIGTERM. Without it, everything inside is killed.
  trap 'kill -KILL "$machine"' TERM INT HUP
  status=0
  wait "$machine" || status=$?
  wait "$machine" || status=$?
  exit "$status"
fi
folder=$2
shift 2

empty() {
  for path in "$@"; do
    mkdir --parents "$folder$path"
    mount --bind "$folder$path" "$path"
  done
}
copied() {
  for path in "$@"; do
    mkdir --parents "$folder$path"
    cp --archive "$path/." "$folder$path"
    mount --bind "$folder$path" "$path"
  done
}

mount -t proc proc /proc
# In memory, about 0.5 GB: two installations, and the files of MariaDB.
mount -t tmpfs machine "$folder"
# It is often a link into /run.
resolv=$(cat /etc/resolv.conf)
copied /etc /usr/local/bin
rm -f /etc/resolv.conf
echo "$resolv" >/etc/resolv.conf
rm -rf /etc/haproxy /etc/systemd/system
mkdir --parents /etc/haproxy /etc/systemd/system /etc/sysusers.d /etc/tmpfiles.d /etc/cron.d
empty /opt /usr/src /run /var/log /var/lib/mysql
# One file system for data and backups, small enough to be filled.
mkdir "$folder/small"
mount -t tmpfs -o size=64m small "$folder/small"
mkdir "$folder/small/data" "$folder/small/backups"
mount --bind "$folder/small/data" /var/lib/forgenote
mount --bind "$folder/small/backups" /var/backups

# npm installs from the registry, through the network outside.
: >"$folder/network"
mount --bind /proc/self/ns/net "$folder/network"
export RUNBOOK_NETWORK="$folder/network"

exec unshare --net sh -c 'ip link set lo up && ip address add 192.0.2.7/32 dev lo && exec "$@"' sh "$@"
