import type { Command } from 'commander';
import type { ExportFlags } from './export.command.js';
import type { ImportFlags } from './import.command.js';
import type { ServiceParts } from './with-service.js';

export function addExchangeCommands(program: Command, service: ServiceParts): void {
  const json = ['--json', 'print the result as JSON'] as const;
  program
    .command('export')
    .description('write users, projects and conversations as JSON lines; the service may run')
    .argument('<file>', 'a new file')
    .option(...json)
    .action(async (file: string, flags: ExportFlags) => {
      const { exportLines } = await import('./export.command.js');
      process.exitCode = await exportLines(service, file, flags);
    });
  program
    .command('import')
    .description('create what a file of `export` has and the database lacks; the service may run')
    .argument('[file]', 'a file that `export` has written; with --from-api, a new file to keep')
    .option('--from-api <url>', 'read a server with the historic interface instead of a file')
    .option('--token-file <file>', 'file with the private token of an administrator there')
    .option('--dry-run', 'check everything and count, but create nothing')
    .option('--map-users <file>', 'JSON: {"username in the file": "existing username"}')
    .option(...json)
    .action(async (file: string | undefined, flags: ImportFlags) => {
      const { importLines } = await import('./import.command.js');
      process.exitCode = await importLines(service, file, flags);
    });
}
