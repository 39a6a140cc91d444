import { execFile } from 'node:child_process';
import type { Forge } from '../support/app.js';
import { showsErrors, TOO_LARGE_LENGTH, UNAVAILABLE_LENGTH } from './errors.js';
import { run, startJob, type Given } from './job.js';

let forge: Forge;
let given: Given;
beforeAll(async () => {
  ({ forge, given } = await startJob());
});
afterAll(() => forge?.close());

/** Runs a command. Returns its exit code and what it prints. */
function command(
  args: string[],
  token = given.ada,
  url = given.url,
): Promise<[code: number, text: string]> {
  return new Promise((resolve) => {
    const env = {
      PATH: '/usr/bin:/bin',
      GITLAB_API_ENDPOINT: `${url}/api/v3`,
      GITLAB_API_PRIVATE_TOKEN: token,
    };
    const child = execFile('/usr/bin/ruby-gitlab', args, { env }, (error, stdout, stderr) => {
      resolve([error ? Number(error.code) : 0, stdout + stderr]);
    });
    // Before a deletion it asks for a confirmation.
    child.stdin?.end('y\n');
  });
}

/** The result of a successful command. */
async function result(...args: string[]): Promise<unknown> {
  const [code, text] = await command([...args, '--json']);
  expect([code, text]).toEqual([0, expect.stringContaining('"result"')]);
  return (JSON.parse(text) as { result: unknown }).result;
}

describe("the command of Debian's ruby-gitlab 4.17.0", () => {
  it('reads, writes and lists', async () => {
    const { project, ada_id } = given;
    expect(await result('user', '--only=username')).toEqual({ username: 'ada' });
    const issue = (await result('create_issue', String(project), 'It hums')) as { id: number };
    const at = [String(project), String(issue.id)];
    const note = (await result('create_issue_note', ...at, 'Loudly.')) as { id: number };
    await result('edit_issue_note', ...at, String(note.id), 'Louder now.');
    expect(await result('issue_notes', ...at, '--only=body')).toEqual([{ body: 'Louder now.' }]);
    await result('close_issue', ...at);
    expect(await result('issue', ...at, '--only=state')).toEqual({ state: 'closed' });
    expect(await result('issues', String(project), '{state: closed}', '--only=id')).toEqual([
      { id: issue.id },
    ]);
    const events = await result('user_events', String(ada_id), '--only=action_name');
    expect(events).toContainEqual({ action_name: 'closed' });
    expect(await command(['delete_issue', ...at])).toEqual([0, expect.any(String)]);
    expect(await command(['issue', ...at])).toEqual([
      1,
      expect.stringContaining('404 Issue Not Found'),
    ]);
  });

  it('creates, edits and lists labels, and gets 404 where it deletes one', async () => {
    const project = String(given.project);
    const label = await result('create_label', project, 'bug', '#D9534F', '{description: Fails.}');
    expect(label).toMatchObject({ name: 'bug', color: '#D9534F', description: 'Fails.' });
    await result('edit_label', project, 'bug', '{new_name: defect}');
    await result('create_issue', project, 'It hums', '{labels: "defect,mill"}');
    expect(await result('labels', project, '--only=name')).toEqual([
      { name: 'defect' },
      { name: 'mill' },
    ]);
    expect(await command(['delete_label', project, 'defect'])).toEqual([
      1,
      expect.stringContaining('404 Not Found'),
    ]);
  });

  it('shows tables', async () => {
    expect(await command(['user', '--only=username'])).toEqual([
      0,
      expect.stringContaining('| ada '),
    ]);
  });

  it.each(['offset', 'keyset'])('reads a list of 250 in the library by %s', async (pagination) => {
    const script = `
      require 'gitlab'
      page = { per_page: 100, pagination: '${pagination}' }
      notes = Gitlab.issue_notes(${given.project}, ${given.long_issue}, page).auto_paginate
      puts [notes.length, notes.first.body, notes.last.body].join(', ')`;
    const lines = `ENV.update(${JSON.stringify({
      GITLAB_API_ENDPOINT: forge.api,
      GITLAB_API_PRIVATE_TOKEN: given.ada,
    }).replaceAll('":"', '"=>"')})\n${script}`;
    expect(await run('ruby', ['-'], lines)).toBe('250, Note 0, Note 249\n');
  });
});

// The library makes no error of some statuses: the command prints the message in a table, and ends with 0.
const printed = (text: string) => [0, expect.stringContaining(text) as string];
showsErrors(
  "the command of Debian's ruby-gitlab 4.17.0",
  async ({ url, project, issue, bob, ...tokens }) => {
    const refusal = async (args: (string | number)[], token = tokens.ada) => {
      const [code, text] = await command(args.map(String), token, url);
      return [code === 0 ? 0 : Number(/code (\d+)/.exec(text)?.[1]), text];
    };
    const createLong = (length: number) =>
      refusal(['create_issue', project, 'Long', `{description: ${'x'.repeat(length)}}`]);
    return {
      unavailable: await createLong(UNAVAILABLE_LENGTH),
      too_large: await createLong(TOO_LARGE_LENGTH),
      limited: await refusal(['create_issue_note', project, issue, 'Second.']),
      unauthorized: await refusal(['users'], tokens.nobody),
      forbidden: await refusal(['block_user', bob]),
      not_found: await refusal(['edit_issue', project, 999_999, '{title: x}']),
      unknown_route: await refusal(['branches', project]),
      invalid: await refusal(['create_issue', project, '']),
      unsupported: await refusal(['issues', project, '{scope: all}']),
      conflict: await refusal(['create_award_emoji', project, issue, 'issue', '100']),
    };
  },
  {
    without: ['not_allowed', 'unsupported_type'],
    instead: { too_large: printed('Request Entity Too Large') },
  },
);
