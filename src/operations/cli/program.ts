import { Command, Option } from 'commander';
import { EXIT_CODES } from '../../base/config/exit-code.js';
import { buildVersion } from '../../base/config/package-files.js';
import { addAccountCommands } from './account-commands.js';
import { addCopyCommands } from './copy-commands.js';
import { addDirectoryCommands } from './directory-commands.js';
import type { EphemeralFlags } from '../test-forges/serve-ephemeral.js';
import type { CheckFlags } from './check.command.js';
import { failWithoutOutput } from './fail-without-output.js';
import type { DoctorFlags } from './doctor.command.js';
import type { MigrateFlags } from './migrate.command.js';
import type { ServiceParts } from './with-service.js';

interface StartOptions {
  /** See `Config`. */
  acceptsLostKey: boolean;
}

/** What commands need of the whole service. */
interface Service extends ServiceParts {
  /** Runs until a signal stops it. */
  start: (options?: StartOptions) => Promise<void>;
  /** Runs forges for tests, on temporary databases. */
  serveEphemeral: (flags: EphemeralFlags) => Promise<void>;
}

interface ServeFlags extends EphemeralFlags {
  newKey?: boolean;
  ephemeral?: boolean;
}

/** The command line. The code of a command is imported only when it runs. */
export function createProgram(service: Service): Command {
  const program = new Command('forgenote')
    .description('The people-and-conversation core of a code forge. Without a command: serve.')
    .version(buildVersion())
    .hook('preAction', async (_, command) => {
      if (command.name() !== 'serve') failWithoutOutput();
      // Nest's own logger would write between the results on stdout. The service sets another one.
      (await import('@nestjs/common')).Logger.overrideLogger(false);
    })
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : EXIT_CODES.usage));
  program
    .command('serve')
    .description('run the service until SIGTERM (the default)')
    .option('--new-key', 'start although the secret key is lost: tokens work, but cannot be shown')
    .addOption(
      new Option('--ephemeral', 'run a forge for tests until standard input closes').conflicts(
        'newKey',
      ),
    )
    .option('--ready-file <file>', 'with --ephemeral: write the line with its address to this file')
    .option('--set <NAME=VALUE...>', 'with --ephemeral: settings, which it does not read elsewhere')
    .option('--no-forge', 'with --ephemeral: start forges only when the control is asked to')
    .action(({ newKey = false, ephemeral = false, ...flags }: ServeFlags, command: Command) => {
      if (ephemeral) return service.serveEphemeral(flags);
      if (flags.readyFile !== undefined || flags.set !== undefined || flags.forge === false)
        command.error('error: --ready-file, --set and --no-forge need --ephemeral');
      return service.start({ acceptsLostKey: newKey });
    });
  program
    .command('check')
    .description('read the settings, try database, mail, Redis and folders, and say what is wrong')
    .option('--json', 'print the result as JSON')
    .action(async (flags: CheckFlags) => {
      const { check } = await import('./check.command.js');
      process.exitCode = await check(await service.loadSchema(), flags);
    });
  addAccountCommands(program, service);
  addCopyCommands(program, service);
  program
    .command('migrate')
    .description('apply the pending migrations; a start of the service does so too')
    .addOption(new Option('--status', 'list applied and pending migrations').conflicts('dryRun'))
    .option('--dry-run', 'print the statements of the pending ones')
    .option('--json', 'print the result as JSON')
    .action(async (flags: MigrateFlags) => {
      const { runMigrations } = await import('./migrate.command.js');
      process.exitCode = await runMigrations(await service.loadSchema(), flags);
    });
  program
    .command('doctor')
    .description('examine all rows of the database; the service may run')
    .option('--repair', 'put right what follows from other data')
    .option('--json', 'print the result as JSON')
    .action(async (flags: DoctorFlags) => {
      const { STORED_IN_STEPS, withService } = await import('./with-service.js');
      const { examine } = await import('./doctor.command.js');
      const steps = flags.repair ? { partlyStored: STORED_IN_STEPS } : {};
      const options = { ...flags, ...steps, usesKey: false };
      process.exitCode = await withService(service, options, (app) => examine(app, flags));
    });
  addDirectoryCommands(program, service);
  pointToHelp(program, program.name());
  return program;
}

/** After an unknown option or argument, prints which --help to read instead of the whole help. */
function pointToHelp(command: Command, path: string): void {
  command.showHelpAfterError(`See ${path} --help.`);
  for (const child of command.commands) pointToHelp(child, `${path} ${child.name()}`);
}
