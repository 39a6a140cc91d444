import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Database } from '../src/database/database.js';
import { RequestScope } from '../src/database/request-scope.js';
import type { IdentifiedEntry } from '../src/sign-in/ldap/directory-entry.js';
import { DirectoryUsersRepository } from '../src/sign-in/directory/directory-users.repository.js';
import { DirectoryUsers } from '../src/sign-in/directory/directory-users.service.js';
import { DirectoryStates } from '../src/sign-in/directory-sync/directory-states.service.js';

const ENTRY: IdentifiedEntry = {
  ...{ dn: 'uid=ada', uniqueId: 'ada', usernames: ['ada'] },
  ...{ emails: ['ada@example.com'], names: ['Ada'], disabled: null },
};
const READING = { rights: { admin: null, external: null }, hiddenSign: null };
const RUN = { reason: 'synchronization', run: 'run' };

/** Calls every method of the repositories of the directory, with entries as it returns them. */
export async function runDirectoryScenario(
  app: NestFastifyApplication,
  provider: string,
  user: number,
): Promise<void> {
  await changeUser(app, provider, user);
  await readUsers(app, provider, user);
  await shareState(app, provider);
}

async function changeUser(app: NestFastifyApplication, provider: string, user: number) {
  const users = app.get(DirectoryUsers, { strict: false });
  const repository = app.get(DirectoryUsersRepository, { strict: false });
  const seen = async () => {
    const [found] = await repository.findByUserIds(provider, [user]);
    if (!found) throw new Error(`The user ${user} has no identity of ${provider}`);
    return found;
  };
  const scope = RequestScope.background;
  const first = await seen();
  await users.link(
    scope,
    provider,
    [{ user: first, entry: { ...ENTRY, dn: first.extern_uid } }],
    RUN,
  );
  const moved = {
    ...ENTRY,
    dn: 'uid=ada,ou=moved',
    usernames: ['ada-l'],
    emails: ['l@example.com'],
  };
  for (const entry of [ENTRY, moved, ENTRY])
    await users.apply(scope, provider, await seen(), { ...READING, entry }, RUN);
  await users.block(scope, provider, await seen(), { entry: ENTRY, cause: 'expired' }, RUN);
  await users.apply(scope, provider, await seen(), { ...READING, entry: ENTRY }, RUN);
}

async function readUsers(app: NestFastifyApplication, provider: string, user: number) {
  const users = app.get(DirectoryUsersRepository, { strict: false });
  await users.findByUserIds(provider, [user]);
  await users.findByEntry(provider, ENTRY.uniqueId);
  await users.findByUsername(provider, 'nobody');
  await users.findByAddress(provider, 'nobody@example.org');
  await users.findByEntries(provider, [ENTRY.uniqueId]);
  for (const pages of [users.pages(provider, 1_000), users.pagesWithoutEntry(provider, 1_000)])
    await pages.next();
  await app.get(Database).unit(RequestScope.background, async (unit) => {
    const joined = unit.withRepository(users);
    await joined.add({ userId: user, provider: 'another', externUid: ENTRY.dn });
  });
}

async function shareState(app: NestFastifyApplication, provider: string) {
  const states = app.get(DirectoryStates, { strict: false });
  await states.ensure(provider);
  await states.write(async (state) => {
    const free = { lease_owner: '', lease_renewals: 0 };
    await state.takeLease(provider, 'run', free);
    await state.renewLease(provider, 'run');
    await state.lockLease(provider);
    await state.finishRun(provider, 'run', '{}');
    await state.releaseLease(provider, 'run');
  });
  await states.repository.findLastRun(provider);
}
