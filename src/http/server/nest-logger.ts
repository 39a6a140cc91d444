import type { LoggerService } from '@nestjs/common';
import type { FastifyBaseLogger } from 'fastify';
import { CannotStart } from '../../base/config/cannot-start.js';

/**
 * Sends the messages of Nest's loggers to the log of the service. The `message` and the `error` of an object become
 * `msg` and `err`, the names that all lines of the log have.
 */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Pick<FastifyBaseLogger, Level>) {}

  /** Nest's own messages are texts, and too many for operators. The service logs objects. */
  log(message: unknown): void {
    this.write(typeof message === 'object' ? 'info' : 'debug', message);
  }
  debug(message: unknown): void {
    this.write('debug', message);
  }
  verbose(message: unknown): void {
    this.write('trace', message);
  }
  warn(message: unknown): void {
    this.write('warn', message);
  }
  error(message: unknown): void {
    // The starting process prints it.
    if (!(message instanceof CannotStart)) this.write('error', message);
  }
  fatal(message: unknown): void {
    this.write('fatal', message);
  }

  private write(level: Level, given: unknown): void {
    if (typeof given !== 'object' || given === null) this.logger[level](given);
    else if (given instanceof Error) this.logger[level]({ err: given });
    else {
      const { message, error, ...fields } = given as { message?: string; error?: unknown };
      this.logger[level]({ ...fields, ...(error ? { err: error } : {}) }, message);
    }
  }
}

type Level = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal';
