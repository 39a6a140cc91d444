import { mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT, startForge, type Forge } from '../support/app.js';

describe('The generated secret key', () => {
  let folder: string;
  let started: Forge[];

  beforeEach(async () => {
    folder = join(await mkdtemp(join(tmpdir(), 'forgenote-test-')), 'not', 'there', 'yet');
    started = [];
  });
  afterEach(async () => {
    for (const forge of started) await forge.close();
    await rm(join(folder, '../../..'), { recursive: true });
  });

  async function start(settings: Record<string, string> = {}): Promise<Forge> {
    // Always embedded: with a database on a server the key has to be set.
    const DATABASE_URL = `sqlite:${join(folder, 'forgenote.sqlite')}`;
    const forge = await startForge({ DATABASE_URL, SECRET_KEY: '', ...settings });
    started.push(forge);
    return forge;
  }
  async function restart(settings: Record<string, string> = {}): Promise<Forge> {
    for (const forge of started.splice(0)) await forge.close();
    return start(settings);
  }
  const path = () => join(folder, 'secret.key');
  const tokenOfRoot = async (forge: Forge) =>
    (await forge.root.get<{ private_token: string }>('/user', { sudo: 1 })).body.private_token;

  it('is created beside the database with mode 600', async () => {
    await start();
    expect(((await stat(path())).mode & 0o777).toString(8)).toBe('600');
    expect(await readFile(path(), 'utf8')).toMatch(/^[0-9a-f]{64}$/);
  });

  it('is reused after a restart and decrypts existing tokens', async () => {
    await start();
    const key = await readFile(path(), 'utf8');
    expect(await tokenOfRoot(await restart())).toBe(ROOT.token);
    expect(await readFile(path(), 'utf8')).toBe(key);
  });

  it('is not created when SECRET_KEY is set', async () => {
    await start({ SECRET_KEY: 'a secret key that is known to everybody' });
    await expect(stat(path())).rejects.toThrow('ENOENT');
  });

  it('is shared by five instances that start together', async () => {
    const forges = await Promise.all([1, 2, 3, 4, 5].map(() => start()));
    const tokens = await Promise.all(forges.map(tokenOfRoot));
    expect(tokens).toEqual(forges.map(() => ROOT.token));
  });

  it('keeps private tokens and passwords out of the files in plain text', async () => {
    await start();
    await restart();
    const names = await readdir(folder);
    const contents = await Promise.all(names.map((name) => readFile(join(folder, name), 'latin1')));
    const everything = contents.join('\n');
    expect(everything).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
    for (const secret of [ROOT.token, ROOT.password]) expect(everything).not.toContain(secret);
  });

  it('refuses to start with another SECRET_KEY, and names the file that may have the right one', async () => {
    await start();
    await expect(restart({ SECRET_KEY: 'another key than the one that was kept' })).rejects.toThrow(
      `which may be in ${path()}`,
    );
    expect(await tokenOfRoot(await restart())).toBe(ROOT.token);
  });

  it('makes the service refuse to start if the file is missing, and creates no other key', async () => {
    await start();
    await rename(path(), `${path()}.away`);
    await expect(restart()).rejects.toThrow(
      `The key ${path()} of this database is missing: restore the file from a backup`,
    );
    await expect(stat(path())).rejects.toThrow('ENOENT');
    await rename(`${path()}.away`, path());
    expect(await tokenOfRoot(await restart())).toBe(ROOT.token);
  });

  it('makes the service refuse to start if the file has the key of another database', async () => {
    await start();
    await writeFile(path(), 'f'.repeat(64));
    await expect(restart()).rejects.toThrow(
      `The key in ${path()} does not decrypt the private tokens in this database: restore the file`,
    );
  });

  it('is not replaced if the database is new', async () => {
    await start();
    const key = await readFile(path(), 'utf8');
    for (const forge of started.splice(0)) await forge.close();
    await rm(join(folder, 'forgenote.sqlite'));
    await start();
    expect(await readFile(path(), 'utf8')).toBe(key);
  });

  it.each(['', '\n', 'too short'])('is refused when its file is damaged: %j', async (content) => {
    await start();
    await writeFile(path(), content);
    await expect(restart()).rejects.toThrow(`The key in ${path()} is damaged`);
  });
});
