import { setTimeout as delay } from 'node:timers/promises';
import { withConnection } from '../database/connection.js';
import { MariadbServer } from '../database/mariadb-server.js';
import { BOTH, type Part } from '../part.js';
import type { Random } from '../random.js';
import type { Stage } from '../stage.js';

const CLIENTS = 12;
/** Share of the rounds in which the database server is killed too. */
const SERVER = 0.3;

/**
 * SIGKILL to the service under load, at random moments. On MariaDB the server also kills its connections, and in the
 * long form the server itself gets SIGKILL.
 */
export const kill: Part = {
  name: 'kill',
  engines: BOTH,
  control: 'early-response',
  place: (engine, { short }, cleanup) =>
    engine === 'mariadb' && !short ? MariadbServer.place(cleanup) : Promise.resolve(undefined),
  run: async (stage) => {
    const rounds = stage.size(3, 100);
    const { own } = stage.options;
    const connections = stage.isSqlite ? undefined : await ServiceConnections.find(stage);
    await stage.start();
    const players = await stage.enter(CLIENTS);
    await stage.during(players, async () => {
      for (let round = 0; round < rounds; round++) {
        const ms = stage.random.integer(300, 1200);
        await (connections ? connections.killFor(ms) : delay(ms));
        if (own && stage.random.chance(SERVER)) await own.crash();
        await stage.service.end('SIGKILL');
        await stage.start();
      }
    });
    return `${rounds} kills${connections ? `, ${connections.killed} connections killed` : ''}`;
  },
};

/** The connections of the service to MariaDB. */
class ServiceConnections {
  killed = 0;

  private constructor(
    /** The URL of the server. */
    private readonly server: string,
    private readonly random: Random,
    /** Selects them. */
    private readonly sql: string,
  ) {}

  /** Before the service starts: the connections that exist then are those of the harness. */
  static find({ options, random }: Stage): Promise<ServiceConnections> {
    const name = new URL(options.url).pathname.slice(1);
    const all = `SELECT id FROM information_schema.processlist WHERE db = '${name}'`;
    return withConnection(options.server, async (connection) => {
      const own = (await connection.rows(all)).map(({ id }) => String(id));
      const sql = `${all} AND id NOT IN (${['0', ...own].join(', ')})`;
      return new ServiceConnections(options.server, random, sql);
    });
  }

  /** Kills one after the other, at random moments. With a connection of its own: a crash of the server ends it. */
  killFor(ms: number): Promise<void> {
    const end = performance.now() + ms;
    return withConnection(this.server, async (connection) => {
      while (performance.now() < end) {
        await delay(this.random.integer(20, 150));
        const all = await connection.rows(this.sql);
        if (all.length === 0) continue;
        const id = String(this.random.pick(all)['id']);
        // A connection can end by itself in the meantime.
        const isKilled = await connection.run(`KILL ${id}`).then(
          () => true,
          () => false,
        );
        if (isKilled) this.killed++;
      }
    });
  }
}
