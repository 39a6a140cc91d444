# frozen_string_literal: true

# The job of a v3 client, done with Debian's ruby-gitlab. Reads the endpoint, the tokens and the ids it
# starts from as JSON on stdin; prints what it was answered, part by part, as JSON.

require 'gitlab'
require 'json'

GIVEN = JSON.parse($stdin.read)
TEXT = 'It does. äöü & 100% + ='
KEY = GIVEN.fetch('key')
PROJECT = GIVEN.fetch('project')
BOB = GIVEN.fetch('bob')

# The library keeps sudo for the whole class: whoever is made last decides for all.
def client_of(name, sudo: nil)
  Gitlab.client(endpoint: GIVEN.fetch('endpoint'), private_token: GIVEN.fetch(name), sudo: sudo)
end

def plain(answer)
  case answer
  when Hash then answer.transform_values { |value| plain(value) }
  when Array, Gitlab::PaginatedResponse then answer.map { |value| plain(value) }
  when Gitlab::ObjectifiedHash then answer.to_h
  else answer
  end
end

# What a call is refused with.
def refusal
  yield
  'not refused'
rescue Gitlab::Error::ResponseError => e
  [e.response_status, plain(e.response_message)]
end

RESULTS = {}

def part(name)
  RESULTS[name] = plain(yield)
rescue StandardError => e
  RESULTS[name] = { 'failed' => "#{e.class}: #{e.message}", 'at' => e.backtrace.first(3) }
end

root = client_of('root')
ada = client_of('ada')

part('user') do
  # name is the email where none is given
  created = root.create_user('carol@example.com', 'a password', 'carol', projects_limit: 3, admin: false)
  id = created.id
  {
    created: created,
    read: root.user(id),
    edited: root.edit_user(id, name: 'Caroline', website_url: 'https://carol.example'),
    blocked: root.block_user(id),
    blocked_again: root.block_user(id),
    unblocked: root.unblock_user(id),
    removed: root.delete_user(id),
    removed_again: root.delete_user(id)
  }
end

part('users') do
  {
    all: root.users(per_page: 2).auto_paginate.map(&:username),
    two: root.users(per_page: 1).paginate_with_limit(2).map(&:username),
    last: root.users(per_page: 2).last_page.map(&:username),
    found: root.user_search('bob').map(&:username)
  }
end

part('session') do
  { current: ada.user, token: ada.session(GIVEN.fetch('email'), GIVEN.fetch('password')).private_token }
end

{ 'own' => [ada, {}, []], 'of another' => [root, { user_id: BOB }, [BOB]] }.each do |whose, (client, of, id)|
  part("keys #{whose}") do
    key = client.create_ssh_key('Mill', KEY, of.dup)
    {
      made: key,
      listed: client.ssh_keys(of.dup),
      taken: refusal { root.create_ssh_key('Again', KEY) },
      removed: client.delete_ssh_key(key.id, of.dup)
    }
  end

  part("emails #{whose}") do
    email = client.add_email('second@example.com', *id)
    {
      made: email,
      listed: client.emails(*id),
      taken: refusal { root.add_email('second@example.com') },
      removed: client.delete_email(email.id, *id)
    }
  end
end

part('one key, one email') do
  key = ada.create_ssh_key('Mill', KEY)
  email = ada.add_email('mill@example.com')
  {
    key: ada.ssh_key(key.id).title,
    email: ada.email(email.id).email,
    removed: ada.delete_ssh_key(key.id).title,
    removed_again: ada.delete_ssh_key(key.id)
  }
end

NOTEABLES = {
  'issue' => -> { ada.create_issue(PROJECT, 'It hums') },
  'snippet' => lambda {
    ada.create_snippet(PROJECT, title: 'Mill', file_name: 'mill.rb', code: "puts 1\n", visibility_level: 20)
  },
  'merge_request' => lambda {
    ada.create_merge_request(PROJECT, 'Hum less', source_branch: 'humming', target_branch: 'master')
  }
}.freeze

NOTEABLES.each do |kind, make|
  part("notes on #{kind}") do
    on = make.call.id
    note = ada.public_send("create_#{kind}_note", PROJECT, on, TEXT)
    %w[second third].each { |body| ada.public_send("create_#{kind}_note", PROJECT, on, body) }
    {
      made: note,
      read: ada.public_send("#{kind}_note", PROJECT, on, note.id),
      edited: ada.public_send("edit_#{kind}_note", PROJECT, on, note.id, 'Louder now.'),
      listed: ada.public_send("#{kind}_notes", PROJECT, on, per_page: 1).auto_paginate.map(&:body),
      removed: ada.public_send("delete_#{kind}_note", PROJECT, on, note.id),
      removed_again: refusal { ada.public_send("delete_#{kind}_note", PROJECT, on, note.id) }
    }
  end

  part("awards on #{kind}") do
    on = make.call.id
    award = root.create_award_emoji(PROJECT, on, kind, '100')
    {
      made: award,
      listed: root.award_emojis(PROJECT, on, kind),
      read: root.award_emoji(PROJECT, on, kind, award.id),
      removed: root.delete_award_emoji(PROJECT, on, kind, award.id)
    }
  end
end

# The methods of each kind: list, read, edit, remove. The library has none to remove a merge request.
METHODS = {
  'issue' => %i[issues issue edit_issue delete_issue],
  'snippet' => %i[snippets snippet edit_snippet delete_snippet],
  'merge_request' => %i[merge_requests merge_request update_merge_request]
}.freeze

METHODS.each do |kind, (list, read, edit, remove)|
  part("item: #{kind}") do
    id = NOTEABLES.fetch(kind).call.id
    {
      listed: ada.public_send(list, PROJECT).map(&:id).include?(id),
      read: ada.public_send(read, PROJECT, id).id == id,
      edited: ada.public_send(edit, PROJECT, id, title: 'It hums loudly').title,
      removed: remove && [ada.public_send(remove, PROJECT, id).id == id, refusal { ada.public_send(read, PROJECT, id) }]
    }
  end

  part("awards on a note: #{kind}") do
    on = NOTEABLES.fetch(kind).call.id
    note = ada.public_send("create_#{kind}_note", PROJECT, on, 'Loudly.').id
    award = ada.create_note_award_emoji(PROJECT, on, kind, note, '100')
    {
      made: award.name,
      listed: ada.note_award_emojis(PROJECT, on, kind, note).map(&:name),
      read: ada.note_award_emoji(PROJECT, on, kind, note, award.id).name,
      removed: ada.delete_note_award_emoji(PROJECT, on, kind, note, award.id).name,
      left: ada.note_award_emojis(PROJECT, on, kind, note).map(&:name)
    }
  end
end

part('project and members') do
  id = ada.create_project('Storing').id
  ada.add_team_member(id, BOB, 30)
  {
    edited: ada.edit_project(id, description: 'Mill and store.').description,
    listed: ada.projects.map(&:path),
    member: ada.edit_team_member(id, BOB, 40).access_level,
    read: ada.team_member(id, BOB).access_level,
    members: ada.team_members(id).map(&:username),
    left: ada.remove_team_member(id, BOB) && ada.team_members(id).map(&:username),
    removed: ada.delete_project(id).id == id
  }
end

part('labels') do
  made = ada.create_label(PROJECT, 'bug', '#D9534F', description: 'It fails.')
  issue = ada.create_issue(PROJECT, 'It hums', labels: 'bug,mill')
  {
    made: [made.name, made.color, made.description],
    edited: ada.edit_label(PROJECT, 'bug', new_name: 'defect').name,
    listed: ada.labels(PROJECT).map(&:name),
    on_issue: ada.issue(PROJECT, issue.id).labels,
    not_removed: refusal { ada.delete_label(PROJECT, 'defect') }
  }
end

part('content of a snippet') do
  ada.snippet_content(PROJECT, NOTEABLES.fetch('snippet').call.id)
end

part('events') do
  project = ada.create_project('Humming', visibility_level: 20)
  by_path = ada.project("#{GIVEN.fetch('username')}/humming")
  ada.add_team_member(project.id, BOB, 30)
  issue = ada.create_issue(project.id, 'It hums')
  ada.create_issue_note(project.id, issue.id, 'Loudly.')
  ada.close_issue(project.id, issue.id)
  {
    by_path: by_path.id == project.id,
    names: ada.user_events(GIVEN.fetch('id'), per_page: 1).paginate_with_limit(4).map do |event|
      [event.action_name, event.target_type, event.target_title]
    end
  }
end

part('sudo') do
  as_ada = client_of('root', sudo: GIVEN.fetch('username'))
  issue = as_ada.create_issue(PROJECT, 'By sudo')
  {
    current: as_ada.user,
    issue: issue.author.username,
    note: as_ada.create_issue_note(PROJECT, issue.id, 'Hers').author.username,
    not_admin: refusal { as_ada.block_user(BOB) },
    not_allowed: refusal { client_of('ada', sudo: 'root').user }
  }
end

puts JSON.generate(RESULTS)
