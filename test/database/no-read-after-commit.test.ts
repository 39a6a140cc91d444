import { AsyncLocalStorage } from 'node:async_hooks';
import type { Server } from 'node:http';
import type { Answer } from '../support/client.js';
import { RULES } from '../permissions/rules.js';
import { SCENES, World, type Scene } from '../permissions/world.js';
import { operationsOf } from '../permissions/operations.js';
import { engineOf } from '../support/internals.js';

/** A failed read after the commit would give the client an error, although the write is stored. */
describe('after its commit', () => {
  let world: World;
  let scene: Scene;
  /** Is set while a request runs: the service also reads by itself, now and then. */
  const request = new AsyncLocalStorage<true>();
  beforeAll(async () => {
    world = await World.create();
    const server: Server = world.forge.app.getHttpServer();
    server.prependListener('request', () => {
      request.enterWith(true);
    });
    const [, , kind] = SCENES;
    if (!kind) throw new Error('There is no such scene');
    scene = await world.scene(kind);
  });
  afterAll(() => world.forge.close());

  /** What the engine does while `send` runs, in order: `read`, or `commit` for a unit or a single write. */
  async function recorded(send: () => Promise<Answer>) {
    const engine = engineOf(world.forge);
    const steps: string[] = [];
    const recording =
      <Args extends unknown[], Result>(step: string, act: (...args: Args) => Promise<Result>) =>
      async (...args: Args) => {
        const result = await act(...args);
        if (request.getStore()) steps.push(step);
        return result;
      };
    engine.read = recording('read', engine.read.bind(engine));
    engine.write = recording('commit', engine.write.bind(engine));
    engine.commit = recording('commit', engine.commit.bind(engine));
    try {
      return { answer: await send(), steps };
    } finally {
      for (const name of ['read', 'write', 'commit']) Reflect.deleteProperty(engine, name);
    }
  }

  const changing = RULES.filter(({ operation }) =>
    /^(create|update|block|unblock)/.test(operation),
  );

  it.each(changing.map((rule) => [rule.operation, rule] as const))(
    '%s reads nothing',
    async (name, rule) => {
      const cells = rule.targets.map((target) => {
        return { world, scene, actor: 'administrator', target } as const;
      });
      const cell = cells.find((one) => rule.refusal(one) === null);
      if (!cell) throw new Error('Administrators may not send it');
      const { path, body } = await rule.request(cell);
      const method = operationsOf(world.forge.contract.document).get(name)?.method ?? '';
      const { answer, steps } = await recorded(() => world.forge.root.send(method, path, body));
      expect([200, 201]).toContain(answer.status);
      expect(steps).toContain('commit');
      expect(steps.slice(steps.indexOf('commit'))).toEqual(['commit']);
    },
  );

  it('createSession reads nothing', async () => {
    const { username: login, password } = world.person('owner');
    const { answer, steps } = await recorded(() =>
      world.forge.anonymous.post('/session', { login, password }),
    );
    expect(answer.status).toBe(201);
    expect(steps.slice(steps.indexOf('commit'))).toEqual(['commit']);
  });
});
