import { setTimeout as delay } from 'node:timers/promises';
import { createConnection } from 'mysql2/promise';
import { startForge } from '../support/app.js';
import { reusedDatabase } from '../support/reused-database.js';

/** More than one issue can hold connections. */
const ISSUES = 4;
const NOTES_PER_ISSUE = 5;

describe('a project whose rows are locked', () => {
  it('leaves connections for writes to other projects', async () => {
    const database = await reusedDatabase();
    const forge = await startForge({ DATABASE_URL: database.url });
    const ada = await forge.seed.user();
    const bob = await forge.seed.user();
    const project = await forge.seed.project(ada);
    const other = await forge.seed.issue(await forge.seed.project(bob), bob);
    const issues = await Promise.all(
      Array.from({ length: ISSUES }, () => forge.seed.issue(project, ada)),
    );
    const writeElsewhere = async () => {
      for (let n = 0; n < 3; n++) {
        const { status } = await bob.client.post(`${other.at}/notes`, { body: 'does not wait' });
        expect([status, answered]).toEqual([201, 0]);
      }
    };
    let answered = 0;
    const connection = await createConnection(database.url);
    await connection.query('START TRANSACTION');
    await connection.query(`SELECT id FROM issues WHERE project_id = ${project.id} FOR UPDATE`);
    const notes = issues.flatMap(({ at }) =>
      Array.from({ length: NOTES_PER_ISSUE }, async () => {
        const { status } = await ada.client.post(`${at}/notes`, { body: 'waits' });
        answered++;
        return status;
      }),
    );
    await delay(1_000);
    await writeElsewhere();
    await connection.end();
    expect(new Set(await Promise.all(notes))).toEqual(new Set([201]));
    await forge.close();
    await database.drop();
  });
});
