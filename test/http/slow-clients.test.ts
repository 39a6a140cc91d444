import { setTimeout as delay } from 'node:timers/promises';
import { startForge, type Forge, type Times } from '../support/app.js';
import { RawConnection, requestText, type RawAnswer } from '../support/raw.js';

const TOO_SLOW = {
  status: 408,
  body: { message: '408 Request Timeout - send the whole request at once' },
};
const POST = 'POST /api/v3/users';
const JSON_TYPE = { 'Content-Type': 'application/json' };

const startWith = (times: Times) => startForge({}, undefined, times);

let forge: Forge;
beforeAll(async () => {
  forge = await startWith({ headersTimeoutMs: 1_000, requestTimeoutMs: 2_000 });
});
afterAll(() => forge.close());

/** Sends a byte now and then, so that an idle timeout would never fire. */
async function trickle(text: string, connection: RawConnection): Promise<void> {
  for (const letter of text) {
    if (connection.isClosed) return;
    connection.send(letter);
    await delay(100);
  }
}

const slow: Record<string, (connection: RawConnection) => void> = {
  'says nothing': () => undefined,
  'begins its headers and stops'(connection) {
    connection.send('GET /health HTTP/1.1\r\nHost: x\r\n');
  },
  'trickles its headers'(connection) {
    void trickle(requestText('GET /health', { X: 'x'.repeat(100) }), connection);
  },
  'begins its body and stops'(connection) {
    connection.send(requestText(POST, { ...JSON_TYPE, 'Content-Length': 100 }));
  },
  'trickles its body'(connection) {
    connection.send(requestText(POST, { ...JSON_TYPE, 'Content-Length': 100 }));
    void trickle('{"email":"x'.repeat(9), connection);
  },
  'trickles chunks'(connection) {
    connection.send(requestText(POST, { ...JSON_TYPE, 'Transfer-Encoding': 'chunked' }));
    void trickle('1\r\nx\r\n'.repeat(20), connection);
  },
};

describe('a client that is too slow', () => {
  /** All clients start together, so that the tests wait once. */
  const ends = new Map<string, Promise<RawAnswer>>();
  beforeAll(() => {
    for (const [name, begin] of Object.entries(slow)) {
      const connection = new RawConnection(forge.url);
      begin(connection);
      const end = async () => {
        const answer = await connection.answer();
        await connection.closed();
        return answer;
      };
      ends.set(name, end());
    }
  });

  it.each(Object.keys(slow))('gets 408 and is disconnected: it %s', async (name) => {
    const answer = await ends.get(name);
    expect(answer).toMatchObject(TOO_SLOW);
    expect(answer?.headers.get('x-request-id')).not.toBeNull();
  });
});

describe('a client within the time limits', () => {
  it('can send its headers and its body separately', async () => {
    // Longer than the whole request takes on a busy machine.
    const patient = await startWith({ headersTimeoutMs: 1_000, requestTimeoutMs: 60_000 });
    const connection = new RawConnection(patient.url);
    try {
      const headers = {
        'PRIVATE-TOKEN': 'token-of-root-0000000',
        ...JSON_TYPE,
        'Content-Length': 12,
      };
      connection.send(requestText('POST /api/v3/projects', headers));
      await delay(1_200);
      connection.send('{"name":"x"}');
      expect((await connection.answer()).status).toBe(201);
    } finally {
      connection.end();
      await patient.close();
    }
  });

  it('can leave its connection idle between two requests', async () => {
    const connection = new RawConnection(forge.url);
    connection.send(requestText('GET /health'));
    expect((await connection.answer()).status).toBe(200);
    await delay(3_500);
    connection.send(requestText('GET /health'));
    expect((await connection.answer()).status).toBe(200);
    connection.end();
  });
});
