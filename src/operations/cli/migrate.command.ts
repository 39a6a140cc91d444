import { Logger } from '@nestjs/common';
import { recordOnEngine } from '../../core/audit/record-on-engine.js';
import { readConfig, type DatabaseConfig } from '../../base/config/config.js';
import { loadEnvironment } from '../../base/config/environment.js';
import type { Engine } from '../../database/engine.js';
import { connectionProblem } from '../../database/engines/connection-problem.js';
import { hasTable, migrate, pending } from '../../database/engines/migrate.js';
import { openEngine, openForReading, type Migratable } from '../../database/engines/open-engine.js';
import { pendingStatements } from '../../database/engines/pending-statements.js';
import { requireRestored } from '../../database/engines/unfinished-restore.js';
import type { Schema } from '../../database/engines/schema.js';
import { NestLogger } from '../../http/server/nest-logger.js';
import { createLogger } from '../../base/log/logger.js';
import { Operator } from './operator.js';

export interface MigrateFlags {
  status?: boolean;
  dryRun?: boolean;
  json?: boolean;
}

/** Applies the pending migrations, or shows them. Returns the exit code. */
export async function runMigrations(schema: Schema, flags: MigrateFlags): Promise<number> {
  const { database, logLevel } = readConfig(loadEnvironment());
  try {
    if (flags.status || flags.dryRun) await show(database, schema, flags);
    else {
      const engine = await openEngine(database, schema);
      Logger.overrideLogger(new NestLogger(createLogger(logLevel)));
      await apply(engine, flags).finally(() => engine.close());
    }
    return 0;
  } catch (error) {
    throw await connectionProblem(error, database);
  }
}

async function show(database: DatabaseConfig, schema: Schema, flags: MigrateFlags): Promise<void> {
  const opened = await openForReading(database, schema);
  try {
    await requireComplete(opened);
    if (flags.status) showStatus(schema, await pending(opened.dataSource), flags);
    else await showStatements(opened, flags);
  } finally {
    await opened.close();
  }
}

const requireComplete = ({ dataSource }: Migratable): Promise<void> =>
  requireRestored({ hasTable: (name) => hasTable(dataSource, name) });

function showStatus({ migrations }: Schema, names: string[], flags: MigrateFlags): void {
  const all = migrations.map(({ name }) => name);
  const applied = all.filter((name) => !names.includes(name));
  const lines = [
    ...applied.map((name) => `applied  ${name}`),
    ...names.map((name) => `pending  ${name}`),
  ];
  print(flags, lines.join('\n'), { applied, pending: names });
}

async function showStatements({ dataSource }: Migratable, flags: MigrateFlags): Promise<void> {
  const statements = await pendingStatements(dataSource);
  const lines = statements.map(({ migration, sql }) => `-- ${migration}\n${sql};`);
  print(flags, lines.length === 0 ? 'No migration is pending.' : lines.join('\n'), { statements });
}

async function apply(engine: Engine, flags: MigrateFlags): Promise<void> {
  await requireComplete(engine);
  const names = await migrate(engine);
  if (names.length > 0)
    await recordOnEngine(engine, new Operator(), 'database.migrated', { migrations: names });
  const text =
    names.length === 0 ? 'No migration was pending.' : `Applied ${names.length} migrations.`;
  print(flags, text, { applied: names });
}

function print({ json = false }: MigrateFlags, text: string, data: object): void {
  console.log(json ? JSON.stringify(data) : text);
}
