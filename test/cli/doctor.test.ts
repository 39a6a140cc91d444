import { startForge, type Forge } from '../support/app.js';
import { deleteIssueRow } from '../support/direct-sql.js';
import { write } from '../support/internals.js';
import { runCommand } from '../support/run-command.js';
import type { Resource, SeededUser } from '../support/seed.js';

let forge: Forge;
let ada: SeededUser;
let project: Resource;
beforeEach(async () => {
  forge = await startForge();
  ada = await forge.seed.user({ username: 'ada', email: 'ada@example.org' });
  project = await forge.seed.project(ada);
});
afterEach(() => forge.close());

/** Runs the command beside the running service. Returns the exit code and what it printed. */
async function run(...flags: string[]): Promise<[code: number, stdout: string]> {
  const { code, stdout } = await runCommand(forge.settings, ['doctor', ...flags]);
  return [code, stdout];
}
const change = (sql: string) => write(forge, sql, {});
const found = async (search: string) =>
  (await forge.root.get<{ username: string }[]>('/users', { search })).body.map(
    ({ username }) => username,
  );

describe('forgenote doctor', () => {
  it('finds nothing wrong with what the service has written', async () => {
    const issue = await forge.seed.issue(project, ada);
    await forge.seed.note(issue, ada, { body: 'It hums' });
    await forge.root.delete(`/users/${(await forge.seed.user()).id}`);
    await forge.seed.user({ email: 'eve@bücher.example' });
    await forge.root.post(`${ada.at}/emails`, { email: 'ada@bücher.example' });
    expect(await run()).toEqual([0, 'Nothing is wrong with the data.\n']);
  });

  it('names rows without their owner, and exits with 65', async () => {
    const issue = await forge.seed.issue(project, ada);
    const { id } = await forge.seed.note(issue, ada, { body: 'It hums' });
    await deleteIssueRow(forge, issue);
    expect(await run('--repair')).toEqual([
      65,
      expect.stringContaining(
        `Not true: each row of notes has its Issue (noteable_id). Rows: 1 (ids ${id}). Only a backup has what is missing: restore it, or delete these rows through the interface.\n`,
      ),
    ]);
  });

  it('repairs the search only when asked', async () => {
    await change('DELETE FROM user_terms');
    expect(await run()).toEqual([
      65,
      `Not true: each row of users is found by its name and addresses. Rows: 2 (ids 1, ${ada.id}). 0 repaired: run this again with --repair.\n`,
    ]);
    expect(await found('ada')).toEqual([]);
    expect(await run('--repair')).toEqual([
      0,
      expect.stringMatching(/ Repaired\.\nEverything is repaired\.\n$/),
    ]);
    expect(await found('ada')).toEqual(['ada']);
    expect(await found('ada@example.org')).toEqual(['ada']);
    expect(await run()).toEqual([0, 'Nothing is wrong with the data.\n']);
  });

  it('repairs counters, so that no iid is given twice, and records it', async () => {
    await forge.seed.issue(project, ada);
    await forge.seed.mergeRequest(project, ada);
    await change('UPDATE projects SET issue_count = 0, merge_request_count = 0');
    const [code, stdout] = await run('--repair', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      sound: true,
      findings: ['issues', 'merge requests'].map((items) => ({
        table: 'projects',
        rule: `counts its ${items}, so that no iid is given twice`,
        repairable: true,
        ids: [project.id],
        rows: 1,
        repaired: 1,
      })),
      damage: [],
      unfinished_deletions: 0,
    });
    expect(await forge.seed.issue(project, ada)).toMatchObject({ iid: 2 });
    const { body: events } = await forge.root.get('/audit_events', { action: 'project.updated' });
    expect(events).toMatchObject([
      { origin: 'command line', subject_type: 'project', subject_id: project.id },
      { details: { repaired: 'counts its issues, so that no iid is given twice' } },
    ]);
  });

  it('finds what no other rule explains: a note without its event, two primary addresses', async () => {
    const issue = await forge.seed.issue(project, ada);
    await forge.seed.note(issue, ada, { body: 'It hums' });
    await change("DELETE FROM events WHERE action = 'commented on'");
    await change(`UPDATE users SET email = 'other@example.org' WHERE id = ${ada.id}`);
    const [code, stdout] = await run();
    expect(code).toBe(65);
    expect(stdout).toContain('each row of notes has one event');
    expect(stdout).toContain('each row of users has one primary address, its own');
  });
});
