import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import { ConfigError } from '../config/config.js';
import { ApiSource } from '../exchange/api-source.js';
import { HistoricApi } from '../exchange/historic-api.js';
import { Importer } from '../exchange/importer.service.js';
import type { ImportCounts } from '../exchange/import-run.js';
import { DATA_KINDS, type Counts } from '../exchange/lines.js';
import { readMapping } from '../exchange/read-mapping.js';
import { Warnings } from '../exchange/warnings.js';
import { writeLines } from '../exchange/write-lines.js';
import { secondsSince, showRows } from './progress.js';
import { readSecret } from './read-secret.js';
import { withService, type Report, type ServiceParts } from './with-service.js';

export interface ImportFlags {
  dryRun?: boolean;
  mapUsers?: string;
  fromApi?: string;
  tokenFile?: string;
  json?: boolean;
}

/** Creates what a file or a historic server has and the database lacks. Returns the exit code. */
export function importLines(
  parts: ServiceParts,
  file: string | undefined,
  flags: ImportFlags,
): Promise<number> {
  if (flags.fromApi === undefined && file === undefined)
    throw new ConfigError(['import needs a file, or --from-api with the URL of a server']);
  if ((flags.fromApi === undefined) !== (flags.tokenFile === undefined))
    throw new ConfigError(['--from-api and --token-file need each other']);
  return withService(parts, flags, (app) =>
    flags.fromApi === undefined
      ? importFile(app, file ?? '', flags)
      : importFromApi(app, file, flags),
  );
}

/** Reads the whole server into a file first, as a check before anything is changed. Without a name, removes the file. */
export async function importFromApi(
  app: INestApplicationContext,
  file: string | undefined,
  flags: ImportFlags,
): Promise<Report> {
  const api = new HistoricApi(flags.fromApi ?? '', readSecret(flags.tokenFile ?? '').trim());
  const folder = file === undefined ? mkdtempSync(join(tmpdir(), 'forgenote-import-')) : null;
  const target = file ?? join(folder ?? '', 'import.jsonl');
  const progress = showRows();
  const warnings = new Warnings();
  try {
    const lines = new ApiSource(api, warnings).lines();
    const show = (kind: string, count: number) => {
      progress.show(`${kind}, read`, count);
    };
    await writeLines(target, lines, show).finally(progress.end);
    const { text, data } = await importFile(app, target, flags);
    const { texts } = warnings;
    return { text: [text, ...texts].join('\n'), data: { ...data, file, warnings: texts } };
  } finally {
    if (folder !== null) rmSync(folder, { recursive: true, force: true });
  }
}

export async function importFile(
  app: INestApplicationContext,
  file: string,
  { dryRun: isDryRun = false, mapUsers }: ImportFlags,
): Promise<Report> {
  const started = performance.now();
  const progress = showRows();
  const mapping = readMapping(mapUsers);
  const options = { file, mapping, isDryRun, onProgress: progress.show };
  const counts = await app.get(Importer, { strict: false }).import(options).finally(progress.end);
  return {
    text: describe(counts, isDryRun),
    data: { file, dry_run: isDryRun, ...counts, seconds: secondsSince(started) },
  };
}

function describe({ created, present, left_out }: ImportCounts, isDryRun: boolean): string {
  const lines = [
    `${isDryRun ? 'To be created' : 'Created'}: ${listed(created)}. There already: ${listed(present)}.`,
  ];
  if (Object.keys(left_out).length > 0)
    lines.push(`Left out, because another user has the same: ${listed(left_out)}.`);
  if (created.user !== undefined)
    lines.push(
      'Nobody knows the passwords and tokens of the new users: reset them with forgenote user reset-password USER and reset-token USER.',
    );
  return lines.join('\n');
}

/** Such as `2 users, 1 project`. */
function listed(counts: Counts): string {
  const parts = DATA_KINDS.flatMap((kind) => {
    const count = counts[kind] ?? 0;
    const name = kind.replace('_', ' ');
    const plural = count === 1 || kind === 'award_emoji' ? name : `${name}s`;
    return count === 0 ? [] : [`${count} ${plural}`];
  });
  return parts.length === 0 ? 'nothing' : parts.join(', ');
}
