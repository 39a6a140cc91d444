import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { REPOSITORY } from '../support/program.js';

const UNIT = join(REPOSITORY, 'deploy/forgenote@.service');
const run = (program: string, ...words: string[]) =>
  execFileSync(program, words, { encoding: 'utf8', stdio: 'pipe' });

describe('deploy/forgenote@.service', () => {
  let root: string;
  beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'forgenote-root-'))));
  afterEach(() => {
    rmSync(root, { recursive: true, force: true });
  });

  it('has an exposure of at most 1.5', () => {
    const measure = (unit: string) =>
      run('/usr/bin/systemd-analyze', 'security', '--offline=true', '--threshold=15', unit);
    measure(UNIT);
    const loose = join(root, 'loose@.service');
    writeFileSync(loose, readFileSync(UNIT, 'utf8').replace(/^Protect.*$/gm, ''));
    expect(() => measure(loose)).toThrow();
  });

  it('has no option that systemd does not know', () => {
    const program = '/opt/forgenote/bin/forgenote serve';
    const unit = join(root, 'forgenote@3001.service');
    writeFileSync(unit, readFileSync(UNIT, 'utf8').replace(program, '/bin/true'));
    expect(run('/usr/bin/systemd-analyze', 'verify', '--man=no', unit)).toBe('');
  });

  it('comes with its account and the folders of its settings, data and backups', () => {
    for (const folder of ['etc', 'var/lib']) mkdirSync(join(root, folder), { recursive: true });
    const file = (name: string) => join(REPOSITORY, 'deploy', `forgenote.${name}.conf`);
    run('/usr/bin/systemd-sysusers', `--root=${root}`, file('sysusers'));
    expect(readFileSync(join(root, 'etc/passwd'), 'utf8')).toMatch(
      /^forgenote:.*:\/var\/lib\/forgenote:\/usr\/sbin\/nologin$/m,
    );
    run('/usr/bin/systemd-tmpfiles', '--create', `--root=${root}`, file('tmpfiles'));
    const modes = ['etc/forgenote', 'var/lib/forgenote', 'var/backups/forgenote'].map(
      (folder) => statSync(join(root, folder)).mode & 0o777,
    );
    expect(modes).toEqual([0o750, 0o700, 0o700]);
  });
});
