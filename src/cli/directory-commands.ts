import type { Command } from 'commander';
import type { SyncFlags } from './ldap-sync.command.js';
import type { ServiceParts } from './with-service.js';

/** The words of `ldap sync`. */
type SyncWords = Omit<SyncFlags, 'confirm'> & { confirm?: boolean | string };

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
    .option('--confirm [count]', 'block what the held run would have, at most this many users')
    .option('--json', 'print the reports as JSON')
    .action(async (name: string | undefined, words: SyncWords, command: Command) => {
      const { only, confirm } = readConfirm(name, words.confirm, command);
      const { synchronize } = await import('./ldap-sync.command.js');
      process.exitCode = await synchronize(createApp, only, { ...words, confirm });
    });
}

/** Commander takes the word after `--confirm` for its count. In `--confirm ldapmain` it is the provider. */
function readConfirm(
  only: string | undefined,
  confirm: boolean | string = false,
  command: Command,
): { only: string | undefined; confirm: boolean | number } {
  if (typeof confirm === 'boolean') return { only, confirm };
  if (/^\d{1,9}$/.test(confirm)) return { only, confirm: Number(confirm) };
  if (only === undefined) return { only: confirm, confirm: true };
  return command.error(`error: --confirm takes a number of users, not ${confirm}`);
}
