import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'ssh-keygen-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Never skips: without ssh-keygen nothing here would be proven. */
export function sshKeygen(...args: string[]): { ok: boolean; output: string } {
  const { error, status, stdout } = spawnSync('ssh-keygen', args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  if (error) {
    throw new Error(
      `These tests need ssh-keygen: please install openssh-client (${error.message}).`,
    );
  }
  return { ok: status === 0, output: stdout };
}

let files = 0;
export const newFile = () => join(folder, `key-${files++}`);

export interface Judgement {
  bits: number;
  fingerprint: string;
}

/** What ssh-keygen prints for this line: `256 SHA256:... comment (ED25519)`, or null. */
export function judged(line: string, hash: 'sha256' | 'md5' = 'sha256'): Judgement | null {
  const file = newFile();
  writeFileSync(file, `${line}\n`);
  const { ok, output } = sshKeygen('-l', '-E', hash, '-f', file);
  rmSync(file);
  if (!ok) return null;
  const [bits, fingerprint] = output.split(' ');
  return { bits: Number(bits), fingerprint };
}

export function generated(type: string, bits?: number): { line: string; file: string } {
  const file = newFile();
  const size = bits ? ['-b', String(bits)] : [];
  const { ok } = sshKeygen(
    '-q',
    '-t',
    type,
    ...size,
    '-N',
    '',
    '-C',
    'ada@example.com',
    '-f',
    file,
  );
  if (!ok) throw new Error(`ssh-keygen generated no ${type} key.`);
  return { line: readFileSync(`${file}.pub`, 'utf8').trim(), file };
}
