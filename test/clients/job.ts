import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { newKey } from '../keys/keys.js';
import { ROOT, startForge, type Forge } from '../support/app.js';
import { addNotes } from '../support/many-rows.js';

/** What a client starts from. */
export interface Given {
  url: string;
  root: string;
  ada: string;
  nobody: string;
  ada_id: number;
  bob: number;
  project: number;
  /** Has 250 notes. */
  long_issue: number;
  key: string;
  text: string;
}

const TEXT = 'It does. äöü & 100% + =';

/** A service with users, a project and a long list. Close it after use. */
export async function startJob(): Promise<{ forge: Forge; given: Given }> {
  const forge = await startForge();
  const ada = await forge.seed.user({ username: 'ada', email: 'ada@example.com' });
  const bob = await forge.seed.user({ username: 'bob' });
  const project = await forge.seed.project(ada, { visibility_level: 20 });
  // So that no issue has its iid for an id.
  for (let n = 0; n < 5; n++) await forge.seed.issue(await forge.seed.project(bob), bob);
  const issue = await forge.seed.issue(project, ada);
  await addNotes(forge, issue, ada, 250);
  const given: Given = {
    ...{ url: forge.url, root: ROOT.token, ada: ada.token, nobody: 'nobody-has-this-one' },
    ...{ ada_id: ada.id, bob: bob.id, project: project.id, long_issue: issue.id },
    ...{ key: newKey(), text: TEXT },
  };
  return { forge, given };
}

/** Runs a program with this text on its stdin. Returns what it prints. */
export function run(program: string, args: string[], input = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile(program, args, (error, stdout, stderr) => {
      if (error) reject(new Error(`${error.message}\n${stderr}`));
      else resolve(stdout);
    });
    child.stdin?.end(input);
  });
}

/** Runs a script of this folder that reads `Given` and prints its answers. */
export async function runScript(
  program: string,
  script: string,
  given: Given,
): Promise<Record<string, unknown>> {
  const path = fileURLToPath(new URL(script, import.meta.url));
  return JSON.parse(await run(program, [path], JSON.stringify(given))) as Record<string, unknown>;
}

const conversation = (gone: unknown) => ({
  ...{ read: TEXT, edited: 'Louder now.', listed: ['Louder now.', 'second', 'third'] },
  ...{ awards: ['tada'], awards_left: 0, gone },
});

/** What the client says of a refused call: the status, and a text that contains the service's own. */
const shown = (status: number, text: string): unknown => [
  status,
  expect.stringContaining(text) as string,
];

interface Differences {
  /** For clients that do not raise an error when a GET returns 404. */
  missing?: unknown;
  /** What block, another block and unblock return. */
  blocked?: readonly unknown[];
}

/** Declares the tests of a client that did the whole job. */
export function didTheJob(
  title: string,
  work: (given: Given) => Promise<Record<string, unknown>>,
  { missing, blocked = [true, false, true] }: Differences = {},
): void {
  describe(title, () => {
    let forge: Forge;
    let given: Given;
    let answers: Record<string, unknown>;
    beforeAll(async () => {
      ({ forge, given } = await startJob());
      answers = await work(given);
    });
    afterAll(() => forge?.close());

    const taken = 'has already been taken';
    const gone = (name: string) =>
      missing === undefined ? shown(404, `404 ${name} Not Found`) : missing;
    const own = {
      listed: [['Mill'], ['second@example.com']],
      // The first message is longer than what a client may show of it.
      taken: [shown(400, 'fingerprint'), shown(400, taken)],
      left: [0, 0],
    };
    const parts: Record<string, () => unknown> = {
      user: () => ({
        created: ['carol', 'carol@example.com', 3],
        ...{ edited: 'Caroline', blocked, found: ['carol'], gone: gone('User') },
      }),
      current_user: () => ['ada', 'ada@example.com', true],
      own_keys_and_emails: () => ({ ...own, read: [given.key, 'second@example.com'] }),
      keys_and_emails_of_another: () => ({ ...own, read: null }),
      projects: () => ({
        ...{ by_path: true, edited: 'Mill and store.' },
        ...{ listed: ['engine', expect.any(String) as string], members: [['bob', 40]] },
        gone: gone('Project'),
      }),
      issue: () => ({ ...conversation(shown(404, '404 Note Not Found')), state: 'closed' }),
      snippet: () => ({
        ...conversation(shown(404, '404 Note Not Found')),
        content: 'puts 1\n',
      }),
      merge_request: () => ({
        ...conversation(shown(404, '404 Note Not Found')),
        state: 'closed',
      }),
      events: () => ['closed', 'commented on', 'created', 'opened'],
      long_list: () => [250, 'Note 0', 'Note 249', true],
      errors: () => ({
        unauthorized: shown(401, '401 Unauthorized'),
        forbidden: shown(403, '403 Forbidden'),
        not_found: shown(404, '404 Issue Not Found'),
        invalid: shown(400, "can't be blank"),
        conflict: shown(409, taken),
        unsupported: shown(400, 'is not supported'),
        unknown_route: missing === undefined ? shown(404, '404 Not Found') : missing,
      }),
      sudo: () => ['ada', shown(403, 'Must be admin')],
      bearer: () => 'ada',
    };
    it.each(Object.entries(parts))('does its part: %s', (name, expected) => {
      expect(answers[name]).toEqual(expected());
    });
  });
}
