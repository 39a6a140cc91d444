import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import { MODULES, SECRET_KEY } from '../../bench/server-process.js';

/** What `forgenote doctor` finds wrong with the database, one sentence each. */
export async function doctorFindings(url: string): Promise<string[]> {
  const env = { DATABASE_URL: url, LOG_LEVEL: 'silent', SECRET_KEY };
  try {
    await promisify(execFile)(process.execPath, [MODULES, 'doctor'], { env, cwd: tmpdir() });
    return [];
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    return [`doctor: ${(stdout || stderr || String(error)).trim()}`];
  }
}
