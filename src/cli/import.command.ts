import { existsSync, rmSync } from 'node:fs';
import type { INestApplicationContext } from '@nestjs/common';
import { CannotStart, UsageError } from '../config/cannot-start.js';
import { CONFIG, type Config } from '../config/config.js';
import { ApiSource, type Presets } from '../exchange/api-source.js';
import { apiAt, hasCredentials, HistoricApi } from '../exchange/historic-api.js';
import { Importer } from '../exchange/importer.service.js';
import type { ImportCounts } from '../exchange/import-run.js';
import { DATA_KINDS, type Counts } from '../exchange/lines.js';
import { readMapping } from '../exchange/read-mapping.js';
import { readToken } from '../exchange/read-token.js';
import { ResponseFile, type Server } from '../exchange/response-file.js';
import { Warnings } from '../exchange/warnings.js';
import { writeLines } from '../exchange/write-lines.js';
import { MAX_PER_USER } from '../http/pagination/full-page.js';
import { requireFileName } from './backup.command.js';
import { limitHeap } from './limit-heap.js';
import { secondsSince, showRows } from './progress.js';
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
    throw new UsageError('import needs a file, or --from-api with the URL of a server');
  // With --from-api, the download gets this name.
  if (flags.fromApi !== undefined && file !== undefined) requireFileName(file);
  if ((flags.fromApi === undefined) !== (flags.tokenFile === undefined))
    throw new UsageError('--from-api and --token-file need each other');
  if (hasCredentials(flags.fromApi ?? ''))
    throw new UsageError(
      '--from-api must be a URL without a user and a password, which nothing uses: every account of this machine can see a command line. Write a private token into the file of --token-file.',
    );
  limitHeap();
  return withService(parts, { ...flags, copiesData: true }, (app) =>
    flags.fromApi === undefined
      ? importFile(app, file ?? '', flags)
      : importFromApi(app, file, flags),
  );
}

/**
 * Reads the whole server into a file first, as a check before anything is changed. The complete responses are in a file
 * beside it until the import has ended, so that the same command continues. Without a name, removes the lines too.
 */
export async function importFromApi(
  app: INestApplicationContext,
  file: string | undefined,
  flags: ImportFlags,
): Promise<Report> {
  const base = apiAt(flags.fromApi ?? '');
  const server = { base, token: readToken(flags.tokenFile ?? '') };
  // The same name each time: the same command in the same folder finds its files again.
  const target = file ?? `import-${new URL(base).host.replace(/[^\w.-]+/g, '-')}.jsonl`;
  const responses = ResponseFile.open(`${target}.download`, server);
  let isDone = false;
  try {
    if (responses.notice !== null) console.error(responses.notice);
    // Complete responses without their lines: somebody has removed that file.
    const complete = existsSync(target) ? responses.warnings : null;
    const presets = { projectsLimit: app.get<Config>(CONFIG).defaultProjectsLimit };
    const warnings = complete ?? (await download(server, responses, target, presets));
    const { text, data } = await importFile(app, target, flags);
    const lines = [text, ...warnings];
    // The import itself needs the same download.
    if (flags.dryRun === true)
      lines.push('The download is kept: run the same command without --dry-run to import it.');
    else isDone = true;
    return { text: lines.join('\n'), data: { ...data, file, warnings } };
  } finally {
    // The first request is for the user of the token. It alone is no download.
    if (isDone || responses.count <= 1) responses.remove();
    else responses.close();
    if (isDone && file === undefined) rmSync(target);
  }
}

/** Returns what was left out. */
async function download(
  server: Server,
  responses: ResponseFile,
  target: string,
  presets: Presets,
): Promise<string[]> {
  if (existsSync(target))
    throw new CannotStart(
      `${target} exists: import it with forgenote import ${target}, or remove it, or name another file.`,
    );
  const progress = showRows();
  const warnings = new Warnings();
  const source = new ApiSource(new HistoricApi(server, responses), warnings, presets);
  // Before the file gets its name: a process that is killed in between writes it again from the responses.
  const lines = withEnd(source.lines(), () => {
    responses.complete(warnings.texts);
  });
  const show = (kind: string, count: number) => {
    progress.show(`${kind}, read`, count);
  };
  // Only one process has the file of responses open, so this draft is one of a process that was killed.
  const draft = `${target}.download.part`;
  rmSync(draft, { force: true });
  await writeLines(target, lines, show, draft).finally(progress.end);
  return warnings.texts;
}

/** @param onEnd called after the last line */
async function* withEnd<Line>(lines: AsyncIterable<Line>, onEnd: () => void): AsyncGenerator<Line> {
  yield* lines;
  onEnd();
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
    lines.push(
      `Left out, because another user has the same or the user has the maximum of ${MAX_PER_USER}: ${listed(left_out)}.`,
    );
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
