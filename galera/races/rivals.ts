import { Client } from 'undici';
import type { Cleanup } from '../../bench/cleanup.js';
import { ADMIN } from '../../bench/seed.js';
import { schema } from '../../src/app/schema.js';
import { databaseAddress } from '../../src/base/config/database-address.js';
import type { Engine } from '../../src/database/engine.js';
import { openEngine } from '../../src/database/engines/open-engine.js';
import { connectTo, type SqlConnection } from '../../torture/database/connection.js';
import type { Random } from '../../torture/random.js';
import type { Scene } from '../scene.js';

interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: Record<string, unknown>;
  /** By default the administrator's. */
  token?: string;
  key?: string;
}

interface Answer {
  status: number;
  id: number;
}

export interface Person {
  id: number;
  token: string;
}

/** Two services, each on its own node, and who sends requests to both at once. */
export class Rivals {
  project = 0;
  /** Statuses that a healthy cluster has no reason for. */
  readonly errors: string[] = [];
  private count = 0;

  private constructor(
    private readonly clients: readonly [Client, Client],
    private readonly sql: SqlConnection,
    private readonly scene: Scene,
    private readonly cleanup: Cleanup,
  ) {}

  static async open(scene: Scene, cleanup: Cleanup): Promise<Rivals> {
    const clientOf = (index: number) => {
      const client = new Client(scene.origins[index] ?? '', { pipelining: 1 });
      cleanup.add(() => client.destroy());
      return client;
    };
    const sql = await connectTo(scene.urlOn(scene.cluster.first));
    cleanup.add(() => sql.close());
    // All that the other node has committed.
    await sql.run('SET SESSION wsrep_sync_wait = 15');
    const rivals = new Rivals([clientOf(0), clientOf(1)], sql, scene, cleanup);
    const name = rivals.unique();
    rivals.project = await rivals.create({ ...POST, path: '/projects', body: { name } });
    return rivals;
  }

  get random(): Random {
    return this.scene.options.random;
  }

  /** Of this process, to the node of the first service. */
  async openEngine(): Promise<Engine> {
    const address = databaseAddress.read(this.urlOn(0));
    const engine = await openEngine({ ...address, pool: 8, ca: null }, schema);
    this.cleanup.add(() => engine.close());
    return engine;
  }

  /** Past the service. */
  async connect(node: number): Promise<SqlConnection> {
    const connection = await connectTo(this.urlOn(node));
    this.cleanup.add(() => connection.close());
    return connection;
  }

  private urlOn(node: number): string {
    return this.scene.urlOn(this.scene.cluster.node(node));
  }

  /** Sends one call to each service, at the same time. */
  both(one: Call, other: Call): Promise<[Answer, Answer]> {
    return Promise.all([this.send(one, 0), this.send(other, 1)]);
  }

  /**
   * Creates what a round needs. Returns its id.
   *
   * @throws Error it is refused: the round would prove nothing
   */
  async create(call: Call): Promise<number> {
    const { id, status } = await this.send(call);
    if (status !== 201) throw new Error(`${call.method} ${call.path}: ${status}`);
    return id;
  }

  async send({ method, path, body, token = ADMIN.token, key }: Call, service = 0): Promise<Answer> {
    const client = this.clients[service];
    if (!client) throw new Error(`There is no service ${service}`);
    const { statusCode: status, body: stream } = await client.request({
      ...{ method, path: `/api/v3${path}` },
      headers: {
        'private-token': token,
        ...(body && { 'content-type': 'application/json' }),
        ...(key && { 'idempotency-key': key }),
      },
      body: body ? JSON.stringify(body) : null,
    });
    const text = await stream.text();
    if (status >= 500) this.errors.push(`${method} ${path}: ${status}`);
    const { id = 0 } = (JSON.parse(text || 'null') ?? {}) as { id?: number };
    return { status, id };
  }

  /** A new user with a token. */
  async person(): Promise<Person> {
    const name = this.unique();
    const body = { username: name, name, email: `${name}@race.example`, password: 'correct-horse' };
    const id = await this.create({ ...POST, path: '/users', body: { ...body, confirm: false } });
    const token = `race-token-${id}-000000000000`;
    await this.run(`UPDATE users SET token_digest = SHA2('${token}', 256) WHERE id = ${id}`);
    return { id, token };
  }

  unique(): string {
    return `race${this.count++}x${this.random.integer(0, 1e9)}`;
  }

  async number(sql: string): Promise<number> {
    const [row] = await this.sql.rows(sql);
    return Number(row?.['n']);
  }

  run(sql: string): Promise<void> {
    return this.sql.run(sql);
  }

  ids(sql: string): Promise<number[]> {
    return this.sql.rows(sql).then((rows) => rows.map(({ id }) => Number(id)));
  }
}

export const POST = { method: 'POST' } as const;
export const PUT = { method: 'PUT' } as const;
export const DELETE = { method: 'DELETE' } as const;
