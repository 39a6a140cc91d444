import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { BerReader, BerWriter, ProtocolOperation } from 'ldapts';

/** What servers return to a bind: operations error, protocol error, wrong password, busy, unavailable, unwilling, other. */
export const BIND_RESULTS = [1, 2, 49, 51, 52, 53, 80];

/** A server that refuses every client, and repeats the password in its message. */
export interface TalkativePeer {
  port: number;
  /** All that clients have sent. */
  received(): string;
  close(): Promise<void>;
}

async function listen(refuse: (socket: Socket, request: Buffer) => void): Promise<TalkativePeer> {
  let received = '';
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (request: Buffer) => {
      received += request.toString('latin1');
      refuse(socket, request);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    received: () => received,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export const talkativeRedis = (password: string): Promise<TalkativePeer> =>
  listen((socket) => socket.write(`-ERR the password ${password} is wrong\r\n`));

/** Returns each of BIND_RESULTS in turn. */
export function talkativeDirectory(password: string): Promise<TalkativePeer> {
  let binds = 0;
  return listen((socket, request) => {
    const code = BIND_RESULTS[binds++ % BIND_RESULTS.length] ?? 0;
    const reader = new BerReader(request);
    reader.readSequence();
    const id = reader.readInt() ?? 0;
    const writer = new BerWriter();
    writer.startSequence();
    writer.writeInt(id);
    writer.startSequence(ProtocolOperation.LDAP_RES_BIND);
    writer.writeEnumeration(code);
    writer.writeString('');
    writer.writeString(`the password ${password} is wrong`);
    writer.endSequence();
    writer.endSequence();
    socket.write(writer.buffer);
  });
}
