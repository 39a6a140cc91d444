import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { CannotStart } from '../../base/config/cannot-start.js';
import { ConfigError } from '../../base/config/config.js';
import { Control } from './control.js';
import type { Starter } from './ephemeral-forge.js';
import type { ForgeOptions } from './forge-settings.js';

/** The flags of `serve --ephemeral`. */
export interface EphemeralFlags {
  /** File that gets the line. Without it, standard output gets the line. */
  readyFile?: string | undefined;
  /** Settings and options of the forge as `NAME=VALUE`. */
  set?: string[];
  /** False: the caller asks the control for forges. */
  forge?: boolean;
}

/** How long open forges may take to close when the process ends, in milliseconds. */
const CLOSING_MS = 3_000;

/**
 * Runs test forges until standard input closes. So nothing is left behind, however the process that started this one
 * ends. SIGTERM and SIGINT end it too.
 *
 * @param load imports the service
 */
export async function serveEphemeral(
  load: () => Promise<Starter>,
  { readyFile, set = [], forge = true }: EphemeralFlags,
): Promise<void> {
  const settings = settingsOf(set);
  // The control listens while the service is loaded. If that fails, the first forge gets the error.
  const loading = Promise.all([
    load(),
    import('./ephemeral-forge.js'),
    import('@nestjs/common').then(({ Logger }) => {
      // Standard output has one line. Each forge has a log of its own.
      Logger.overrideLogger(false);
    }),
  ]);
  loading.catch(() => undefined);
  const open = async (given: ForgeOptions) => {
    const [service, { EphemeralForge }] = await loading;
    return EphemeralForge.start(service, given);
  };
  const end = () => {
    void stop(control, readyFile);
  };
  const control = new Control(open, end);
  const lost = untilInputEnds();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, end);
  await control.listen();
  const description = forge ? await Promise.race([control.start(settings), lost]) : {};
  if (description === undefined)
    throw new CannotStart(
      'Standard input is closed. Keep it open for as long as the forge is needed: the forge ends with it.',
    );
  void lost.then(end);
  announce(JSON.stringify({ ...description, forges: control.url }), readyFile);
}

function untilInputEnds(): Promise<undefined> {
  return new Promise((resolve) => {
    const end = () => {
      resolve(undefined);
    };
    process.stdin.once('end', end).once('close', end).once('error', end).resume();
  });
}

/** The file appears with its whole content. */
function announce(line: string, readyFile: string | undefined): void {
  if (readyFile === undefined) {
    console.log(line);
    return;
  }
  const part = `${readyFile}.${process.pid}`;
  try {
    writeFileSync(part, `${line}\n`);
    renameSync(part, readyFile);
  } catch (error) {
    throw new CannotStart(
      `The ready file ${readyFile} cannot be written (${String((error as NodeJS.ErrnoException).code)}).`,
    );
  }
}

/** The exit deletes the folder of the databases, even if closing takes too long. */
async function stop(control: Control, readyFile: string | undefined): Promise<void> {
  const closed = control.closeAll().catch(() => undefined);
  await Promise.race([closed, delay(CLOSING_MS)]);
  if (readyFile !== undefined) rmSync(readyFile, { force: true });
  process.exit(0);
}

/** @throws ConfigError */
function settingsOf(pairs: string[]): ForgeOptions {
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, name, value] = /^(\w+)=(.*)$/s.exec(pair) ?? [];
      if (name === undefined)
        throw new ConfigError([`--set takes NAME=VALUE, as in --set PROFILE_FIELDS=historic`]);
      return [name, value];
    }),
  );
}
