import { Logger } from '@nestjs/common';
import { createApp } from '../../src/app/app.js';
import { start } from '../../src/app/process/start.js';
import { schema as currentSchema } from '../../src/app/schema.js';
import { explain } from '../../src/base/config/cannot-start.js';
import { exitCodeOf } from '../../src/base/config/exit-code.js';
import type { Schema } from '../../src/database/engines/schema.js';
import { createProgram } from '../../src/operations/cli/program.js';
import { PATH_ONLY } from './environment.js';

export interface CommandResult {
  code: number;
  stdout: string;
  stderr: string;
}

/** Thrown instead of ending this process. */
class Exit extends Error {
  constructor(readonly code: number) {
    super(`Exit with ${code}`);
  }
}

/**
 * Runs a command of the command line in this process, to its end. A start of the program would take most of the time of
 * a test. The environment has only the settings, and relative paths start at the folder of the repository. Lines of the
 * log are not in `stderr`.
 *
 * @param words `serve` is for starts that fail: nothing would stop the service
 * @param schema the entities and migrations that the command knows
 */
export async function runCommand(
  settings: Record<string, string>,
  words: string[],
  schema: Schema = currentSchema,
): Promise<CommandResult> {
  const printed = { stdout: '', stderr: '' };
  const restore = replaceProcess(settings, printed);
  try {
    const program = createProgram({
      start,
      // Without fsync, as every service of the tests.
      createApp: (config) => {
        const database = { ...config.database, durable: false };
        return createApp({ ...config, database });
      },
      serveEphemeral: () => Promise.reject(new Error('It runs until its standard input ends.')),
      loadSchema: () => Promise.resolve(schema),
    });
    await program.parseAsync(words, { from: 'user' });
    return { code: Number(process.exitCode ?? 0), ...printed };
  } catch (error) {
    if (error instanceof Exit) return { code: error.code, ...printed };
    return {
      code: exitCodeOf(error),
      stdout: printed.stdout,
      stderr: `${printed.stderr}${explain(error)}\n`,
    };
  } finally {
    restore();
  }
}

/** Expects a start that fails with one sentence, for these settings. */
export async function expectRefusal(
  settings: Record<string, string>,
  sentence: RegExp,
): Promise<void> {
  const { code, stdout, stderr } = await runCommand({ PORT: '0', ...settings }, ['serve']);
  expect([code, stdout]).toEqual([expect.any(Number), '']);
  expect([69, 78]).toContain(code);
  expect(stderr).toMatch(sentence);
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
}

/** Gives commands an environment, and collects what they print. Returns what takes both back. */
function replaceProcess(
  settings: Record<string, string>,
  printed: { stdout: string; stderr: string },
): () => void {
  const collect =
    (name: keyof typeof printed) =>
    (text: unknown, ...rest: unknown[]): boolean => {
      printed[name] += String(text);
      const done = rest.at(-1);
      if (typeof done === 'function') (done as () => void)();
      return true;
    };
  const exit = (code?: number): never => {
    throw new Exit(code ?? 0);
  };
  const { stdout, stderr } = process;
  const replaced = [
    replace(process, 'env', { ...PATH_ONLY, LOG_LEVEL: 'error', ...settings }),
    replace(process, 'exit', exit),
    replace(stdout, 'write', collect('stdout')),
    replace(stderr, 'write', collect('stderr')),
  ];
  const listeners = stdout.listeners('error');
  return () => {
    for (const undo of replaced) undo();
    process.exitCode = undefined;
    for (const added of stdout.listeners('error').filter((one) => !listeners.includes(one)))
      stdout.off('error', added as () => void);
    // A command gives all loggers of the process another output.
    Logger.overrideLogger(false);
  };
}

function replace(target: object, name: string, value: unknown): () => void {
  const former: unknown = Reflect.get(target, name);
  Reflect.set(target, name, value);
  return () => {
    Reflect.set(target, name, former);
  };
}
