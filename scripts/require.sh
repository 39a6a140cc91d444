#!/bin/sh
# `require.sh peers`, `runners`, `mariadb`, `mysql`, `torture`, `galera` and `runbook` provide what those tests need besides
# Node. Root on Debian gets it installed and started. Anybody else is told what is missing, in one sentence, and the script
# fails.
set -eu

default_url=mariadb://root@127.0.0.1:3306
url=${TEST_MARIADB_URL:-$default_url}
default_mysql_url=mysql://root@127.0.0.1:3307
mysql_url=${TEST_MYSQL_URL:-$default_mysql_url}
# Everything of the MySQL server for tests: delete the folder to get a new one.
mysql_folder=/var/cache/forgenote/mysql
# Each service opens up to 42 connections, and five test files run at a time. Some start several services.
max_connections=500
# What a failed command said.
log=$(mktemp)
trap 'rm -f "$log"' EXIT

fail() {
  echo "$1" >&2
  cat "$log" >&2
  exit 1
}

is_root() { [ "$(id -u)" = 0 ]; }
is_debian() { command -v apt-get >/dev/null; }

install_packages() {
  { apt-get update && DEBIAN_FRONTEND=noninteractive \
    apt-get install --yes --no-install-recommends "$@"; } >"$log" 2>&1 ||
    fail "apt-get cannot install $*:"
  : >"$log"
}

# The packages whose programs are missing, by the paths the tests use.
missing_peers() {
  [ -x /usr/bin/bash ] || echo bash
  [ -x /usr/bin/curl ] || echo curl
  [ -x /usr/bin/ssh-keygen ] || echo openssh-client
  [ -x /usr/sbin/sshd ] || echo openssh-server
  [ -x /usr/bin/chromium ] || echo chromium
  [ -x /usr/bin/openssl ] || echo openssl
  [ -x /usr/bin/redis-server ] || echo redis-server
  [ -x /usr/bin/promtool ] || echo prometheus
  [ -x /usr/sbin/slapd ] || echo slapd
  [ -x /usr/sbin/ns-slapd ] || echo 389-ds-base
  [ -x /usr/sbin/nginx ] || echo nginx-light
  [ -x /usr/sbin/haproxy ] || echo haproxy
  [ -x /usr/bin/systemd-analyze ] || echo systemd
  [ -x /usr/bin/strace ] || echo strace
  [ -x /usr/bin/podman ] || echo podman
  [ -x /usr/sbin/runc ] || echo runc
  [ -x /usr/bin/podman-compose ] || echo podman-compose
  /usr/bin/python3 -c 'import aiosmtpd' 2>/dev/null || echo python3-aiosmtpd
  ruby -e "require 'gitlab'" 2>/dev/null || echo ruby-gitlab
  /usr/bin/python3 -c 'import gitlab' 2>/dev/null || echo python3-gitlab
  /usr/bin/perl -MGitLab::API::v4 -e 1 2>/dev/null || echo libgitlab-api-v4-perl
}

require_peers() {
  is_root || fail 'These tests start an sshd and LDAP servers: run them as root.'
  # shellcheck disable=SC2046
  set -- $(missing_peers)
  [ $# -gt 0 ] || return 0
  is_debian || fail "These tests need the programs of these Debian packages: $*."
  # The tests start slapd with a configuration of their own. Without one the package starts no server.
  case " $* " in
    *' slapd '*) echo slapd slapd/no_configuration boolean true | debconf-set-selections ;;
  esac
  install_packages "$@"
  # shellcheck disable=SC2046
  set -- $(missing_peers)
  [ $# = 0 ] || fail "These packages are installed, but their programs are not where Debian has them: $*."
}

missing_runners() {
  python3 -m pytest --version >/dev/null 2>&1 || echo python3-pytest
  ruby -e "require 'minitest'" 2>/dev/null || echo ruby ruby-minitest
}

require_runners() {
  # shellcheck disable=SC2046
  set -- $(missing_runners)
  [ $# -gt 0 ] || return 0
  is_root && is_debian || fail "The examples of test runners need the programs of these Debian packages: $*."
  install_packages "$@"
}

has_faketime() { ls /usr/lib/*/faketime/libfaketime.so.1 >/dev/null 2>&1; }

require_torture() {
  is_root || fail 'These tests mount a small file system: run them as root.'
  require_mariadb
  if has_faketime; then return; fi
  is_debian || fail "These tests need Debian's package libfaketime."
  install_packages libfaketime
}

missing_for_galera() {
  [ -e /usr/lib/galera/libgalera_smm.so ] || echo galera-4
  [ -x /usr/sbin/haproxy ] || echo haproxy
  # For state transfers.
  [ -x /usr/bin/rsync ] || echo rsync
  [ -x /usr/bin/ss ] || echo iproute2
  [ -x /usr/bin/systemd-socket-activate ] || echo systemd
}

require_galera() {
  is_root || fail 'These tests start haproxy, which changes its account: run them as root.'
  # It also opens a server that it installs to the other tests.
  [ -x /usr/sbin/mariadbd ] || require_mariadb
  # shellcheck disable=SC2046
  set -- $(missing_for_galera)
  [ $# -gt 0 ] || return 0
  is_debian || fail "These tests need the programs of these Debian packages: $*."
  install_packages "$@"
}

# Whether the server at this URL answers the driver of the tests: an open port is not yet an answer.
answers() {
  SERVER_URL=$1 node --input-type=module --eval '
    import { createConnection } from "mysql2/promise";
    try {
      const connection = await createConnection(process.env.SERVER_URL);
      await connection.query("SELECT 1");
      await connection.end();
    } catch ({ message }) {
      console.error(message);
      process.exitCode = 1;
    }
  ' >"$log" 2>&1
}

# Tries for at most a minute.
eventually() {
  for _ in $(seq 60); do
    if "$@"; then return; fi
    sleep 1
  done
  return 1
}

# Debian lets root in through the socket only, and the tests come over TCP. 127.0.0.1 is `localhost` unless the
# server resolves no names.
open_to_tests() {
  mariadb --protocol=socket --user=root --execute="
    SET GLOBAL max_connections = $max_connections;
    CREATE USER IF NOT EXISTS root@127.0.0.1;
    GRANT ALL ON *.* TO root@127.0.0.1 WITH GRANT OPTION;
    ALTER USER root@localhost
      IDENTIFIED VIA unix_socket OR mysql_native_password USING PASSWORD('');
  " >"$log" 2>&1
}

start_mariadb() {
  installed=no
  if [ ! -x /usr/sbin/mariadbd ]; then
    install_packages mariadb-server
    installed=yes
  fi
  [ -d /run/mysqld ] || install --directory --owner=mysql --group=mysql /run/mysqld
  # With an init system the package has started it, in a container it has not.
  start-stop-daemon --start --oknodo --background --exec /usr/sbin/mariadbd -- --user=mysql \
    --max-connections=$max_connections
  # Only a server that was not here before: any other may hold somebody's data.
  [ $installed = no ] || eventually open_to_tests || fail 'MariaDB does not let root in:'
}

require_mariadb() {
  if answers "$url"; then return; fi
  # The caller starts the server the caller named. A server that refuses us is running.
  if [ "$url" = "$default_url" ] && grep -q ECONNREFUSED "$log"; then
    if ! { is_root && is_debian; }; then
      fail 'These tests need MariaDB at 127.0.0.1:3306, or at the URL in TEST_MARIADB_URL:'
    fi
    start_mariadb
    if eventually answers "$url"; then return; fi
  fi
  fail "MariaDB does not answer at ${url##*@}:"
}

# The test server of MySQL runs in its folder with the libraries of its suite, as nobody.
mysqld_in_folder="chroot --userspec=65534:65534 $mysql_folder/root /usr/sbin/mysqld --no-defaults --datadir=/data"

# `signed NAME HOST`: a certificate of the test authority for a host.
signed() {
  openssl req -newkey rsa:2048 -nodes -subj "/CN=$2" -keyout "$1.key" -out "$1.csr" &&
    echo "subjectAltName = DNS:$2" >"$1.ext" &&
    openssl x509 -req -in "$1.csr" -CA ca.pem -CAkey ca.key -CAcreateserial -days 3650 -extfile "$1.ext" -out "$1.pem"
}

# One certificate for the host of the tests, and one for another host.
create_certificates() (
  cd "$mysql_folder/root/tls"
  {
    openssl req -x509 -newkey rsa:2048 -nodes -subj '/CN=Forgenote test' -days 3650 -keyout ca.key -out ca.pem &&
      signed server localhost && signed other other.example && chmod 644 ./*
  } >"$log" 2>&1 || fail 'openssl cannot create certificates:'
)

create_mysql() {
  [ -x /usr/bin/openssl ] || install_packages openssl
  rm -rf "$mysql_folder"
  sh "$(dirname "$0")/unpack-debian.sh" unstable mysql-server-core "$mysql_folder/root" || exit 1
  mkdir "$mysql_folder/root/tls"
  create_certificates
  install --directory --owner=65534 --group=65534 "$mysql_folder/root/data" "$mysql_folder/root/run"
  # shellcheck disable=SC2086
  timeout 120 $mysqld_in_folder --initialize-insecure >"$log" 2>&1 || fail 'MySQL cannot create its data:'
  # Written last: without it the next run starts again.
  : >"$mysql_folder/complete"
}

# The port after that of the tests has the certificate for another host. Nothing here has to survive a crash.
start_mysql() {
  # shellcheck disable=SC2086
  setsid $mysqld_in_folder --log-error=/data/error.log --pid-file=/run/mysqld.pid --mysqlx=OFF --disable-log-bin \
    --secure-file-priv=NULL --innodb-flush-method=nosync --innodb-flush-log-at-trx-commit=0 --innodb-doublewrite=OFF \
    --bind-address=127.0.0.1 --port=3307 --socket=/run/mysqld.sock \
    --max-connections=$max_connections \
    --ssl-ca=/tls/ca.pem --ssl-cert=/tls/server.pem --ssl-key=/tls/server.key \
    --admin-address=127.0.0.1 --admin-port=3308 \
    --admin-ssl-ca=/tls/ca.pem --admin-ssl-cert=/tls/other.pem --admin-ssl-key=/tls/other.key \
    </dev/null >/dev/null 2>&1 &
}

require_mysql() {
  if answers "$mysql_url"; then return; fi
  if [ "$mysql_url" = "$default_mysql_url" ] && grep -q ECONNREFUSED "$log"; then
    if ! { is_root && is_debian; }; then
      fail 'These tests need MySQL at 127.0.0.1:3307, or at the URL in TEST_MYSQL_URL:'
    fi
    [ -e "$mysql_folder/complete" ] || create_mysql
    start_mysql
    if eventually answers "$mysql_url"; then return; fi
    tail -5 "$mysql_folder/root/data/error.log" >"$log" 2>&1
  fi
  fail "MySQL does not answer at ${mysql_url##*@}:"
}

# Debian's systemctl for machines without systemd. It cannot be installed beside systemd, so it is only unpacked.
systemctl_folder=/var/cache/forgenote/systemctl

get_systemctl() {
  work=$(mktemp --directory)
  { apt-get update && (cd "$work" && apt-get download systemctl) &&
    dpkg-deb --extract "$work"/systemctl_*.deb "$work/root" &&
    mkdir --parents "$(dirname "$systemctl_folder")" &&
    mv --no-target-directory "$work/root" "$systemctl_folder"; } >"$log" 2>&1 ||
    fail "Debian's package systemctl cannot be loaded:"
  rm -rf "$work"
  : >"$log"
}

missing_for_runbook() {
  [ -x /usr/bin/bash ] || echo bash
  [ -x /usr/bin/curl ] || echo curl
  [ -x /usr/bin/openssl ] || echo openssl
  [ -x /usr/sbin/haproxy ] || echo haproxy
  [ -x /usr/bin/systemd-sysusers ] || echo systemd
  [ -x /usr/bin/python3 ] || echo python3
  command -v ip >/dev/null || echo iproute2
}

require_runbook() {
  is_root && is_debian || fail 'The runbook is for Debian, and the test makes a machine for it: run it as root on Debian.'
  # shellcheck disable=SC2046
  set -- $(missing_for_runbook)
  [ $# = 0 ] || install_packages "$@"
  [ -x /usr/sbin/mariadbd ] || require_mariadb
  [ -x "$systemctl_folder/usr/bin/systemctl" ] || get_systemctl
  unshare --mount --net --pid --fork true 2>"$log" ||
    fail 'The test makes a machine of namespaces, which this one does not allow:'
}

"require_$1"
