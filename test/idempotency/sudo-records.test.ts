import { auditRows, lastAuditId } from '../audit/rows.js';
import { ROOT, startForge, type Forge } from '../support/app.js';
import { failAt, injectFailures } from '../support/injected-failures.js';
import { anIssue, newKey, REPLAYED, send } from './keyed.js';

let forge: Forge;
beforeAll(async () => {
  forge = await startForge();
});
afterAll(() => forge.close());

const BODY = { body: 'Once' };

/** A note that its author has created with a key, and the same request of an administrator with sudo. */
async function created() {
  const { author, path, post, notes } = await anIssue(forge);
  const key = newKey();
  const { text } = await post(key);
  const headers = { sudo: author.username };
  const repeat = (given: object = BODY) =>
    send(forge, { token: ROOT.token, key, headers }, path, given);
  const event = {
    ...{ action: 'sudo.used', caller_id: 1, actor_id: author.id, subject_id: author.id },
    details: { username: author.username, method: 'POST', path: `/api/v3${path}` },
  };
  return { post, key, text, notes, repeat, event, before: await lastAuditId(forge) };
}

describe('a request with sudo and a used Idempotency-Key', () => {
  it('leaves exactly one audit event, each time it returns the stored response', async () => {
    const { repeat, text, event, before, notes } = await created();
    for (let n = 0; n < 2; n++) expect(await repeat()).toMatchObject({ ...REPLAYED, text });
    const events = await auditRows(forge, before);
    expect(events).toMatchObject([event, event]);
    expect(events[0]?.ip).toMatch(/^(127\.0\.0\.1|::1)$/);
    expect(await notes()).toHaveLength(1);
  });

  it('leaves one event for the first request, and one for the repeated one', async () => {
    const { author, issue } = await anIssue(forge);
    const before = await lastAuditId(forge);
    const sudo = { token: ROOT.token, key: newKey(), headers: { sudo: author.username } };
    for (const isReplay of [false, true])
      expect(await send(forge, sudo, `${issue.at}/notes`, BODY)).toMatchObject({ isReplay });
    expect(await auditRows(forge, before)).toMatchObject([
      { action: 'sudo.used' },
      { action: 'sudo.used' },
    ]);
  });

  it('leaves no event when it is rejected: 422', async () => {
    const { repeat, before } = await created();
    expect(await repeat({ body: 'Other' })).toMatchObject({ status: 422 });
    expect(await auditRows(forge, before)).toEqual([]);
  });

  it('fails while the event cannot be stored, and does not get the stored response', async () => {
    const { repeat, text, event, before } = await created();
    await injectFailures(forge);
    await failAt(forge, 1);
    expect(await repeat()).toMatchObject({ status: 500, isReplay: false });
    await failAt(forge, 0);
    expect(await auditRows(forge, before)).toEqual([]);
    expect(await repeat()).toMatchObject({ ...REPLAYED, text });
    expect(await auditRows(forge, before)).toMatchObject([event]);
  });

  it('leaves no event without sudo', async () => {
    const { post, key, before } = await created();
    expect(await post(key)).toMatchObject(REPLAYED);
    expect(await auditRows(forge, before)).toEqual([]);
  });
});
