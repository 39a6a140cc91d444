import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { startForge, type Forge } from '../support/app.js';
import { RawConnection, requestText, sendAndLeave } from '../support/raw.js';
import { VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';

let forge: Forge;
let root: SeededUser;
let ada: SeededUser;
let issue: Resource;
beforeAll(async () => {
  forge = await startForge();
  root = await forge.seed.user({ admin: true });
  ada = await forge.seed.user();
  issue = await forge.seed.issue(
    await forge.seed.project(ada, { visibility_level: VISIBILITY.public }),
    ada,
  );
});
afterAll(() => forge.close());

const JSON_TYPE = { 'Content-Type': 'application/json' };
/** It takes longer than the requests that arrive with it, because the password is hashed. */
const createUser = (username: string): string => {
  const user = { username, name: username, email: `${username}@example.com`, password: 'password' };
  const headers = { ...JSON_TYPE, 'PRIVATE-TOKEN': root.token };
  return requestText('POST /api/v3/users', headers, JSON.stringify({ ...user, confirm: false }));
};
const addNote = (body: string): string =>
  requestText(
    `POST /api/v3${issue.at}/notes`,
    { ...JSON_TYPE, 'PRIVATE-TOKEN': ada.token },
    JSON.stringify({ body }),
  );
const notes = async (): Promise<string[]> => {
  const { body } = await ada.client.get<{ body: string }[]>(`${issue.at}/notes?per_page=100`);
  return body.map((note) => note.body);
};
/** An issue with notes that take more than 6 MB as JSON, which writes these characters as six bytes. */
async function longConversation(): Promise<Resource> {
  const project = await forge.seed.project(ada);
  const long = await forge.seed.issue(project, ada);
  for (let n = 0; n < 16; n++)
    await forge.seed.note(long, ada, { body: 'x'.padEnd(65_536, '\u0001') });
  return long;
}
const isStored = async (username: string): Promise<boolean> => {
  const { body } = await forge.root.get<unknown[]>(`/users?username=${username}`);
  return body.length === 1;
};

describe('a request that arrives before the response to the one before it', () => {
  it('does not run, and the connection is closed after that response, which says so', async () => {
    const connection = new RawConnection(forge.url);
    connection.send(createUser('first') + addNote('second'));
    const { status, headers } = await connection.answer();
    expect([status, headers.get('connection')]).toEqual([201, 'close']);
    await connection.closed();
    await expect(connection.answer()).rejects.toThrow('No answer, but ""');
    expect(await notes()).not.toContain('second');
  });

  it('runs when the client sends it again on another connection', async () => {
    const connection = new RawConnection(forge.url);
    connection.send(createUser('again') + addNote('repeated'));
    await connection.answer();
    await connection.closed();
    const other = new RawConnection(forge.url);
    other.send(addNote('repeated'));
    expect((await other.answer()).status).toBe(201);
    other.end();
    expect((await notes()).filter((body) => body === 'repeated')).toEqual(['repeated']);
  });

  it('does not run if it is one of a thousand', async () => {
    const connection = new RawConnection(forge.url);
    connection.send(createUser('one') + addNote('of a thousand').repeat(1_000));
    expect((await connection.answer()).status).toBe(201);
    await connection.closed();
    expect(await notes()).not.toContain('of a thousand');
  });

  it('runs after that response', async () => {
    const connection = new RawConnection(forge.url);
    for (const body of ['one', 'after', 'another']) {
      connection.send(addNote(body));
      const { status, headers } = await connection.answer();
      expect([status, headers.get('connection')]).toEqual([201, 'keep-alive']);
    }
    connection.end();
    expect(await notes()).toEqual(expect.arrayContaining(['one', 'after', 'another']));
  });

  it('waits if that response is complete but not read yet', async () => {
    const long = await longConversation();
    const { hostname, port } = new URL(forge.url);
    const socket = connect(Number(port), hostname);
    socket.write(requestText(`GET /api/v3${long.at}/notes`, { 'PRIVATE-TOKEN': ada.token }));
    await once(socket, 'readable');
    socket.write(addNote('behind a long response'));
    // The response is longer than the buffers of the connection, so the service cannot end it before it is read.
    await delay(200);
    let received = '';
    for await (const chunk of socket) {
      received += String(chunk);
      if (received.includes('"behind a long response"')) break;
    }
    expect(received.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 201']);
  });

  it('does not break the connection before that response arrives, however long its body is', async () => {
    const connection = new RawConnection(forge.url);
    connection.send(createUser('long') + addNote('x'.repeat(900_000)).repeat(5));
    const { status, headers } = await connection.answer();
    expect([status, headers.get('connection')]).toEqual([201, 'close']);
    await connection.closed();
    expect(connection.failure).toBeUndefined();
  });

  it('uses up no memory for long responses if the client leaves', async () => {
    // The budget of one user is 32 MiB.
    const { at } = await longConversation();
    const read = requestText(`GET /api/v3${at}/notes`, { 'PRIVATE-TOKEN': ada.token });
    await sendAndLeave(forge.url, read.repeat(20));
    for (let status = 503; status !== 200;) ({ status } = await ada.client.get(`${at}/notes`));
  });
});

describe('bytes that are not HTTP after a complete request', () => {
  it.each([
    ['a word', 'hello\r\n\r\n'],
    ['the rest of a body that is longer than its length', 'äöü=1'],
    ['headers that are too long', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
    ['CONNECT', requestText('CONNECT example.com:443')],
  ])('do not replace its response: %s', async (name, bytes) => {
    const username = `user-${name.length}`;
    const connection = new RawConnection(forge.url);
    connection.send(createUser(username) + bytes);
    const { status, headers } = await connection.answer();
    expect([status, headers.get('connection')]).toEqual([201, 'close']);
    await connection.closed();
    await expect(connection.answer()).rejects.toThrow('No answer, but ""');
    expect(await isStored(username)).toBe(true);
  });
});
