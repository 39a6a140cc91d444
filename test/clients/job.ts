import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { newKey } from '../keys/keys.js';
import { ROOT, type Forge } from '../support/app.js';
import { addNotes } from '../support/many-rows.js';
import { startObservedForge, type ObservedForge } from './operations.js';

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
  email: string;
  password: string;
}

const TEXT = 'It does. äöü & 100% + =';

/** A service with users, a project and a long list. Close it after use. */
export async function startJob(): Promise<ObservedForge & { given: Given }> {
  const observed = await startObservedForge();
  const { forge } = observed;
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
    ...{ key: newKey(), text: TEXT, email: ada.email, password: ada.password },
  };
  observed.forget();
  return { ...observed, given };
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

/** Runs a script of this folder that reads what it starts from and prints its answers. */
export async function runScript(
  program: string,
  script: string,
  given: object,
): Promise<Record<string, unknown>> {
  const path = fileURLToPath(new URL(script, import.meta.url));
  return JSON.parse(await run(program, [path], JSON.stringify(given))) as Record<string, unknown>;
}

const conversation = (gone: unknown) => ({
  ...{ read: TEXT, edited: 'Louder now.', listed: ['Louder now.', 'second', 'third'] },
  ...{ awards: ['tada'], award: 'tada', awards_left: 0, gone },
  // Given to a note, listed, read, and those left after it was removed.
  awards_on_note: ['tada', ['tada'], 'tada', 0],
  // Read, listed, edited and removed.
  item: ['It hums', ['It hums'], 'It hums loudly', 'gone'],
});

/** What the client says of a refused call: the status, and a text that contains the service's own. */
export const shown = (status: number, text: string): unknown => [
  status,
  expect.stringContaining(text) as string,
];

interface Differences {
  /** For clients that do not raise an error when a GET returns 404. */
  missing?: unknown;
  /** What block, another block and unblock return. */
  blocked?: readonly unknown[];
  /** The client has no methods for awards on notes of snippets. */
  withoutAwardsOnSnippetNotes?: boolean;
  /** What only this client can do. */
  more?: Record<string, unknown>;
  /** The operations that it has no methods for. */
  missed: readonly string[];
}

/** Declares the tests of a client that did the whole job. */
export function didTheJob(
  title: string,
  work: (given: Given) => Promise<Record<string, unknown>>,
  { missing, blocked = [true, false, true], missed, ...differences }: Differences,
): void {
  describe(title, () => {
    let forge: Forge;
    let given: Given;
    let answers: Record<string, unknown>;
    let allMissed: string[];
    beforeAll(async () => {
      const job = await startJob();
      ({ forge, given } = job);
      answers = await work(given);
      allMissed = job.missed();
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
        member: 40,
        gone: gone('Project'),
      }),
      issue: () => ({ ...conversation(shown(404, '404 Note Not Found')), state: 'closed' }),
      snippet: () => ({
        ...conversation(shown(404, '404 Note Not Found')),
        ...(differences.withoutAwardsOnSnippetNotes && { awards_on_note: null }),
        content: 'puts 1\n',
      }),
      merge_request: () => ({
        ...conversation(shown(404, '404 Note Not Found')),
        state: 'closed',
      }),
      labels: () => ({
        created: ['bug', '#D9534F', 'It fails.'],
        ...{ listed: ['bug', 'mill'], edited: ['defect', '#428BCA'] },
        on_issue: ['defect', 'mill'],
        left: ['mill'],
        gone: shown(404, '404 Label Not Found'),
      }),
      events: () => ['closed', 'commented on', 'created', 'opened'],
      long_list: () => [250, 'Note 0', 'Note 249', true],
      sudo: () => ['ada', shown(403, 'Must be admin')],
      bearer: () => 'ada',
    };
    for (const [name, expected] of Object.entries(differences.more ?? {}))
      parts[name] = () => expected;
    it.each(Object.entries(parts))('does its part: %s', (name, expected) => {
      expect(answers[name]).toEqual(expected());
    });

    it('reaches every operation that it has a method for', () => {
      expect(allMissed).toEqual(missed);
    });
  });
}
