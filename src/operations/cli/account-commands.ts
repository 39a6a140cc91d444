import type { Command } from 'commander';
import type { INestApplicationContext } from '@nestjs/common';
import type { AdministratorFlags, PasswordFlags } from './accounts.command.js';
import type { CommandOptions, Report, ServiceParts } from './with-service.js';

type Commands = typeof import('./accounts.command.js');
type Work = (commands: Commands, app: INestApplicationContext) => Promise<Report>;

const LOGIN = ['<user>', 'a username, or an id'] as const;
const JSON_OPTION = ['--json', 'print the result as JSON'] as const;
const PASSWORD = [
  '--password-file <file>',
  'file with the password; without it, a random one is shown',
] as const;

export function addAccountCommands(program: Command, service: ServiceParts): void {
  const run = async (flags: CommandOptions, work: Work) => {
    const { withService } = await import('./with-service.js');
    const commands = await import('./accounts.command.js');
    process.exitCode = await withService(service, flags, (app) => work(commands, app));
  };

  const admin = program.command('admin').description('create and list administrators');
  admin
    .command('create')
    .description('create an administrator and show the private token')
    .argument('<username>')
    .requiredOption('--email <address>')
    .option('--name <name>', 'display name, if it is not the username')
    .option(...PASSWORD)
    .option(...JSON_OPTION)
    .action((username: string, flags: AdministratorFlags) =>
      run(flags, ({ createAdministrator }, app) => createAdministrator(app, username, flags)),
    );
  admin
    .command('list')
    .description('list the administrators')
    .option(...JSON_OPTION)
    .action((flags: { json?: boolean }) =>
      run({ ...flags, usesKey: false }, ({ listAdministrators }, app) => listAdministrators(app)),
    );

  const user = program.command('user').description('block users and reset what they sign in with');
  for (const change of ['block', 'unblock'] as const)
    user
      .command(change)
      .description(change === 'block' ? 'block the user and stop their token' : 'unblock the user')
      .argument(...LOGIN)
      .option(...JSON_OPTION)
      .action((login: string, flags: { json?: boolean }) =>
        run({ ...flags, usesKey: false }, ({ changeState }, app) =>
          changeState(app, login, change),
        ),
      );
  user
    .command('reset-password')
    .description('set a new password')
    .argument(...LOGIN)
    .option(...PASSWORD)
    .option(...JSON_OPTION)
    .action((login: string, flags: PasswordFlags) =>
      run(flags, ({ resetPassword }, app) => resetPassword(app, login, flags)),
    );
  user
    .command('reset-token')
    .description('replace the private token and show the new one')
    .argument(...LOGIN)
    .option(...JSON_OPTION)
    .action((login: string, flags: { json?: boolean }) =>
      run(flags, ({ resetToken }, app) => resetToken(app, login)),
    );
}
