import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** What a program needs of the environment; nothing of what this suite was started with. */
const NEEDED = /^(PATH|HOME|NODE_EXTRA_CA_CERTS|npm_config_(registry|cache)|\w+_proxy)$/i;

export const plainEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => NEEDED.test(name)));

/** What the program wrote to stdout. One that fails or takes too long fails with all it wrote. */
export async function run(
  command: string,
  args: string[],
  { cwd, seconds }: { cwd: string; seconds: number },
): Promise<string> {
  const options = { cwd, env: plainEnvironment(), timeout: seconds * 1000, maxBuffer: 2 ** 26 };
  try {
    return (await promisify(execFile)(command, args, options)).stdout;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${command} ${args.join(' ')}\n${stdout}${stderr}`);
  }
}
