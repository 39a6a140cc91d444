import type { Command } from 'commander';
import type { SyncFlags } from './ldap-sync.command.js';
import type { ServiceParts } from './with-service.js';

export function addDirectoryCommands(program: Command, { createApp }: ServiceParts): void {
  const ldap = program.command('ldap').description('check and synchronize directories');
  const provider = ['[provider]', 'only this directory, such as ldapmain'] as const;
  ldap
    .command('check')
    .description('connect to the directories and show five people as the users they would become')
    .argument(...provider)
    .option('--json', 'print the result as JSON')
    .action(async (only: string | undefined, flags: { json?: boolean }) => {
      const { checkDirectories } = await import('./ldap-check.command.js');
      process.exitCode = await checkDirectories(only, flags);
    });
  ldap
    .command('sync')
    .description('apply the directories to their users now')
    .argument(...provider)
    .option('--dry-run', 'show what would change, and change no user')
    .option('--confirm', 'block as many users as the run that was held would have')
    .option('--json', 'print the reports as JSON')
    .action(async (only: string | undefined, options: SyncFlags) => {
      const { synchronize } = await import('./ldap-sync.command.js');
      process.exitCode = await synchronize(createApp, only, options);
    });
}
