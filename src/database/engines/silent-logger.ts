import type { Logger } from 'typeorm';

/** TypeORM logs to stdout, which is reserved for the start-up line. Errors are thrown and logged by the caller. */
export class SilentLogger implements Logger {
  logQuery(): void {}
  logQueryError(): void {}
  logQuerySlow(): void {}
  logSchemaBuild(): void {}
  logMigration(): void {}
  log(): void {}
}
