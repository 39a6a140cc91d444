import os

import pytest


def create_issue(forge):
    _, project = forge.request("POST", "/projects", {"name": "Engine"})
    _, issue = forge.request("POST", f"/projects/{project['id']}/issues", {"title": "It hums"})
    return f"/projects/{project['id']}/issues/{issue['id']}"


def test_ids_start_again(forge):
    assert create_issue(forge) == "/projects/1/issues/1"


def test_a_note_gets_the_time_of_the_clock(forge):
    forge.act("clock/set", time="2020-01-01T00:00:00Z")
    status, note = forge.request("POST", f"{create_issue(forge)}/notes", {"body": "Which panel?"})
    assert (status, note["created_at"]) == (201, "2020-01-01T00:00:00.000Z")


def test_a_failure(forge):
    path = f"{create_issue(forge)}/notes"
    forge.act("fail", on="POST /...notes", status=503)
    assert [forge.request("POST", path, {"body": "Hm"})[0] for _ in range(2)] == [503, 201]
    assert [one["status"] for one in forge.act("requests")][-2:] == [503, 201]


def test_a_forked_worker_gets_one_sentence(forge):
    child = os.fork()
    if child == 0:
        with pytest.raises(RuntimeError, match="belongs to another process"):
            forge.act("reset")
        os._exit(7)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
