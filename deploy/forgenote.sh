#!/bin/sh
# /usr/local/bin/forgenote: runs a command of Forgenote as the account of the service, with its settings. The folder of
# the data has them as .env. Paths in the command line are relative to that folder.
cd /var/lib/forgenote || exit 69
exec setpriv --reuid=forgenote --regid=forgenote --init-groups /opt/forgenote/bin/forgenote "$@"
