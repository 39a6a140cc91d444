#!/bin/sh
# `unpack-debian.sh SUITE PACKAGE FOLDER` unpacks a package of another Debian suite, with all it depends on, into a new
# folder for `chroot`. It uses the mirror of this machine and installs nothing. It needs root on Debian.
set -eu

suite=$1 package=$2 folder=$3
log=$(mktemp)
work=$(mktemp --directory)
trap 'rm -rf "$log" "$work"' EXIT

fail() {
  echo "$1" >&2
  cat "$log" >&2
  exit 1
}

# The mirror from which this machine gets Debian itself: its security updates have another label.
mirror_of_this_machine() {
  apt-get indextargets --format '$(LABEL) $(REPO_URI)' 'Created-By: Packages' |
    awk '$1 == "Debian" { print $2; exit }'
}

mirror=$(mirror_of_this_machine)
if [ -z "$mirror" ]; then
  # A new machine has not loaded the lists yet, which have the labels.
  apt-get update >"$log" 2>&1 || fail 'apt-get update fails:'
  mirror=$(mirror_of_this_machine)
fi
[ -n "$mirror" ] || fail "The sources of apt name no mirror of Debian, from which $package could come."

mkdir --parents "$work/lists/partial" "$work/archives/partial" "$work/preferences"
: >"$work/status"
keyring=/usr/share/keyrings/debian-archive-keyring.gpg
echo "deb [signed-by=$keyring] $mirror $suite main" >"$work/sources.list"
# A private apt: it knows no installed package, so it loads every dependency. A mirror that is frozen for a while serves
# lists that are signed but too old.
cat >"$work/apt.conf" <<CONFIG
Dir::Etc::sourcelist "$work/sources.list";
Dir::Etc::sourceparts "-";
Dir::Etc::preferencesparts "$work/preferences";
Dir::State::lists "$work/lists";
Dir::State::status "$work/status";
Dir::Cache::archives "$work/archives";
APT::Install-Recommends "false";
APT::Sandbox::User "root";
Acquire::Check-Valid-Until "false";
Acquire::Languages "none";
Acquire::Retries "3";
CONFIG
export APT_CONFIG="$work/apt.conf"
timeout 120 apt-get update >"$log" 2>&1 || fail "The package lists of $suite cannot be loaded:"
timeout 300 apt-get install --download-only --yes "$package" >"$log" 2>&1 ||
  fail "The package $package of $suite cannot be loaded:"

# Packages expect these links, which the package base-files has on an installed system.
root=$work/root
mkdir --parents "$root/usr"
for name in bin sbin lib lib64; do ln -s "usr/$name" "$root/$name"; done
mkdir --mode=1777 "$root/tmp"
for archive in "$work"/archives/*.deb; do
  dpkg-deb --extract "$archive" "$root" >"$log" 2>&1 || fail "$archive cannot be unpacked:"
done
mkdir --parents "$(dirname "$folder")"
mv --no-target-directory "$root" "$folder"
