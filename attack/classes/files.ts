import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AttackClass } from '../attack-class.js';
import type { Target } from '../target.js';

/** The bits of a mode for accounts other than the owner. */
const OTHERS = 0o077;
/** Without these, the service makes files with a key and with the secrets of the first administrator. */
const GENERATED = { SECRET_KEY: '', ADMIN_TOKEN: '', ADMIN_PASSWORD: '' };

/** What other accounts of the machine could read of the files of an embedded database. */
export const files: AttackClass = {
  name: 'files',
  rows: [],
  control: 'open-folders',
  engines: ['sqlite'],
  isAlone: true,
  run: async (target) => {
    const root = mkdtempSync(join(tmpdir(), 'forgenote-attack-'));
    try {
      const folder = join(root, 'data');
      const paths = await inspect(target, folder);
      for (const path of paths) if (!target.isDone) await openToAll(target, folder, path);
      return `${paths.length} files, each made readable before a start`;
    } finally {
      rmSync(root, { recursive: true });
    }
  },
};

const start = (target: Target, folder: string) =>
  target.startAnother(`sqlite:${join(folder, 'forge.sqlite')}`, GENERATED);

/** Returns the paths of all files that the service has made and left when it stopped. */
async function inspect(target: Target, folder: string): Promise<string[]> {
  const service = await start(target, folder);
  const made = readdirSync(folder, { recursive: true, withFileTypes: true });
  const all = [folder, ...made.map((entry) => join(entry.parentPath, entry.name))];
  for (const path of all) {
    const mode = statSync(path).mode & 0o777;
    const isPrivate = (mode & OTHERS) === 0;
    target.require(isPrivate, `${path.replace(folder, 'data')} has the mode ${mode.toString(8)}`);
  }
  await service.stop();
  const stay = made
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return stay.filter((path) => statSync(path, { throwIfNoEntry: false }));
}

async function openToAll(target: Target, folder: string, path: string): Promise<void> {
  chmodSync(path, 0o644);
  const name = path.replace(folder, 'data');
  try {
    const service = await start(target, folder);
    target.find(`the service starts although everybody can read ${name}`);
    await service.stop();
  } catch {
    target.require(target.log.includes(`chmod 600`), `the refusal of ${name} has no command`);
  }
  chmodSync(path, 0o600);
}
