import type { AttackClass } from '../attack-class.js';
import type { Answer, Caller } from '../clients/caller.js';
import type { Target } from '../target.js';
import { unique, type Person, type World } from '../world/world.js';

const PAGE = '/users/confirmation';
/** Where the links lead, whatever Host a request has: PUBLIC_URL of the attacked service. */
const OWN_HOST = 'bench.test';

/** Links of confirmation mails: previews, guesses, second uses, other hosts, and addresses that are not confirmed. */
export const mails: AttackClass = {
  name: 'mails',
  rows: [12, 13],
  control: 'any-secret',
  hasMail: true,
  run: async (target) => {
    const world = await target.world();
    const guesses = await tryLink(target, world);
    await tryUnconfirmed(target, world);
    return `a link, ${guesses} guesses of it, a link at once by 8, an unconfirmed address`;
  },
};

const confirm = (target: Target, secret: unknown): Promise<Answer> =>
  target.anonymous.post('/confirmation', { confirmation_token: secret });

/** Returns the number of guesses. */
async function tryLink(target: Target, world: World): Promise<number> {
  const email = `${unique()}@mail.example`;
  const username = unique();
  const user = { username, name: 'N', password: 'a long password', email, confirm: true };
  const created = await world.people.admin.caller
    .with({ host: 'evil.example' })
    .post('/users', user);
  const { id = 0 } = (created.body ?? {}) as { id?: number };
  const link = await target.mails.linkTo(email);
  target.require(link.host === OWN_HOST, `a mail links to ${link.host}`);
  const secret = link.searchParams.get('confirmation_token') ?? '';
  const isConfirmed = async () => {
    const { body } = await target.root.get(`/users/${id}`);
    return (body as { confirmed_at?: unknown }).confirmed_at !== null;
  };
  // Programs open links before people do.
  const path = `${PAGE}${link.search}`;
  for (const method of ['GET', 'HEAD', 'OPTIONS'])
    await target.anonymous.send({ method, path, headers: { accept: 'text/html' } });
  target.require(!(await isConfirmed()), 'a preview of the link confirms the address');
  const guesses = [
    ...['', ' ', '%', secret.slice(0, -1), `${secret}x`, `${secret} x`, secret.toLowerCase()],
    ...[[], {}, null, 0, true, [''], { $ne: '' }],
  ].filter((guess) => guess !== secret);
  for (const guess of guesses) {
    const { status } = await confirm(target, guess);
    const what = JSON.stringify(guess).replace(secret, '<secret>');
    target.require([400, 404].includes(status), `the guess ${what} of a link: ${status}`);
  }
  const answers = await Promise.all(Array.from({ length: 8 }, () => confirm(target, secret)));
  const accepted = answers.filter(({ status }) => status === 201).length;
  target.require(accepted === 1, `a link works ${accepted} times at once`);
  target.require(await isConfirmed(), 'the link does not confirm the address');
  const again = await confirm(target, secret);
  target.require(again.status === 404, `a link works again: ${again.status}`);
  return guesses.length;
}

/** Nobody finds a user by an address that is not confirmed, and it gives way to a user who has it. */
async function tryUnconfirmed(target: Target, { people }: World): Promise<void> {
  const { outsider, owner, admin } = people;
  const email = `${unique()}@victim.example`;
  const added = await outsider.caller.post('/user/emails', { email });
  target.require(added.status === 201, `an own address: ${added.status} ${added.text}`);
  const link = await target.mails.linkTo(email);
  target.require(!(await finds(owner.caller, email, outsider)), 'an unconfirmed address is found');
  const { password } = outsider;
  const signIn = await target.anonymous.post('/session', { login: email, password });
  target.require(signIn.status === 401, `an unconfirmed address signs in: ${signIn.status}`);
  const victim = { username: unique(), name: 'V', password: 'a long password', email };
  const created = await admin.caller.post('/users', { ...victim, confirm: false });
  target.require(created.status === 201, `the address of another is kept: ${created.status}`);
  const late = await confirm(target, link.searchParams.get('confirmation_token'));
  target.require(late.status === 404, `an address of another user is confirmed: ${late.status}`);
}

async function finds(caller: Caller, email: string, { id }: Person): Promise<boolean> {
  const { body } = await caller.get(`/users?search=${encodeURIComponent(email)}`);
  return (body as { id: number }[]).some((user) => user.id === id);
}
