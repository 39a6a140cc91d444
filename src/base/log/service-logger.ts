import { Logger } from '@nestjs/common';
import { loggable } from './loggable.js';

/**
 * The log of a part of the service. In a host application it goes to the logger of the host, which prints errors as
 * they are: with the values of a statement, such as password hashes. So everything passes through `loggable` before.
 */
export class ServiceLogger {
  private readonly logger: Logger;

  constructor(context: string) {
    this.logger = new Logger(context);
  }

  log(line: unknown): void {
    this.logger.log(loggable(line));
  }
  warn(line: unknown): void {
    this.logger.warn(loggable(line));
  }
  error(line: unknown): void {
    this.logger.error(loggable(line));
  }
}
