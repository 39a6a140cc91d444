import type { Logger } from 'typeorm';

/** TypeORM writes to stdout, which has one line only. What fails is thrown, and logged where it is caught. */
export class Quiet implements Logger {
  logQuery(): void {}
  logQueryError(): void {}
  logQuerySlow(): void {}
  logSchemaBuild(): void {}
  logMigration(): void {}
  log(): void {}
}
