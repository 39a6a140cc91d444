import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { startForge, type Forge } from '../support/app.js';
import { freshDatabase } from '../support/database.js';
import { PATH_ONLY } from '../support/environment.js';
import { Program, REPOSITORY } from '../support/program.js';
import { runCommand } from '../support/run-command.js';

const LOST =
  'The result could not be printed (ENOSPC). What the command changed is stored, and a file that it wrote is complete. Run only a command that reads again. For a lost token or password, run forgenote user reset-token or user reset-password.\n';

describe('A command whose output has no space', () => {
  let forge: Forge;
  let program: Program;
  beforeAll(async () => {
    forge = await startForge();
    program = new Program();
  });
  afterAll(async () => {
    await program.remove();
    await forge.close();
  });

  const expectLoss = (...words: string[]) => {
    const command = ['exec node "$0" "$@" >/dev/full', `${REPOSITORY}/dist/program/main.js`];
    const options = { cwd: program.folder, env: { ...PATH_ONLY, ...forge.settings } };
    const ended = promisify(execFile)('sh', ['-c', ...command, ...words], options);
    return expect(ended).rejects.toMatchObject({ code: 74, stderr: LOST });
  };

  it('exits with 74 after admin create, and the named commands replace what was lost', async () => {
    await expectLoss('admin', 'create', 'lost', '--email', 'lost@example.org');
    const reset = async (secret: string) => {
      const words = ['user', `reset-${secret}`, 'lost', '--json'];
      const { stdout } = await runCommand(forge.settings, words);
      return JSON.parse(stdout) as Record<string, string>;
    };
    const { private_token } = await reset('token');
    const { password } = await reset('password');
    const session = await forge.anonymous.post('/session', { login: 'lost', password });
    expect(session.body).toMatchObject({ private_token });
  });

  it('exits with 74 after a backup, which is complete', async () => {
    await expectLoss('backup', 'forge.gz');
    const copy = await freshDatabase();
    const settings = { ...forge.settings, DATABASE_URL: copy.url };
    expect(await runCommand(settings, ['restore', `${program.folder}/forge.gz`])).toMatchObject({
      code: 0,
    });
    await copy.drop();
  });
});
