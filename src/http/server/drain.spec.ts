import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { fastify } from 'fastify';
import { Drain } from './drain.js';

describe('a drain', () => {
  it('accepts connections until none has arrived for some time', async () => {
    const app = fastify();
    const drain = new Drain();
    drain.addHooks(app);
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { server } = app;
    const { port } = server.address() as AddressInfo;
    let now = performance.now();
    performance.now = () => now;
    try {
      const closed = drain.close(server);
      for (let turn = 0; turn < 5; turn++) await setImmediate();
      expect(server.listening).toBe(true);
      const socket = connect(port, '127.0.0.1');
      await once(server, 'connection');
      socket.end();
      now += 1_000;
      await closed;
      expect(server.listening).toBe(false);
    } finally {
      Reflect.deleteProperty(performance, 'now');
      await app.close();
    }
  });
});
