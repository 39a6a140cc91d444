import { connect } from 'node:net';
import { once } from 'node:events';
import { fastify } from 'fastify';
import { limitUnreadResponses, UnreadBytes, type RequestOwner } from './unread-responses.js';

const MIB = 1_048_576;
const user = (id: number): RequestOwner => ({ key: `user ${id}`, isStranger: false });
const stranger = (n: number): RequestOwner => ({ key: `address ${n}`, isStranger: true });

describe('UnreadBytes', () => {
  it('has room for 32 MiB of all strangers together, and for users beside them', () => {
    const unread = new UnreadBytes();
    for (const n of [1, 2, 3]) {
      expect(unread.hasRoom(stranger(n), 10 * MIB)).toBe(true);
      unread.add(stranger(n), 10 * MIB);
    }
    expect(unread.hasRoom(stranger(4), 10 * MIB)).toBe(false);
    expect(unread.hasRoom(user(1), 30 * MIB)).toBe(true);
  });

  it('has room for a stranger again when another one has read', () => {
    const unread = new UnreadBytes();
    unread.add(stranger(1), 30 * MIB);
    expect(unread.hasRoom(stranger(2), 10 * MIB)).toBe(false);
    unread.add(stranger(1), -30 * MIB);
    expect(unread.hasRoom(stranger(2), 10 * MIB)).toBe(true);
  });

  it('has room for writes that run at once up to twice the limit', () => {
    const unread = new UnreadBytes();
    unread.add(user(1), 40 * MIB);
    expect([0, 20 * MIB, 30 * MIB].map((bytes) => unread.hasRoom(user(1), bytes, 2))).toEqual([
      ...[true, true, false],
    ]);
    expect(unread.hasRoom(user(1), 0)).toBe(false);
  });

  it('always has room for an ordinary response of a stranger who has read all before', () => {
    const unread = new UnreadBytes();
    unread.add(stranger(1), 32 * MIB);
    expect(unread.hasRoom(stranger(2), 500_000)).toBe(true);
  });

  it('has room for ordinary responses of many strangers up to 64 MiB, which take nothing from users', () => {
    const unread = new UnreadBytes();
    let strangers = 0;
    while (strangers < 1_000 && unread.hasRoom(stranger(strangers), 500_000))
      unread.add(stranger(strangers++), 500_000);
    expect(strangers).toBe(Math.floor((64 * MIB) / 500_000));
    expect(unread.hasRoom(user(1), 30 * MIB)).toBe(true);
    unread.add(user(1), 30 * MIB);
    expect(unread.hasRoom(user(2), 3 * MIB)).toBe(false);
  });

  it('has room for one page of any size for a user who has read everything, and for no second one', () => {
    const unread = new UnreadBytes();
    expect(unread.hasRoom(user(1), 80 * MIB)).toBe(true);
    unread.add(user(1), 40 * MIB);
    expect(unread.hasRoom(user(1), 16_384)).toBe(false);
    expect(unread.hasRoom(user(2), 40 * MIB)).toBe(false);
    expect(unread.hasRoom(user(2), 20 * MIB)).toBe(true);
  });
});

it('disconnects a client that has not read a long response in time', async () => {
  const service = fastify();
  limitUnreadResponses(service, () => user(1), 100);
  service.get('/', () => 'x'.repeat(32 * MIB));
  const { port } = new URL(await service.listen({ host: '127.0.0.1', port: 0 }));
  const socket = connect(Number(port), '127.0.0.1').pause();
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  const [connection] = (await once(service.server, 'connection')) as [NodeJS.EventEmitter];
  await once(connection, 'close');
  socket.destroy();
  await service.close();
});
