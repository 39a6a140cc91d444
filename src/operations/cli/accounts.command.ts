import { randomBytes } from 'node:crypto';
import type { INestApplicationContext } from '@nestjs/common';
import type { Person } from '../../core/auth/actor.js';
import { People } from '../../core/auth/people.js';
import { DirectorySignIn } from '../../sign-in/directory/directory-sign-in.service.js';
import { Failed, Forbidden } from '../../http/errors/errors.js';
import { Input } from '../../http/input/input.js';
import { UserBlocking } from '../../features/users/user-blocking.service.js';
import { UserTokens } from '../../features/users/user-tokens.service.js';
import { CreateUserInput, UpdateUserInput } from '../../features/users/user.dto.js';
import type { CurrentUserView, FullUserView } from '../../features/users/user.view.js';
import { UsersRepository } from '../../features/users/users.repository.js';
import { UsersService } from '../../features/users/users.service.js';
import { Operator } from './operator.js';
import { readSecret } from './read-secret.js';
import type { Report } from './with-service.js';

export interface AdministratorFlags {
  email: string;
  name?: string;
  passwordFile?: string;
  json?: boolean;
}

export interface PasswordFlags {
  passwordFile?: string;
  json?: boolean;
}

/** Creates an administrator and shows the token, and a password that was not given. */
export async function createAdministrator(
  app: INestApplicationContext,
  username: string,
  { email, name = username, passwordFile }: AdministratorFlags,
): Promise<Report> {
  const password = chosenPassword(passwordFile);
  const values = { username, email, name, password: password.text, admin: true, confirm: false };
  const { id, private_token } = await app
    .get(UserTokens, { strict: false })
    .create(new Operator(), inputOf(CreateUserInput, values));
  return {
    text: lines(
      `The administrator ${username} was created.`,
      password.isGenerated && `Password: ${password.text}`,
      `Private token: ${private_token}`,
    ),
    data: { id, username, email, private_token, ...password.shown },
  };
}

export async function listAdministrators(app: INestApplicationContext): Promise<Report> {
  const found = await app.get(UsersRepository, { strict: false }).findAdministrators();
  const administrators = found.map(({ last_sign_in, ...user }) => ({
    ...user,
    last_sign_in_at: last_sign_in === null ? null : new Date(last_sign_in).toISOString(),
  }));
  return {
    text: administrators
      .map(
        ({ id, username, email, state, last_sign_in_at }) =>
          `${id}  ${username}  ${email}  ${state}  ${last_sign_in_at === null ? 'has never signed in' : `signed in ${last_sign_in_at}`}`,
      )
      .join('\n'),
    data: administrators,
  };
}

export async function resetPassword(
  app: INestApplicationContext,
  login: string,
  { passwordFile }: PasswordFlags,
): Promise<Report> {
  const { id, username } = await find(app, login);
  if (await app.get(DirectorySignIn, { strict: false }).managesUser(id))
    throw new Forbidden(`${username} signs in with the password of the directory: change it there`);
  const password = chosenPassword(passwordFile);
  await app
    .get(UsersService, { strict: false })
    .update(new Operator(), id, inputOf(UpdateUserInput, { password: password.text }));
  return {
    text: lines(
      `${username} has a new password.`,
      password.isGenerated && `Password: ${password.text}`,
    ),
    data: { id, username, ...password.shown },
  };
}

export async function resetToken(app: INestApplicationContext, login: string): Promise<Report> {
  const { id, username } = await find(app, login);
  const { private_token }: CurrentUserView = await app
    .get(UserTokens, { strict: false })
    .reset(new Operator(), id);
  return {
    text: `${username} has a new private token. The old one has stopped working.\nPrivate token: ${private_token}`,
    data: { id, username, private_token },
  };
}

/** Both changes can be repeated. */
export async function changeState(
  app: INestApplicationContext,
  login: string,
  change: 'block' | 'unblock',
): Promise<Report> {
  const { id, username } = await find(app, login);
  const blocking = app.get(UserBlocking, { strict: false });
  const changed = await blocking[change](new Operator(), id);
  const state = change === 'block' ? 'blocked' : 'active';
  return {
    text: changed ? `${username} is ${state} now.` : `${username} is ${state} already.`,
    data: { id, username, state, changed },
  };
}

async function find(app: INestApplicationContext, login: string): Promise<Person> {
  const found = await app.get(People, { strict: false }).findByIdOrUsername(login);
  if (!found) throw new Failed(`There is no user ${login}: give a username or an id`);
  return found;
}

/** Generated unless the operator has written it into a file: words of a command line are visible to every account. */
function chosenPassword(file: string | undefined) {
  const isGenerated = file === undefined;
  const text = isGenerated ? randomBytes(15).toString('base64url') : readSecret(file);
  return { text, isGenerated, shown: isGenerated ? { password: text } : {} };
}

function inputOf<Params extends object>(
  type: new () => Params,
  values: Partial<Record<keyof FullUserView | 'password' | 'confirm' | 'admin', unknown>>,
): Input<Params> {
  return new Input(type, (name) => (values as Record<string, unknown>)[name]);
}

const lines = (...texts: (string | false)[]): string =>
  texts.filter((text) => text !== false).join('\n');
