import { Module } from '@nestjs/common';
import {
  ActorFactory,
  CreateEmailInput,
  CreateKeyInput,
  CreateUserInput,
  EmailsService,
  ForgenoteModule,
  inputOf,
  KeysService,
  UpdateUserInput,
  UsersService,
  type Actor,
} from '../../src/app/embedding/forgenote.module.js';
import { newKey } from '../keys/keys.js';
import { endHosts, hostSettings, rootAt, startHost } from '../support/host.js';
import { Seed, type SeededUser } from '../support/seed.js';

let forUser: (name: string) => Promise<Actor>;
let users: UsersService;
let keys: KeysService;
let emails: EmailsService;
let ada: SeededUser;
let eve: SeededUser;

beforeAll(async () => {
  const settings = await hostSettings();
  @Module({ imports: [ForgenoteModule.forRoot(settings)] })
  class HostModule {}
  const { app, url } = await startHost(HostModule);
  const seed = new Seed(await rootAt(url));
  ada = await seed.user({ username: 'ada' });
  eve = await seed.user({ username: 'eve' });
  const actors = app.get(ActorFactory);
  forUser = (name) => actors.forUser(name);
  [users, keys, emails] = [app.get(UsersService), app.get(KeysService), app.get(EmailsService)];
});
afterAll(endHosts);

const keyInput = () => inputOf(CreateKeyInput, { title: 'A key', key: newKey() });
const emailInput = (email: string) => inputOf(CreateEmailInput, { email });
const grace = () => {
  const password = 'a long password';
  const names = { username: 'grace', name: 'Grace', email: 'grace@example.com' };
  return inputOf(CreateUserInput, { ...names, password, admin: true });
};

describe('a service that a host calls, with the actor of a user', () => {
  it.each<[string, (actor: Actor) => Promise<unknown>]>([
    ['creates no user', (actor) => users.create(actor, grace())],
    [
      'changes no user',
      (actor) => users.update(actor, ada.id, inputOf(UpdateUserInput, { name: 'Eve' })),
    ],
    [
      'makes nobody an administrator',
      (actor) => users.update(actor, eve.id, inputOf(UpdateUserInput, { admin: true })),
    ],
    ['adds no key to others', (actor) => keys.add(actor, ada.id, keyInput())],
    ['adds no address to others', (actor) => emails.add(actor, ada.id, emailInput('e@x.example'))],
    ['removes no key of others', (actor) => keys.remove(actor, ada.id, 1)],
    ['removes no address of others', (actor) => emails.remove(actor, ada.id, 1)],
  ])('%s', async (_what, work) => {
    await expect(work(await forUser('eve'))).rejects.toMatchObject({ status: 403 });
  });

  it('changes the keys and addresses of that user', async () => {
    const key = await keys.add(await forUser('eve'), eve.id, keyInput());
    const email = await emails.add(await forUser('eve'), eve.id, emailInput('eve@x.example'));
    expect(await keys.remove(await forUser('eve'), eve.id, key.id)).toMatchObject({ id: key.id });
    expect(await emails.remove(await forUser('eve'), eve.id, email.id)).toEqual(email);
  });

  it('changes every account as an administrator', async () => {
    expect(await users.create(await forUser('root'), grace())).toMatchObject({ is_admin: true });
    const key = await keys.add(await forUser('grace'), ada.id, keyInput());
    expect(await keys.remove(await forUser('root'), ada.id, key.id)).toMatchObject({ id: key.id });
    const renamed = inputOf(UpdateUserInput, { name: 'Countess' });
    expect(await users.update(await forUser('grace'), ada.id, renamed)).toMatchObject({
      name: 'Countess',
    });
  });
});
