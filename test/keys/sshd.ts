import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { access, chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { accepts } from '../../src/http/server/port.js';
import { freePort } from '../support/ports.js';

const SSHD = '/usr/sbin/sshd';
/** In milliseconds. What takes longer hangs. */
const TIMEOUT_MS = 60_000;

const run = (command: string, args: string[]) =>
  promisify(execFile)(command, args, { timeout: TIMEOUT_MS });

/** A key pair as its owner has it. */
export interface KeyPair {
  /** The file of the private half. */
  path: string;
  line: string;
}

/** An sshd on loopback that looks up keys in the service. */
export class Sshd {
  private constructor(
    private readonly folder: string,
    private readonly port: number,
    private readonly process: ChildProcess,
  ) {}

  /** @throws Error saying what has to be installed, or what sshd has to complain about */
  static async start(api: string, token: string): Promise<Sshd> {
    await requireSshd();
    // sshd requires that only root can write to the path of its command, so /tmp cannot be used.
    const folder = await mkdtemp('/run/forgenote-sshd-');
    await chmod(folder, 0o755);
    try {
      const port = await freePort();
      await writeCommand(folder, api, token);
      const config = await writeConfig(folder, port);
      const patient = await withoutPenalties(config);
      const process = spawn(SSHD, ['-D', '-e', '-f', config, ...patient], {
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      const sshd = new Sshd(folder, port, process);
      await sshd.untilItListens();
      return sshd;
    } catch (error) {
      await rm(folder, { recursive: true });
      throw error;
    }
  }

  async newKey(name: string): Promise<KeyPair> {
    const path = join(this.folder, name);
    await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', `${name}@laptop`, '-f', path]);
    return { path, line: (await readFile(`${path}.pub`, 'utf8')).trim() };
  }

  /** Whether sshd lets this key in: runs `true` behind it. */
  async letsIn({ path }: KeyPair): Promise<boolean> {
    const options = [
      ...['StrictHostKeyChecking=no', 'UserKnownHostsFile=/dev/null', 'LogLevel=ERROR'],
      ...['IdentitiesOnly=yes', 'IdentityAgent=none', 'BatchMode=yes', 'ConnectTimeout=5'],
    ];
    const args = [...options.flatMap((option) => ['-o', option]), '-F', '/dev/null', '-i', path];
    try {
      await run('ssh', [...args, '-p', String(this.port), 'root@127.0.0.1', 'true']);
      return true;
    } catch (error) {
      // Any other end is no answer: sshd was not reached, or did not answer in time.
      if (/Permission denied/.test(String((error as { stderr?: unknown }).stderr))) return false;
      throw error;
    }
  }

  async stop(): Promise<void> {
    await kill(this.process);
    await rm(this.folder, { recursive: true });
  }

  private async untilItListens(): Promise<void> {
    let errors = '';
    this.process.stderr?.on('data', (text: Buffer) => {
      errors += text.toString();
    });
    const end = Date.now() + TIMEOUT_MS;
    while (this.process.exitCode === null && Date.now() < end) {
      if (await accepts({ host: '127.0.0.1', port: this.port })) return;
      await delay(50);
    }
    await kill(this.process);
    throw new Error(`sshd does not listen: ${errors}`);
  }
}

async function requireSshd(): Promise<void> {
  try {
    await access(SSHD);
  } catch {
    throw new Error('These tests need sshd: please run apt-get install openssh-server.');
  }
  if (process.getuid?.() !== 0) throw new Error('These tests start sshd: please run them as root.');
  // The package's init script makes it, where there is an init system.
  await mkdir('/run/sshd', { recursive: true, mode: 0o755 });
}

/**
 * Prints the key sshd was shown (`%f`) as a line of authorized_keys, when the service knows it and its
 * owner is active. It runs as nobody, who can read the token of the administrator and nobody else can.
 */
async function writeCommand(folder: string, api: string, token: string): Promise<void> {
  const secret = join(folder, 'token');
  await writeFile(secret, `PRIVATE-TOKEN: ${token}\n`, { mode: 0o400 });
  const ids = await Promise.all(['-u', '-g'].map((of) => run('id', [of, 'nobody'])));
  await chown(secret, Number(ids[0]?.stdout), Number(ids[1]?.stdout));
  const command = join(folder, 'authorized-keys');
  const script = `#!/bin/sh
curl --silent --fail --max-time 50 --get --data-urlencode "fingerprint=$1" --header @${secret} ${api}/keys |
  sed -n '/"state":"active"/s/.*"key":"\\([^"\\\\]*\\)".*/restrict \\1/p'
`;
  await writeFile(command, script, { mode: 0o755 });
}

async function writeConfig(folder: string, port: number): Promise<string> {
  const hostKey = join(folder, 'host-key');
  await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', hostKey]);
  const config = join(folder, 'sshd_config');
  const lines = [
    ...[`ListenAddress 127.0.0.1:${port}`, `HostKey ${hostKey}`, 'PidFile none'],
    ...['UsePAM no', 'AuthenticationMethods publickey', 'PermitRootLogin prohibit-password'],
    ...['AuthorizedKeysFile none', `AuthorizedKeysCommand ${folder}/authorized-keys %f`],
    ...['AuthorizedKeysCommandUser nobody', 'StrictModes yes'],
  ];
  await writeFile(config, `${lines.join('\n')}\n`);
  return config;
}

/** From 9.8 on, sshd shuts out an address that failed a few times, as these tests do; before, it does not know the word. */
async function withoutPenalties(config: string): Promise<string[]> {
  const option = ['-o', 'PerSourcePenalties=no'];
  return run(SSHD, ['-t', '-f', config, ...option]).then(
    () => option,
    () => [],
  );
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS);
  await ended;
  clearTimeout(timer);
}
