import { RequestScope } from '../../src/database/request-scope.js';
import { setTimeout as delay } from 'node:timers/promises';
import { startForge, type Forge } from '../support/app.js';
import { Interleaving } from '../support/interleaving.js';
import { databaseOf, orphans, sql, statement } from '../support/internals.js';
import { IS_SERVER } from '../support/environment.js';
import { ISSUE, MERGE_REQUEST, SNIPPET } from '../support/noteables.js';
import type { Resource, SeededUser } from '../support/seed.js';
import { threadsOf } from '../support/threads.js';

const TABLES = { Issue: 'issues', Snippet: 'snippets', MergeRequest: 'merge_requests' };

let forge: Forge;
let ada: SeededUser;
let project: Resource;
beforeAll(async () => {
  forge = await startForge();
  ada = await forge.seed.user();
  project = await forge.seed.project(ada);
});
afterAll(() => forge.close());

/** Until an answer is there, or a statement of another connection waits for a row lock. */
async function answeredOrWaiting(answer: Promise<unknown>): Promise<void> {
  let isAnswered = false;
  void answer.finally(() => (isAnswered = true));
  const isWaiting = async () => {
    const threads = await threadsOf(forge.settings.DATABASE_URL, (text) => sql(forge, text));
    // MySQL has whole seconds only.
    return threads.some(({ Command, Time }) => /Execute|Query/.test(Command) && Time >= 1);
  };
  while (!isAnswered && !(await isWaiting())) await delay(20);
}

describe.each([ISSUE, SNIPPET, MERGE_REQUEST])(
  'an award to a noteable that is being deleted: $type',
  ({ type, resourceName, make }) => {
    /** Deletes the row in an open transaction and sends an award, which still reads the row, before the commit. */
    async function race(table: string, id: number, at: string) {
      const interleaving = new Interleaving(forge);
      const held = await interleaving.hold(() =>
        ada.client.post(`${at}/award_emoji`, { name: 'tada' }),
      );
      await databaseOf(forge).unit(RequestScope.background, async (unit) => {
        await unit.write(statement(`DELETE FROM ${table} WHERE id = :id`), { id });
        interleaving.release();
        // The embedded engine lets one writer in at a time: the award waits for the end of this unit.
        if (IS_SERVER) await answeredOrWaiting(held.answer);
      });
      return held.answer;
    }

    it(`returns 404 ${resourceName} Not Found and leaves no award`, async () => {
      const { id, at } = await make(forge.seed, project, ada);
      await sql(forge, `DELETE FROM events WHERE subject_type = '${type}' AND subject_id = ${id}`);
      const { status, body } = await race(TABLES[type], id, at);
      expect([status, body]).toEqual([404, { message: `404 ${resourceName} Not Found` }]);
      expect(await orphans(forge)).toEqual([]);
    });

    it('returns 404 Note Not Found for a note and leaves no award', async () => {
      const noteable = await make(forge.seed, project, ada);
      const { id, at } = await forge.seed.note(noteable, ada);
      await sql(forge, `DELETE FROM events WHERE note_id = ${id}`);
      const { status, body } = await race('notes', id, at);
      expect([status, body]).toEqual([404, { message: '404 Note Not Found' }]);
      expect(await orphans(forge)).toEqual([]);
    });
  },
);
