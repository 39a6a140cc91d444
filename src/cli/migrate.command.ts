import { existsSync } from 'node:fs';
import { Logger } from '@nestjs/common';
import { recordOnEngine } from '../audit/record-on-engine.js';
import { readConfig } from '../config/config.js';
import { loadEnvironment } from '../config/environment.js';
import type { Engine } from '../database/engine.js';
import { connectionProblem } from '../engines/connection-problem.js';
import { createEngine } from '../engines/create-engine.js';
import { hasTable, migrate, pending } from '../engines/migrate.js';
import { planMigrations, type PlannedStatement } from '../engines/planned-migrations.js';
import { requireRestored } from '../engines/unfinished-restore.js';
import type { Schema } from '../engines/schema.js';
import { NestLogger } from '../http/server/nest-logger.js';
import { createLogger } from '../log/logger.js';
import { Operator } from './operator.js';

export interface MigrateFlags {
  status?: boolean;
  dryRun?: boolean;
  json?: boolean;
}

/** Applies the pending migrations, or shows them. Returns the exit code. */
export async function runMigrations(schema: Schema, flags: MigrateFlags): Promise<number> {
  const { database, logLevel } = readConfig(loadEnvironment());
  if (database.kind === 'sqlite' && !existsSync(database.path) && (flags.status || flags.dryRun)) {
    // Opening it would create it.
    print(flags, 'The database does not exist yet: the first start creates it.', {
      pending: schema.migrations.map(({ name }) => name),
    });
    return 0;
  }
  const engine = await createEngine(database, schema);
  try {
    await engine.open();
    await requireRestored({ hasTable: (name) => hasTable(engine.dataSource, name) });
    const names = await pending(engine.dataSource);
    if (flags.status) showStatus(schema, names, flags);
    else if (flags.dryRun) showPlan(await planMigrations(engine, database.kind), flags);
    else {
      Logger.overrideLogger(new NestLogger(createLogger(logLevel)));
      await apply(engine, flags);
    }
    return 0;
  } catch (error) {
    throw await connectionProblem(error, database);
  } finally {
    await engine.close();
  }
}

function showStatus({ migrations }: Schema, names: string[], flags: MigrateFlags): void {
  const all = migrations.map(({ name }) => name);
  const applied = all.filter((name) => !names.includes(name));
  const lines = [
    ...applied.map((name) => `applied  ${name}`),
    ...names.map((name) => `pending  ${name}`),
  ];
  print(flags, lines.join('\n'), { applied, pending: names });
}

function showPlan(statements: PlannedStatement[], flags: MigrateFlags): void {
  const lines = statements.map(
    ({ migration, sql, table, rows, locks }) =>
      `-- ${migration}${table === '' ? '' : `: ${table}, ${rows} rows`}\n-- ${locks}\n${sql};`,
  );
  print(flags, lines.length === 0 ? 'No migration is pending.' : lines.join('\n'), { statements });
}

async function apply(engine: Engine, flags: MigrateFlags): Promise<void> {
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
