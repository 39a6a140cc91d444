#!/bin/sh
# Answers the check of haproxy on a node of Galera: 200 if the node is ready, primary and synced, 503 if not. Each
# request starts it with the connection as stdin and stdout: galera-check.socket. Its arguments are options of the client
# `mariadb`.
status='503 Service Unavailable'
# The three that a node has to have. State 4 is synced.
query="SELECT COUNT(*) FROM information_schema.GLOBAL_STATUS WHERE (VARIABLE_NAME, VARIABLE_VALUE) IN
  (('WSREP_READY', 'ON'), ('WSREP_CLUSTER_STATUS', 'Primary'), ('WSREP_LOCAL_STATE', '4'))"

# Reads the request to its empty line: a connection that closes with unread bytes looks broken to haproxy.
while read -r line && [ "${#line}" -gt 1 ]; do :; done

# A frozen server does not answer. The check does not wait for writes that the node still has to apply.
if [ "$(timeout 0.4 mariadb "$@" --init-command='SET SESSION wsrep_sync_wait = 0' --batch --skip-column-names \
  --execute="$query" 2>/dev/null)" = 3 ]; then
  status='200 OK'
fi
printf 'HTTP/1.1 %s\r\nContent-Length: 0\r\nConnection: close\r\n\r\n' "$status"
