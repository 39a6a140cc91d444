import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import { MODULES, SECRET_KEY } from '../../bench/server-process.js';

/** With the settings of deploy/galera there is nothing to say about them. */
export const WHOLE_CLUSTER =
  /It is node \w+ of a Galera cluster with 3 members, primary and synced\.$/;
export const NO_MAJORITY = /The node \w+ of a Galera cluster has lost the majority/;

/** What `forgenote check` says about the database, if it is not this. */
export async function checkFaults(url: string, expected: RegExp): Promise<string[]> {
  // Any free port: the one of the service is taken.
  const env = { DATABASE_URL: url, SECRET_KEY, PORT: '0' };
  const run = promisify(execFile)(process.execPath, [MODULES, 'check'], { env, cwd: tmpdir() });
  const { stdout, stderr } = await run.catch(
    (error: unknown) => error as { stdout: string; stderr: string },
  );
  const line = (stdout + stderr).split('\n').find((text) => text.startsWith('The database'));
  return expected.test(line ?? '') ? [] : [`check: ${String(line)}`];
}
