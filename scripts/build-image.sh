#!/bin/sh
# Builds the container image `forgenote` from the built program: `npm run image` builds the program first. Arguments go
# to `podman build`, such as `--tag registry.example/forgenote:0.1.0`. ENGINE=docker uses Docker.
set -eu
cd "$(dirname "$0")/.."
engine=${ENGINE:-podman}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

tarball=$(node scripts/package.js "$folder")
tar -xzf "$tarball" --directory "$folder"
# Images of the OCI format, which Podman writes by default, have no health check. Docker has no such option.
case $("$engine" --version) in
podman*) set -- --format docker "$@" ;;
esac
"$engine" build --tag forgenote --file deploy/Containerfile "$@" "${tarball%.tar.gz}"
