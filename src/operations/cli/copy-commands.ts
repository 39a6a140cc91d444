import type { Command } from 'commander';
import type { BackupFlags } from './backup.command.js';
import type { RestoreFlags } from './restore.command.js';
import type { ServiceParts } from './with-service.js';

export function addCopyCommands(program: Command, { loadSchema }: ServiceParts): void {
  const json = ['--json', 'print the result as JSON'] as const;
  program
    .command('backup')
    .description('write everything in the database to a file; the service may run')
    .argument('<file>', 'a new file')
    .option(...json)
    .action(async (file: string, flags: BackupFlags) => {
      const { backup } = await import('./backup.command.js');
      process.exitCode = await backup(await loadSchema(), file, flags);
    });
  program
    .command('restore')
    .description('fill the empty database of the settings from a backup')
    .argument('<file>', 'a file that `backup` has written')
    .option(...json)
    .action(async (file: string, flags: RestoreFlags) => {
      const { restore } = await import('./restore.command.js');
      process.exitCode = await restore(await loadSchema(), file, flags);
    });
}
