import { randomBytes } from 'node:crypto';
import { createConnection } from 'mysql2/promise';
import { EXIT_CODES } from '../../src/base/config/exit-code.js';
import { freshDatabase } from '../support/database.js';
import { SERVER_URL } from '../support/environment.js';
import { expectRefusal, runCommand } from '../support/run-command.js';
import { startAndStop } from '../support/service.js';

const SECRET_KEY = 'k'.repeat(40);

async function asAdministrator(...statements: string[]): Promise<void> {
  const connection = await createConnection(SERVER_URL);
  try {
    for (const statement of statements) await connection.query(statement);
  } finally {
    await connection.end();
  }
}

describe('the program with a database server', () => {
  it('refuses to start with wrong credentials', async () => {
    const database = await freshDatabase();
    const url = new URL(database.url);
    url.username = 'nobody';
    await expectRefusal(
      { SECRET_KEY, DATABASE_URL: url.href },
      /Access denied for user 'nobody'.*DATABASE_URL/,
    );
    await database.drop();
  });

  it.each([
    ['an account that may use every database', 'GRANT ALL ON *.* TO'],
    ['an account that may use none', 'GRANT USAGE ON *.* TO'],
  ])('prints the statements that create a missing database for %s', async (_, grant) => {
    const name = `forge-${randomBytes(4).toString('hex')}`;
    const account = `'${name}'@'%'`;
    await asAdministrator(`CREATE USER ${account} IDENTIFIED BY 'p@ss'`, `${grant} ${account}`);
    const url = new URL(`/${name}`, SERVER_URL);
    url.username = name;
    url.password = 'p@ss';
    const settings = { SECRET_KEY, DATABASE_URL: url.href };
    try {
      const { code, stderr } = await runCommand({ PORT: '0', ...settings }, ['serve']);
      expect(code).toBe(EXIT_CODES.unavailable);
      const [sentence, ...statements] = stderr.trim().split('\n');
      expect(sentence).toContain(`The database ${name} on ${url.host} does not exist`);
      expect(statements).toEqual([
        `  CREATE DATABASE IF NOT EXISTS \`${name}\` CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;`,
        `  GRANT ALL ON \`${name}\`.* TO ${account};`,
      ]);
      await asAdministrator(...statements);
      await startAndStop(settings);
    } finally {
      await asAdministrator(`DROP DATABASE IF EXISTS \`${name}\``, `DROP USER ${account}`);
    }
  });
});
