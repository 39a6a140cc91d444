import { pino, type Logger } from 'pino';
import { loggable } from './loggable.js';
import { terminalLine } from './terminal-line.js';

/**
 * The log of a process, on stderr: lines for people on a terminal, JSON lines elsewhere. Every argument of every call
 * passes through `loggable`, whatever its level, including what Fastify and Nest log themselves.
 */
export function createLogger(level: string): Logger {
  return pino(
    {
      level,
      base: null,
      // pino would describe the described error again, as an object.
      serializers: { err: (described: unknown) => described },
      hooks: {
        logMethod(args, method) {
          const [first, ...rest] = args as unknown[];
          // pino would take the message of a bare error for the text of the line.
          const object = first instanceof Error ? { err: first } : first;
          const cleaned = [object, ...rest].map((value) => loggable(value));
          method.apply(this, cleaned as Parameters<typeof method>);
        },
      },
    },
    process.stderr.isTTY ? TERMINAL : pino.destination(2),
  );
}

const TERMINAL = {
  write(json: string): void {
    process.stderr.write(terminalLine(json));
  },
};
