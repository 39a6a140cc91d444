import { createHash } from 'node:crypto';
import { startForge, type Forge } from '../support/app.js';
import { operations } from '../support/document.js';
import { write } from '../support/internals.js';
import { CHAPTERS, type Line } from './examples/chapters.js';
import { allParameterExamples, allResponseExamples, valuesOf } from './examples/documented.js';
import { Teller, type Evidence, type Telling } from './examples/teller.js';

/** Each chapter is told in both ways. */
const TELLINGS: Telling[] = [
  { example: 'first', usesSudo: false },
  { example: 'last', usesSudo: true },
];

const byId = new Map(operations.map((operation) => [operation.operationId, operation]));

function operationOf(id: string) {
  const operation = byId.get(id);
  if (!operation) throw new Error(`The document has no operation ${id}`);
  return operation;
}

/** Lets ada wait for the confirmation with the secret of the example, which no mail can have. */
async function awaitConfirmation(forge: Forge): Promise<void> {
  const [body] = valuesOf(
    operationOf('confirmEmail').requestBody?.content['application/json']?.examples,
  ) as { confirmation_token: string }[];
  const digest = createHash('sha256')
    .update(body?.confirmation_token ?? '')
    .digest('hex');
  await write(
    forge,
    `UPDATE users SET confirmed_at = NULL, confirmation_digest = :digest, confirmation_sent_at = :now
       WHERE username = 'ada'`,
    { digest, now: Date.now() },
  );
}

async function tell(lines: Line[], telling: Telling, evidence: Evidence): Promise<void> {
  // The address in the examples, and permission to set the address of the client.
  const forge = await startForge({
    PUBLIC_URL: 'http://127.0.0.1:3000',
    TRUSTED_PROXIES: '127.0.0.1',
  });
  try {
    const teller = new Teller(forge, telling, evidence);
    for (const line of lines) {
      if (line.operationId === 'confirmEmail') await awaitConfirmation(forge);
      await teller.tell(line, operationOf(line.operationId));
    }
  } finally {
    await forge.close();
  }
}

describe('the examples of the document', () => {
  const evidence: Evidence = { met: new Set(), accepted: new Set(), wrong: [] };

  beforeAll(async () => {
    for (const lines of Object.values(CHAPTERS))
      for (const telling of TELLINGS) await tell(lines, telling, evidence);
  });

  it('match every recorded response', () => {
    expect(evidence.wrong).toEqual([]);
  });

  it('are all met as real responses, each shape of a union too', () => {
    expect([...evidence.met].toSorted()).toEqual(allResponseExamples().toSorted());
  });

  it('of parameters are all accepted', () => {
    const missing = allParameterExamples().filter((key) => !evidence.accepted.has(key));
    expect(missing).toEqual([]);
  });
});
