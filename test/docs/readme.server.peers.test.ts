import { createConnection } from 'mysql2/promise';
import { SERVER_URL } from '../support/environment.js';
import { README, ReadmeShell } from '../support/readme.js';

const NAME = 'forgenote_of_the_readme';

async function asAdministrator(statements: string): Promise<void> {
  const connection = await createConnection({ uri: SERVER_URL, multipleStatements: true });
  await connection.query(statements);
  await connection.end();
}
const withOwnName = (text: string) =>
  text
    .replaceAll(/\bforgenote\b/g, NAME)
    .replaceAll('127.0.0.1:3306', new URL(SERVER_URL).host)
    .replaceAll('npm start', 'ADMIN_TOKEN=token-of-root-0000000 npm start');

let shell: ReadmeShell;
beforeEach(async () => (shell = await ReadmeShell.open()));
afterEach(async () => {
  await shell.close();
  await asAdministrator(`DROP DATABASE IF EXISTS ${NAME}; DROP USER IF EXISTS ${NAME}@'%'`);
});

it('the README has blocks that create a database and start the service on it, again and again', async () => {
  const [create = ''] = README.blocksWith('CREATE DATABASE', 'sql');
  const [start = ''] = README.blocksWith('SECRET_KEY_FILE', 'sh');
  await asAdministrator(withOwnName(create));
  for (let time = 0; time < 2; time++) {
    expect(await shell.serve(withOwnName(start))).toContain(`with the database ${NAME} on `);
    await shell.stop();
  }
});
