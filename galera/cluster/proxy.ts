import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Cleanup } from '../../bench/cleanup.js';
import { freePort } from '../../bench/server-process.js';
import { withConnection } from '../../torture/database/connection.js';
import type { Cluster } from './cluster.js';
import { eventually } from './eventually.js';

const CONFIGURATION = fileURLToPath(new URL('../../../deploy/galera/haproxy.cfg', import.meta.url));

/**
 * Starts haproxy with the published configuration in front of the nodes. Returns the URL of the database server that
 * services see.
 *
 * @param change breaks the configuration on purpose
 */
export async function startProxy(
  cluster: Cluster,
  cleanup: Cleanup,
  change = (text: string) => text,
): Promise<string> {
  const port = await freePort();
  const path = join(cluster.folder, `haproxy-${port}.cfg`);
  writeFileSync(path, change(configuration(cluster, port)));
  const child = spawn('/usr/sbin/haproxy', ['-db', '-q', '-f', path], { stdio: 'ignore' });
  cleanup.add(async () => {
    if (child.exitCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  });
  const url = `mariadb://root@127.0.0.1:${port}`;
  await eventually('haproxy leads to a node', 10_000, async () => {
    if (child.exitCode !== null) throw new Error(`haproxy ended with ${child.exitCode}`);
    return withConnection(url, (connection) => connection.rows('SELECT 1'));
  });
  // Until haproxy has the first results of its checks, all nodes count as up.
  await delay(1_500);
  return url;
}

function configuration({ nodes }: Cluster, port: number): string {
  let text = replace(readFileSync(CONFIGURATION, 'utf8'), /bind \S+/, `bind 127.0.0.1:${port}`);
  for (const { name, ports } of nodes) {
    const line = new RegExp(`server ${name} \\S+`);
    text = replace(text, line, `server ${name} 127.0.0.1:${ports.sql} port ${ports.check}`);
  }
  return text;
}

/** @throws Error the pattern does not match */
export function replace(text: string, pattern: RegExp | string, by: string): string {
  const changed = text.replace(pattern, by);
  if (changed === text) throw new Error(`The configuration of haproxy has no ${String(pattern)}`);
  return changed;
}
