import { InvalidArgumentError, type Command } from 'commander';
import type { SyncFlags } from './ldap-sync.command.js';
import type { ServiceParts } from './with-service.js';

export function addDirectoryCommands(program: Command, { createApp }: ServiceParts): void {
  const ldap = program.command('ldap').description('check and synchronize the directory');
  ldap
    .command('check')
    .description('connect to the directory and show five people as the users they would become')
    .option('--json', 'print the result as JSON')
    .action(async (flags: { json?: boolean }) => {
      const { checkDirectory } = await import('./ldap-check.command.js');
      process.exitCode = await checkDirectory(flags);
    });
  ldap
    .command('sync')
    .description('apply the directory to its users now')
    .option('--dry-run', 'show what would change, and change no user')
    .option('--confirm <count>', 'block up to this many users, whatever the limit is', readCount)
    .option('--json', 'print the report as JSON')
    .action(async (flags: SyncFlags) => {
      const { synchronize } = await import('./ldap-sync.command.js');
      process.exitCode = await synchronize(createApp, flags);
    });
}

function readCount(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It takes a number of users.');
  return Number(text);
}
