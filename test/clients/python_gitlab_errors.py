"""What Debian's python3-gitlab shows of each error. Reads what it starts from as JSON on stdin, prints the status and the
message of each error as JSON. See errors.ts."""

import json

from python_gitlab_start import GIVEN, client_of, refusal

root, ada = client_of("root"), client_of("ada")
project = ada.projects.get(GIVEN["project"], lazy=True)
issue = project.issues.get(GIVEN["issue"], lazy=True)


def create_issue(length):
    return lambda: project.issues.create({"title": "Long", "description": "x" * length})


def send_picture():
    with open(__file__, "rb") as file:
        required = {"email": "bob@example.com", "username": "bob", "name": "Bob"}
        root.users.update(GIVEN["bob"], {**required, "avatar": file})


CALLS = {
    "unavailable": create_issue(40_000),
    "too_large": create_issue(70_000),
    "unauthorized": lambda: client_of("nobody").users.list(get_all=False),
    "forbidden": lambda: ada.users.get(GIVEN["bob"]).block(),
    "not_found": lambda: project.issues.update(999_999, {"title": "x"}),
    "unknown_route": lambda: project.branches.list(get_all=False),
    "not_allowed": lambda: ada.http_delete("/user"),
    "invalid": lambda: project.issues.create({"title": ""}),
    "unsupported": lambda: project.issues.list(scope="all", get_all=False),
    "conflict": lambda: issue.awardemojis.create({"name": "100"}),
    "unsupported_type": send_picture,
    # Without this option the library waits for as long as Retry-After says.
    "limited": lambda: issue.notes.create({"body": "Second."}, obey_rate_limit=False),
}
print(json.dumps({name: refusal(call) for name, call in CALLS.items()}))
