import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { PATH_ONLY } from './environment.js';

/** The packages with the libraries that Node and native packages need. */
const LIBRARIES = ['libc6', 'libgcc-s1', 'libstdc++6'];

/** For small virtual machines too. */
const SETTINGS = (folder: string) => `
[containers]
# Podman's own limits are higher, and only some administrators can raise limits.
default_ulimits = ["nofile=1024:1024", "nproc=1024:1024"]
[engine]
# crun refuses machines with control groups of both versions. The other values are for machines without systemd.
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
# Nothing is shared with other containers of this machine.
lock_type = "file"
tmp_dir = "${folder}/tmp"
[network]
network_config_dir = "${folder}/networks"
`;

/** Podman with images and containers of its own. It downloads nothing. */
export class Podman {
  private readonly folder = mkdtempSync(join(tmpdir(), 'forgenote-podman-'));

  /** The path of a script that takes the words of a podman command. */
  readonly command = join(this.folder, 'podman');

  constructor() {
    const { folder } = this;
    const settings = join(folder, 'containers.conf');
    writeFileSync(settings, SETTINGS(folder));
    const place = `--root '${folder}/storage' --runroot '${folder}/run'`;
    writeFileSync(
      this.command,
      `#!/bin/sh\nCONTAINERS_CONF='${settings}' exec /usr/bin/podman ${place} "$@"\n`,
      { mode: 0o755 },
    );
  }

  /** Returns stdout. Throws with stderr if the command fails. */
  async run(...words: string[]): Promise<string> {
    return (await promisify(execFile)(this.command, words, { env: PATH_ONLY })).stdout.trim();
  }

  /** Everything that the container has printed. */
  async logs(name: string): Promise<string> {
    const { stdout, stderr } = await promisify(execFile)(this.command, ['logs', name]);
    return stdout + stderr;
  }

  /** Two images of this machine: Node as in its own image, and the libraries of Debian that it needs. */
  async importBase(): Promise<{ node: string; base: string }> {
    const [node, base] = [join(this.folder, 'node'), join(this.folder, 'base')];
    mkdirSync(join(node, 'usr/local/bin'), { recursive: true });
    cpSync(process.execPath, join(node, 'usr/local/bin/node'), { dereference: true });
    for (const file of libraries()) {
      mkdirSync(join(base, dirname(file)), { recursive: true });
      cpSync(file, join(base, file), { verbatimSymlinks: true });
    }
    for (const folder of [node, base]) {
      execFileSync('tar', ['--create', '--file', `${folder}.tar`, '--directory', folder, '.']);
      await this.run('import', '--quiet', `${folder}.tar`, imageOf(folder));
    }
    return { node: imageOf(node), base: imageOf(base) };
  }

  /** Ends all containers. */
  async remove(): Promise<void> {
    await this.run('rm', '--all', '--force', '--volumes', '--time', '0');
    await this.run('rmi', '--all', '--force');
    // The storage is mounted on itself.
    await promisify(execFile)('umount', [join(this.folder, 'storage/overlay')]).catch(() => null);
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const imageOf = (folder: string) => `localhost/test-${folder.replace(/.*\//, '')}`;

/** The files of the packages, without documentation. */
function libraries(): string[] {
  const list = execFileSync('dpkg', ['--listfiles', ...LIBRARIES], { encoding: 'utf8' });
  return list
    .split('\n')
    .filter((path) => path.startsWith('/') && !path.startsWith('/usr/share/'))
    .filter((path) => !statSync(path).isDirectory());
}
