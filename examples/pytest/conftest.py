"""A forge for the whole run. With pytest-xdist, each worker process gets its own."""

import json
import os
import subprocess
import urllib.error
import urllib.request

import pytest


def call(url, body=None, method="POST", headers=None):
    data = None if body is None else json.dumps(body).encode()
    all_headers = {"content-type": "application/json", **(headers or {})}
    request = urllib.request.Request(url, data, all_headers, method=method)
    try:
        with urllib.request.urlopen(request) as response:
            return response.status, json.load(response)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


class Forge:
    def __init__(self, line):
        self.api = line["api"]
        self.root = line["root"]
        self.control = line["control"]
        self.pid = os.getpid()

    def check_process(self):
        # A forked worker has a copy of this object: its resets would take the rows of the others.
        if os.getpid() != self.pid:
            raise RuntimeError("This forge belongs to another process: start one in each worker, after the fork.")

    def request(self, method, path, body=None, token=None):
        self.check_process()
        headers = {"private-token": token or self.root["token"]}
        return call(self.api + path, body, method, headers)

    def act(self, action, **options):
        self.check_process()
        status, result = call(f"{self.control}/{action}", options or None)
        assert status == 200, result
        return result


@pytest.fixture(scope="session")
def started_forge():
    # The forge ends when its standard input closes, even if pytest is killed.
    command = ["node_modules/.bin/forgenote", "serve", "--ephemeral"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        yield Forge(json.loads(process.stdout.readline()))
        process.stdin.close()
        assert process.wait(10) == 0


@pytest.fixture
def forge(started_forge):
    started_forge.act("reset")
    return started_forge
