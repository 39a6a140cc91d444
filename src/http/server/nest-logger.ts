import type { LoggerService } from '@nestjs/common';
import type { FastifyBaseLogger } from 'fastify';
import { CannotStart } from '../../config/cannot-start.js';

/** Sends the messages of Nest to the log of the service. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: FastifyBaseLogger) {}

  /** Nest's own messages are texts, and too many for operators. The service logs objects. */
  log(message: unknown): void {
    if (typeof message === 'object') this.logger.info(message);
    else this.logger.debug(message);
  }
  debug(message: unknown): void {
    this.logger.debug(message as object);
  }
  verbose(message: unknown): void {
    this.logger.trace(message as object);
  }
  warn(message: unknown): void {
    this.logger.warn(message as object);
  }
  error(message: unknown): void {
    // The starting process prints it.
    if (message instanceof CannotStart) return;
    this.logger.error(describe(message));
  }
  fatal(message: unknown): void {
    this.logger.fatal(describe(message));
  }
}

function describe(message: unknown): object {
  if (message instanceof Error) return { err: message };
  const { error, ...rest } = (typeof message === 'object' ? message : { message }) as {
    error?: unknown;
  };
  return error instanceof Error
    ? { ...rest, err: error }
    : { ...rest, ...(error ? { error } : {}) };
}
