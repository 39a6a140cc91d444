"""What the programs for Debian's python3-gitlab share: what they start from, as JSON on stdin, and clients of the service."""

import json
import sys

import gitlab

GIVEN = json.load(sys.stdin)


def client_of(name, **options):
    client = gitlab.Gitlab(GIVEN["url"], private_token=GIVEN[name], **options)
    # The library knows only version 4 and has no parameter for the path.
    client._url = GIVEN["url"] + "/api/v3"
    return client


def refusal(call):
    try:
        call()
    except gitlab.exceptions.GitlabError as error:
        return [error.response_code, str(error.error_message)]
    return "not refused"
