import { allowedCell, named } from '../permissions/rule.js';
import { RULES } from '../permissions/rules.js';
import { SCENES, World, type Scene } from '../permissions/world.js';
import { ROOT, startForge, type Forge } from '../support/app.js';
import { countEveryRow } from '../support/internals.js';
import { anIssue, newKey, REPLAYED, send, type KeyedAnswer } from './keyed.js';

const PARAMETER = '#/components/parameters/IdempotencyKey';
const CREATING = RULES.filter(({ operation }) => operation.startsWith('create'));
/** POST operations that create nothing. */
const CREATE_NOTHING = [
  ...['createSession', 'confirmEmail', 'blockUserWithPost', 'unblockUserWithPost'],
  ...['resetCurrentUserPrivateToken', 'resetUserPrivateToken'],
];

describe('every operation that creates something', () => {
  let world: World;
  let scene: Scene;
  beforeAll(async () => {
    world = await World.create();
    const [, , kind] = SCENES;
    if (!kind) throw new Error('There is no such scene');
    scene = await world.scene(kind);
  });
  afterAll(() => world.forge.close());

  it('accepts an Idempotency-Key, and no other operation does', () => {
    const operations = Object.values(world.forge.contract.document.paths).flatMap((item) =>
      Object.entries(item),
    );
    const accepting = operations
      .filter(([, { parameters = [] }]) =>
        parameters.some((one) => '$ref' in one && one.$ref === PARAMETER),
      )
      .map(([, { operationId }]) => operationId);
    expect(accepting.sort()).toEqual(CREATING.map(({ operation }) => operation).sort());
    const posts = operations.flatMap(([method, { operationId }]) =>
      method === 'post' ? [operationId] : [],
    );
    expect([...accepting, ...CREATE_NOTHING].sort()).toEqual(posts.sort());
  });

  it.each(named(CREATING))('returns the first response again: %s', async (_, rule) => {
    const { path, body } = await rule.request(allowedCell(rule, world, scene));
    const caller = { token: ROOT.token, key: newKey() };
    const first = await send(world.forge, caller, path, body);
    expect(first).toMatchObject({ status: 201, isReplay: false });
    const rows = await countEveryRow(world.forge);
    const second = await send(world.forge, caller, path, body);
    expect(second).toMatchObject({ ...REPLAYED, text: first.text });
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(second.headers.get('content-type')).toBe(first.headers.get('content-type'));
    expect(await countEveryRow(world.forge)).toEqual(rows);
  });
});

describe('a repeated request', () => {
  let forge: Forge;
  beforeAll(async () => {
    forge = await startForge();
  });
  afterAll(() => forge.close());

  const idOf = ({ body }: KeyedAnswer) => (body as { id: number }).id;

  it('returns the note as it was created, after the note was changed', async () => {
    const { author, path, post } = await anIssue(forge);
    const key = newKey();
    const first = await post(key);
    await author.client.put(`${path}/${idOf(first)}`, { body: 'Changed' });
    expect(await post(key)).toMatchObject({ ...REPLAYED, text: first.text });
  });

  it('returns the note after the note was deleted', async () => {
    const { author, path, post, notes } = await anIssue(forge);
    const key = newKey();
    const first = await post(key);
    await author.client.delete(`${path}/${idOf(first)}`);
    expect(await post(key)).toMatchObject({ ...REPLAYED, text: first.text });
    expect(await notes()).toEqual([]);
  });

  it('returns the note after its issue was deleted', async () => {
    const { author, issue, post } = await anIssue(forge);
    const key = newKey();
    const first = await post(key);
    expect(await author.client.delete(issue.at)).toMatchObject({ status: 200 });
    expect(await post(key)).toMatchObject({ ...REPLAYED, text: first.text });
    expect(await post(newKey())).toMatchObject({ status: 404 });
  });

  it('returns the response to the user who got it, after the user has left the project', async () => {
    const { author, issue, path } = await anIssue(forge);
    const guest = await forge.seed.user();
    const project = issue.at.replace(/\/issues.*/, '');
    await author.client.post(`${project}/members`, { user_id: guest.id, access_level: 10 });
    const caller = { token: guest.token, key: newKey() };
    const first = await send(forge, caller, path, { body: 'Once' });
    expect(first).toMatchObject({ status: 201, isReplay: false });
    await author.client.delete(`${project}/members/${guest.id}`);
    const again = await send(forge, caller, path, { body: 'Once' });
    expect(again).toMatchObject({ ...REPLAYED, text: first.text });
    const other = { token: guest.token, key: newKey() };
    expect(await send(forge, other, path, { body: 'Once' })).toMatchObject({ status: 404 });
  });

  it('returns an award that the first request gave', async () => {
    const { post, notes } = await anIssue(forge);
    const key = newKey();
    const first = await post(key, { body: ':tada:' });
    expect(first.body).toMatchObject({ name: 'tada' });
    expect(await post(key, { body: ':tada:' })).toMatchObject({ ...REPLAYED, text: first.text });
    expect(await post(newKey(), { body: ':tada:' })).toMatchObject({ status: 409 });
    expect(await notes()).toEqual([]);
  });

  it('returns texts with every kind of character unchanged', async () => {
    const { post } = await anIssue(forge);
    const key = newKey();
    const body = { body: '"\\ \n\u2028\u0001 é 𝕏 </script> {"1": 2}' };
    const first = await post(key, body);
    expect(first.body).toMatchObject(body);
    expect(await post(key, body)).toMatchObject({ ...REPLAYED, text: first.text });
  });

  it('without the header creates again', async () => {
    const { author, path, notes } = await anIssue(forge);
    for (const n of [1, 2]) {
      const { status, isReplay } = await send(forge, author, path, { body: 'Twice' });
      expect([n, status, isReplay]).toEqual([n, 201, false]);
    }
    expect(await notes()).toHaveLength(2);
  });

  it('does not count against the limit of notes', async () => {
    const limited = await startForge({ RATE_LIMIT: 'on', RATE_LIMIT_NOTES: '1' });
    const { post } = await anIssue(limited);
    const key = newKey();
    expect(await post(key)).toMatchObject({ status: 201 });
    expect(await post(key)).toMatchObject(REPLAYED);
    expect(await post(newKey())).toMatchObject({ status: 429 });
    await limited.close();
  });
});
