import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Calls `use` with a temporary folder and removes the folder afterwards. */
export function inTemporaryFolder<T>(use: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'ssh-keygen-'));
  try {
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Throws instead of skipping: these tests prove nothing without ssh-keygen. */
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

interface KeyInspection {
  bits: number;
  fingerprint: string;
}

/** Returns what ssh-keygen prints for this line (`256 SHA256:... comment (ED25519)`), or null. */
export function inspectKey(line: string, hash: 'sha256' | 'md5' = 'sha256'): KeyInspection | null {
  const { ok, output } = inTemporaryFolder((folder) => {
    const file = join(folder, 'key.pub');
    writeFileSync(file, `${line}\n`);
    return sshKeygen('-l', '-E', hash, '-f', file);
  });
  if (!ok) return null;
  const [bits, fingerprint] = output.split(' ');
  return { bits: Number(bits), fingerprint };
}

interface KeyPair {
  /** The public key, on one line. */
  line: string;
  /** The private key, in OpenSSH's own format. */
  secret: string;
}

export function generateKey(type: string, bits?: number): KeyPair {
  return inTemporaryFolder((folder) => {
    const file = join(folder, 'key');
    const size = bits ? ['-b', String(bits)] : [];
    const comment = ['-N', '', '-C', 'ada@example.com'];
    const { ok } = sshKeygen('-q', '-t', type, ...size, ...comment, '-f', file);
    if (!ok) throw new Error(`ssh-keygen generated no ${type} key.`);
    return { line: readFileSync(`${file}.pub`, 'utf8').trim(), secret: readFileSync(file, 'utf8') };
  });
}
