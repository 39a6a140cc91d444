import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { PLAIN_ENVIRONMENT } from './environment.js';

/** Returns stdout. Throws with all output if the command fails or exceeds the time limit. */
export async function run(
  command: string,
  args: string[],
  { cwd, seconds }: { cwd: string; seconds: number },
): Promise<string> {
  const options = { cwd, env: PLAIN_ENVIRONMENT, timeout: seconds * 1000, maxBuffer: 2 ** 26 };
  try {
    return (await promisify(execFile)(command, args, options)).stdout;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${command} ${args.join(' ')}\n${stdout}${stderr}`);
  }
}
