import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../bench/server-process.js';
import { eventually } from '../cluster/eventually.js';
import type { Fault } from './fault.js';

const NEXT_VERSION = fileURLToPath(
  new URL('../../../test/support/next-version.js', import.meta.url),
);
const NOTES = 20_000;
const DELETION_MS = 120_000;
const SETTLE_MS = 1_500;

/** The next version starts beside the services and changes a table. */
export const migration: Fault = {
  name: 'migration',
  run: async (scene) => {
    const next = await scene.launch(1, ['--import', NEXT_VERSION], await freePort());
    await delay(SETTLE_MS);
    await next.stop();
    return 'one column and one index';
  },
};

/** A user with many notes is deleted, in batches beside the other writes. The notes go to the ghost. */
export const deletion: Fault = {
  name: 'deletion',
  run: async (scene) => {
    const { cluster, database } = scene;
    const client = scene.connect();
    const name = `author${scene.options.random.integer(0, 1e9)}`;
    const created = await client.send({
      method: 'POST',
      path: '/users',
      body: { username: name, name, email: `${name}@example.com`, password: 'correct-horse' },
    });
    const project = await scene.createProject();
    const path = `/projects/${project}/issues`;
    const issue = await client.send({ method: 'POST', path, body: { title: 'Many' } });
    const author = created.id ?? 0;
    const notes = `SELECT COUNT(*) AS n FROM ${database}.notes WHERE noteable_type = 'Issue'
      AND noteable_id = ${issue.id ?? 0} AND is_system = 0`;
    await cluster.first.run(`INSERT INTO ${database}.notes (noteable_type, noteable_id, project_id,
        author_id, body, is_system, created_at, updated_at)
      SELECT 'Issue', ${issue.id ?? 0}, ${project}, ${author}, CONCAT('Note ', seq), 0, 1 + seq, 1 + seq
      FROM ${database}.seq_1_to_${NOTES}`);
    const start = performance.now();
    const { status } = await client.send({ method: 'DELETE', path: `/users/${author}` });
    await eventually('the deletion is complete', DELETION_MS, async () => {
      const open = await cluster.first.rows(`SELECT id FROM ${database}.deletions`);
      return open.length === 0;
    });
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    const [left] = await cluster.first.rows(`${notes} AND author_id <> ${author}`);
    if (Number(left?.['n']) !== NOTES)
      scene.faults.push(`the ghost has ${Number(left?.['n'])} of ${NOTES} notes`);
    return `${NOTES} notes in ${seconds} s, status ${status}`;
  },
};
