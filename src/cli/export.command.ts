import { Exporter } from '../exchange/exporter.service.js';
import { writeLines } from '../exchange/write-lines.js';
import { megabytes, requireFileName } from './backup.command.js';
import { limitHeap } from './limit-heap.js';
import { secondsSince, showRows } from './progress.js';
import { withService, type ServiceParts } from './with-service.js';

export interface ExportFlags {
  json?: boolean;
}

/** Writes users, projects and conversations to a file. Returns the exit code. */
export function exportLines(
  parts: ServiceParts,
  file: string,
  flags: ExportFlags,
): Promise<number> {
  requireFileName(file);
  limitHeap();
  return withService(parts, { ...flags, usesKey: false, copiesData: true }, async (app) => {
    const started = performance.now();
    const progress = showRows();
    const lines = app.get(Exporter, { strict: false }).lines();
    const result = await writeLines(file, lines, progress.show).finally(progress.end);
    const seconds = secondsSince(started);
    return {
      text:
        `${file} has ${result.lines} lines (${megabytes(result.bytes)} MB, ${seconds} s). ` +
        'It has email addresses and private projects, but no passwords and no tokens.',
      data: { ...result, seconds },
    };
  });
}
