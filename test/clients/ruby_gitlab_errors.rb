# frozen_string_literal: true

# What Debian's ruby-gitlab shows of each error. Reads what it starts from as JSON on stdin, prints the status and the
# message of each error as JSON. See errors.ts.

require 'gitlab'
require 'json'

GIVEN = JSON.parse($stdin.read)
PROJECT, ISSUE, BOB = GIVEN.values_at('project', 'issue', 'bob')

def client_of(name)
  Gitlab.client(endpoint: "#{GIVEN.fetch('url')}/api/v3", private_token: GIVEN.fetch(name))
end

# The library raises no error for some statuses: it returns the message as an object.
def refusal
  answer = yield
  ['returned', answer.respond_to?(:message) ? answer.message : answer.to_s]
rescue Gitlab::Error::ResponseError => e
  [e.response_status, e.message]
end

ADA = client_of('ada')

def create_issue(length)
  ADA.create_issue(PROJECT, 'Long', description: 'x' * length)
end

puts JSON.generate(
  unavailable: refusal { create_issue(40_000) },
  too_large: refusal { create_issue(70_000) },
  unauthorized: refusal { client_of('nobody').users },
  forbidden: refusal { ADA.block_user(BOB) },
  not_found: refusal { ADA.edit_issue(PROJECT, 999_999, title: 'x') },
  unknown_route: refusal { ADA.branches(PROJECT) },
  not_allowed: refusal { ADA.delete('/user') },
  invalid: refusal { ADA.create_issue(PROJECT, '') },
  unsupported: refusal { ADA.issues(PROJECT, scope: 'all') },
  conflict: refusal { ADA.create_award_emoji(PROJECT, ISSUE, 'issue', '100') },
  unsupported_type: refusal { File.open(__FILE__) { |file| ADA.edit_project(PROJECT, avatar: file) } },
  limited: refusal { ADA.create_issue_note(PROJECT, ISSUE, 'Second.') }
)
