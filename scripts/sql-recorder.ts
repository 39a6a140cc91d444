import { AsyncLocalStorage } from 'node:async_hooks';
import { readdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { isGeneratorObject } from 'node:util/types';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Repository } from 'typeorm';
import { ENGINE } from '../src/database/database.js';
import type { Engine } from '../src/database/engine.js';
import { FeatureRepository } from '../src/database/feature-repository.js';
import type { OrderedRows } from '../src/database/listing.js';
import type { Statement, Values } from '../src/database/statement.js';
import { planDeletion, type Step } from '../src/core/deletion/deletion-plan.js';
import { DeletionRegistry, type Kind } from '../src/core/deletion/deletion-registry.js';

/** A statement as it was first sent. `values` is missing if TypeORM built the statement. */
export interface Sent extends Statement {
  values?: Values;
  /** One of the many statements of a deletion. */
  isStep?: boolean;
}

type RepositoryClass = new (...values: never[]) => FeatureRepository<object>;
type Method = (...values: unknown[]) => unknown;

const ROW_LOCK = ' FOR UPDATE';
const KINDS: readonly Kind[] = [
  ...(['Note', 'Issue', 'Snippet', 'MergeRequest', 'Label', 'Project', 'User'] as const),
];
/** The statements that the current repository method has sent, by their text. */
const current = new AsyncLocalStorage<Map<string, Sent>>();

/** Records the SQL of all repositories by feature folder and method. */
export class SqlRecorder {
  readonly files = new Map<string, Map<string, Map<string, Sent>>>();
  private readonly pending = new Set<string>();
  private readonly undo: (() => void)[] = [];

  async watchRepositories(): Promise<void> {
    const types = new Map<RepositoryClass, string>();
    const paths = readdirSync('src', { recursive: true, encoding: 'utf8' }).sort();
    for (const path of paths.filter((name) => name.endsWith('.repository.ts'))) {
      const module = (await import(`../src/${path.replace(/ts$/, 'js')}`)) as object;
      for (const type of Object.values(module).filter(isRepository))
        types.set(type, basename(dirname(path)));
    }
    const isBase = (type: RepositoryClass) =>
      [...types.keys()].some(({ prototype }) => prototype instanceof type);
    for (const [type, folder] of types) if (!isBase(type)) this.watch(folder, type);
  }

  unwatchRepositories(): void {
    for (const restore of this.undo) restore();
  }

  watchEngine(app: NestFastifyApplication): void {
    const engine = app.get<Engine>(ENGINE);
    const inner = Object.getPrototypeOf(engine) as Engine;
    // With SQLite, records the lock of the other engines without sending it.
    const withoutLock = engine.rowLock
      ? (sent: Statement) => sent
      : (sent: Statement) => ({ ...sent, text: sent.text.replace(ROW_LOCK, '') });
    Object.assign(engine, {
      rowLock: ROW_LOCK,
      read: (sent: Statement, values: Values, ms: number) => {
        record({ ...sent, values });
        return inner.read.call(engine, sent, values, ms);
      },
      write: (sent: Statement, values: Values, ms: number) => {
        record({ ...sent, values });
        return inner.write.call(engine, sent, values, ms);
      },
      run: (runner: never, sent: Statement, values: Values) => {
        record({ ...sent, values });
        return inner.run.call(engine, runner, withoutLock(sent), values);
      },
    });
    // What TypeORM's own methods send. With SQLite it writes numbers into the text.
    engine.dataSource.logger.logQuery = (sql) => {
      const text = sql.replace(/(?<=[=(,>] ?)(?<!COUNT\()\d+(?=[,) ]|$)/g, '?');
      if (!/^(BEGIN|START|COMMIT|ROLLBACK)/.test(text)) record({ text, names: [] });
    };
  }

  /** Reads the batches from the plans: in a run, empty tables would hide some. Repeated batches are left out. */
  addDeletions(app: NestFastifyApplication): void {
    const registry = app.get(DeletionRegistry, { strict: false });
    const known = new Set<string>();
    const statementsOf = (step: Step): Statement[] =>
      'owned' in step
        ? [step.find, ...step.owned.flatMap(statementsOf), withLock(step.lock), step.write]
        : [step.find, step.write];
    for (const kind of KINDS) {
      for (const mode of kind === 'User' ? (['hand over', 'hard'] as const) : ['hard' as const]) {
        const { unmarked, mark, lock, owned, write } = planDeletion(registry, kind, mode);
        const marking = mark ? [mark] : [];
        const sent = [withLock(unmarked), ...marking, ...owned.flatMap(statementsOf)]
          .concat(withLock(lock), write)
          .filter(({ text }) => known.size < known.add(text).size);
        const title = `${kind}${mode === 'hand over' ? ', content goes to the ghost' : ''}`;
        this.section(
          'deletion',
          title,
          new Map(sent.map((one) => [one.text, { ...one, isStep: true }])),
        );
      }
    }
  }

  /** @throws Error a repository method was not called */
  requireAll(): void {
    if (this.pending.size === 0) return;
    const names = [...this.pending].join(', ');
    throw new Error(`Add a request to scripts/sql-scenario.ts that calls ${names}`);
  }

  /** The outermost method of a repository gets the SQL of the methods that it calls. */
  private watch(folder: string, type: RepositoryClass): void {
    const { prototype, name } = type as unknown as { prototype: object; name: string };
    for (const [key, method, isOwn] of methodsOf(prototype)) {
      const title = `${name}.${key}`;
      if (isOwn) this.pending.add(title);
      const sent = this.section(folder, title);
      const { pending } = this;
      const before = Object.getOwnPropertyDescriptor(prototype, key);
      this.undo.push(() => {
        Reflect.deleteProperty(prototype, key);
        if (before) Object.defineProperty(prototype, key, before);
      });
      Object.defineProperty(prototype, key, {
        configurable: true,
        value(this: unknown, ...values: unknown[]) {
          pending.delete(title);
          const call = () => method.apply(this, values);
          return current.getStore() ? call() : recording(sent, call);
        },
      });
    }
  }

  private section(folder: string, title: string, sent = new Map<string, Sent>()) {
    const sections = this.files.get(folder) ?? new Map<string, Map<string, Sent>>();
    this.files.set(folder, sections.set(title, sent));
    return sent;
  }
}

/** A generator and a list send their SQL when they are asked for rows, not when they are made. */
function recording(sent: Map<string, Sent>, call: () => unknown): unknown {
  const result = current.run(sent, call);
  if (isList(result)) {
    const reads = Object.entries(result) as [string, Method][];
    return Object.fromEntries(
      reads.map(([name, read]) => [
        name,
        (...values: unknown[]) => current.run(sent, () => read(...values)),
      ]),
    );
  }
  if (!isGeneratorObject(result)) return result;
  const generator = result as unknown as AsyncGenerator;
  const next = generator.next.bind(generator);
  generator.next = () => current.run(sent, next);
  return generator;
}

function record(sent: Sent): void {
  const statements = current.getStore();
  if (!statements?.has(sent.text)) statements?.set(sent.text, sent);
}

const isList = (value: unknown): value is OrderedRows<unknown> =>
  typeof value === 'object' && value !== null && 'countedFromOffset' in value;

const withLock = (sent: Statement): Statement => ({
  ...sent,
  text: sent.text + ROW_LOCK,
  ...(sent.onServer ? { onServer: withLock(sent.onServer) } : {}),
});

const isRepository = (value: unknown): value is RepositoryClass =>
  typeof value === 'function' && value.prototype instanceof FeatureRepository;

/** The methods of a repository, then those of TypeORM. */
function methodsOf(prototype: object): [name: string, method: Method, isOwn: boolean][] {
  const methods = new Map<string, [string, Method, boolean]>();
  let isOwn = true;
  for (
    let owner = prototype;
    owner !== Object.prototype;
    owner = Object.getPrototypeOf(owner) as object
  ) {
    if (owner === FeatureRepository.prototype || owner === Repository.prototype) isOwn = false;
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(owner))) {
      if (typeof value !== 'function' || name === 'constructor' || methods.has(name)) continue;
      methods.set(name, [name, value as Method, isOwn]);
    }
  }
  return [...methods.values()];
}
