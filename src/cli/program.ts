import { Command } from 'commander';
import type { CreateApp, SyncFlags } from './ldap-sync.command.js';
import { EXIT_CODES } from '../config/exit-code.js';
import type { Schema } from '../engines/schema.js';
import { packageVersion } from '../config/package-version.js';

/** What commands need of the whole service. */
interface Service {
  /** Runs until a signal stops it. */
  start: () => Promise<void>;
  createApp: CreateApp;
  loadSchema: () => Promise<Schema>;
}

/** The command line. Commands import what they run when they run. */
export function createProgram({ start, createApp, loadSchema }: Service): Command {
  const program = new Command('forgenote')
    .description('The people-and-conversation core of a code forge. Without a command: serve.')
    .version(packageVersion())
    .showHelpAfterError()
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : EXIT_CODES.usage));
  program.command('serve').description('run the service until SIGTERM (the default)').action(start);
  program
    .command('check')
    .description('read the settings, try database, mail and folders, and say what is wrong')
    .action(async () => {
      const { check } = await import('./check.command.js');
      process.exitCode = await check(await loadSchema());
    });
  const ldap = program.command('ldap').description('check and synchronize directories');
  addDirectoryCommands(ldap, createApp);
  return program;
}

function addDirectoryCommands(ldap: Command, createApp: CreateApp): void {
  const provider = ['[provider]', 'only this directory, such as ldapmain'] as const;
  ldap
    .command('check')
    .description('connect to the directories and show five users as they would become')
    .argument(...provider)
    .action(async (only?: string) => {
      const { checkDirectories } = await import('./ldap-check.command.js');
      process.exitCode = await checkDirectories(only);
    });
  ldap
    .command('sync')
    .description('apply the directories to their users now')
    .argument(...provider)
    .option('--dry-run', 'show what would change, and change nothing')
    .option('--confirm', 'block as many users as the run that was held would have')
    .option('--json', 'print the reports as JSON')
    .action(async (only: string | undefined, options: SyncFlags) => {
      const { synchronize } = await import('./ldap-sync.command.js');
      process.exitCode = await synchronize(createApp, only, options);
    });
}
