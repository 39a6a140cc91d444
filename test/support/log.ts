import { Logger } from '@nestjs/common';

export interface LogLine {
  level: 'log' | 'warn' | 'error';
  message: string;
  [field: string]: unknown;
}

/** Collects what the services of this process log from now on. `stop` makes them silent again. */
export function recordLog(): { lines: LogLine[]; stop: () => void } {
  const lines: LogLine[] = [];
  const record = (level: LogLine['level']) => (given: unknown) => {
    const fields = typeof given === 'object' ? given : { message: given };
    lines.push({ level, ...fields } as LogLine);
  };
  Logger.overrideLogger({ log: record('log'), warn: record('warn'), error: record('error') });
  return {
    lines,
    stop: () => {
      Logger.overrideLogger(false);
    },
  };
}
