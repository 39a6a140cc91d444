"""The job of a client, done with Debian's python3-gitlab. Reads what it starts from as JSON on stdin, prints what it
got as JSON. See job.ts."""

import base64
import hashlib
import json

import gitlab

from python_gitlab_start import GIVEN, client_of, refusal

ANSWERS = {}


def part(work):
    try:
        ANSWERS[work.__name__] = work()
    except Exception as error:
        ANSWERS[work.__name__] = f"failed: {type(error).__name__}: {error}"
    return work


root, ada = client_of("root"), client_of("ada")
for client in (root, ada):
    client.auth()
project = ada.projects.get(GIVEN["project"])


def by_id(manager, made):
    """The library puts the iid of an issue or a merge request into paths. A lazy object has the id there, until a
    save() of it."""
    return manager.get(made.id, lazy=True)


@part
def user():
    fields = {"email": "carol@example.com", "password": "a password", "username": "carol"}
    identity = {"provider": "ldapmain", "extern_uid": "uid=carol"}
    carol = root.users.create({**fields, **identity, "name": "Carol", "projects_limit": 3})
    read = root.users.get(carol.id)
    carol.name = "Caroline"
    carol.save()
    carol.identityproviders.delete("ldapmain")
    identities = root.users.get(carol.id).identities
    blocked = [carol.block(), carol.block(), carol.unblock()]
    found = [one.username for one in root.users.list(search="caro", get_all=False)]
    root.users.delete(carol.id)
    return {
        "created": [carol.username, read.email, read.projects_limit],
        "edited": [carol.name, identities] if identities else carol.name,
        "blocked": blocked,
        "found": found,
        "gone": refusal(lambda: root.users.get(carol.id)),
    }


@part
def current_user():
    return [ada.user.username, ada.user.email, root.user.is_admin]


def keys_and_emails(keys, emails, single):
    key = keys.create({"title": "Mill", "key": GIVEN["key"]})
    email = emails.create({"email": "second@example.com"})
    result = {
        "listed": [
            [one.title for one in keys.list(get_all=True)],
            [one.email for one in emails.list(get_all=True)],
        ],
        "taken": [
            refusal(lambda: ada.user.keys.create({"title": "Again", "key": GIVEN["key"]})),
            refusal(lambda: ada.user.emails.create({"email": "second@example.com"})),
        ],
        "read": [keys.get(key.id).key, emails.get(email.id).email] if single else None,
    }
    key.delete()
    email.delete()
    result["left"] = [len(keys.list(get_all=True)), len(emails.list(get_all=True))]
    return result


@part
def own_keys_and_emails():
    return keys_and_emails(ada.user.keys, ada.user.emails, True)


@part
def key_by_fingerprint():
    ada.user.keys.create({"title": "Mill", "key": GIVEN["key"]})
    digest = hashlib.sha256(base64.b64decode(GIVEN["key"].split()[1])).digest()
    fingerprint = "SHA256:" + base64.b64encode(digest).decode().rstrip("=")
    key = root.keys.get(fingerprint=fingerprint)
    ada.user.keys.delete(key.id)
    return [key.title, key.user["username"]]


@part
def keys_and_emails_of_another():
    bob = root.users.get(GIVEN["bob"])
    return keys_and_emails(bob.keys, bob.emails, False)


@part
def projects():
    made = ada.projects.create({"name": "Engine", "visibility_level": 20})
    by_path = ada.projects.get("ada/engine").id == made.id
    made.description = "Mill and store."
    made.save()
    listed = [one.path for one in ada.projects.list(get_all=True)]
    member = made.members.create({"user_id": GIVEN["bob"], "access_level": 30})
    member.access_level = 40
    member.save()
    members = [[one.username, one.access_level] for one in made.members.list(get_all=True)]
    single = made.members.get(GIVEN["bob"]).access_level
    member.delete()
    made.delete()
    return {
        "by_path": by_path,
        "edited": made.description,
        "listed": listed,
        "members": members,
        "member": single,
        "gone": refusal(lambda: ada.projects.get(made.id)),
    }


def awards_of(note):
    award = note.awardemojis.create({"name": "tada"})
    listed = [one.name for one in note.awardemojis.list(get_all=True)]
    read = note.awardemojis.get(award.id).name
    award.delete()
    return [award.name, listed, read, len(note.awardemojis.list(get_all=True))]


def item(manager, made):
    """Reads, lists, edits and removes what was made for it."""
    read = manager.get(made.id).title
    listed = [one.title for one in manager.list(iterator=True) if one.id == made.id]
    edited = manager.update(made.id, {"title": "It hums loudly"})["title"]
    manager.delete(made.id)
    gone = refusal(lambda: manager.get(made.id))
    return [read, listed, edited, "gone" if gone[0] == 404 else gone]


def conversation(on):
    note = on.notes.create({"body": GIVEN["text"]})
    read = on.notes.get(note.id).body
    note.body = "Louder now."
    note.save()
    for body in ("second", "third"):
        on.notes.create({"body": body})
    listed = [one.body for one in on.notes.list(iterator=True, per_page=1)]
    award = on.awardemojis.create({"name": "tada"})
    awards = [one.name for one in on.awardemojis.list(get_all=True)]
    award_read = on.awardemojis.get(award.id).name
    award.delete()
    awards_on_note = awards_of(on.notes.get(note.id))
    note.delete()
    return {
        "read": read,
        "edited": note.body,
        "listed": listed,
        "awards": awards,
        "award": award_read,
        "awards_on_note": awards_on_note,
        "awards_left": len(on.awardemojis.list(get_all=True)),
        "gone": refusal(lambda: on.notes.delete(note.id)),
    }


@part
def issue():
    made = by_id(project.issues, project.issues.create({"title": "It hums"}))
    result = conversation(made)
    result["item"] = item(project.issues, project.issues.create({"title": "It hums"}))
    made.state_event = "close"
    made.save()
    return {**result, "state": made.state}


@part
def snippet():
    required = {"content": "", "visibility": "public"}
    fields = {"title": "Mill", "file_name": "mill.rb", "code": "puts 1\n", "visibility_level": 20}
    made = project.snippets.create({**required, **fields})
    other = project.snippets.create({**required, **fields, "title": "It hums"})
    result = {**conversation(made), "item": item(project.snippets, other)}
    return {**result, "content": made.content().decode()}


@part
def merge_request():
    fields = {"source_branch": "humming", "target_branch": "master", "title": "Hum less"}
    made = by_id(project.mergerequests, project.mergerequests.create(fields))
    result = conversation(made)
    other = project.mergerequests.create({**fields, "title": "It hums"})
    result["item"] = item(project.mergerequests, other)
    made.state_event = "close"
    made.save()
    return {**result, "state": made.state}


@part
def labels():
    def names():
        return [one.name for one in project.labels.list(get_all=True)]

    made = project.labels.create(
        {"name": "bug", "color": "#D9534F", "description": "It fails."}
    )
    created = [made.name, made.color, made.description]
    issue = project.issues.create({"title": "It hums", "labels": ["bug", "mill"]})
    listed = names()
    made.new_name = "defect"
    made.color = "#428BCA"
    made.save()
    on_issue = project.issues.get(issue.id).labels
    # An id becomes a part of the path.
    project.labels.delete(name="defect")
    return {
        "created": created,
        "listed": listed,
        "edited": [made.name, made.color],
        "on_issue": on_issue,
        "left": names(),
        "gone": refusal(lambda: project.labels.delete(name="defect")),
    }


@part
def labels_by_path():
    label = project.labels.create({"name": "by-path", "color": "#D9534F"})
    refused = [
        refusal(lambda: project.labels.get("by-path")),
        refusal(lambda: project.labels.delete("by-path")),
        refusal(label.delete),
    ]
    project.labels.delete(name="by-path")
    return refused


@part
def events():
    listed = root.users.get(GIVEN["ada_id"]).events.list(iterator=True, per_page=1)
    return sorted({one.action_name for one in listed})


@part
def long_list():
    notes = project.issues.get(GIVEN["long_issue"], lazy=True).notes
    bodies = [one.body for one in notes.list(get_all=True, per_page=100)]
    cursor = [one.body for one in notes.list(get_all=True, per_page=100, pagination="keyset")]
    return [len(bodies), bodies[0], bodies[-1], bodies == cursor]


@part
def sudo():
    by_ada = root.projects.get(GIVEN["project"]).issues.create({"title": "By sudo"}, sudo="ada")
    refused = refusal(lambda: ada.users.list(sudo="root", get_all=False))
    return [by_ada.author["username"], refused]


@part
def bearer():
    client = gitlab.Gitlab(GIVEN["url"], oauth_token=GIVEN["ada"])
    client._url = GIVEN["url"] + "/api/v3"
    client.auth()
    return client.user.username


print(json.dumps(ANSWERS))
