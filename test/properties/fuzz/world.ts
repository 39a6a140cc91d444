import { UniqueParams } from '../../../src/app/testing/creations.js';
import { ROOT, startForge, type Forge } from '../../support/app.js';
import { sql, write } from '../../support/internals.js';
import type { SeededUser } from '../../support/seed.js';
import { percentEncode } from './bodies.js';
import type { FuzzedOperation } from './operations.js';
import type { Caller, FuzzRequest } from './requests.js';
import { Wire, type WireAnswer, type WireRequest } from './wire.js';

const API = '/api/v3';

interface Service {
  forge: Forge;
  wire: Wire;
  user: SeededUser;
  victim: SeededUser;
  /** Of all users, as they are stored. */
  tokens: { id: number; token_digest: string; token_sealed: string }[];
}

const RESTORE_TOKEN =
  'UPDATE users SET token_digest = :token_digest, token_sealed = :token_sealed WHERE id = :id';

type Recipe = (sample: UniqueParams, service: Service) => object;

/** Created by changing the user, and named by their provider. */
const IDENTITIES = '/users/*/identities';

/** How to create one of each collection. Parents come before their children. */
const RECIPES: [collection: string, recipe: Recipe][] = [
  ['/user/keys', (sample) => sample.key()],
  ['/user/emails', (sample) => sample.email()],
  ['/users/*/keys', (sample) => sample.key()],
  ['/users/*/emails', (sample) => sample.email()],
  [IDENTITIES, (sample) => ({ provider: 'ldapmain', extern_uid: sample.email().email })],
  ['/projects', (sample) => sample.project()],
  ['/projects/*/members', (_, { victim }) => ({ user_id: victim.id, access_level: 30 })],
  ['/projects/*/issues', (sample) => sample.issue()],
  ['/projects/*/snippets', (sample) => sample.snippet()],
  ['/projects/*/merge_requests', (sample) => sample.mergeRequest()],
  ...['issues', 'snippets', 'merge_requests'].flatMap((kind): [string, Recipe][] => [
    [`/projects/*/${kind}/*/notes`, (sample) => sample.note()],
    [`/projects/*/${kind}/*/award_emoji`, () => ({ name: 'tada' })],
    [`/projects/*/${kind}/*/notes/*/award_emoji`, () => ({ name: 'tada' })],
  ]),
];

/** A service with one resource of each kind. Resources that a request deletes are created again. */
export class FuzzWorld {
  private service?: Service;
  /** The path of one item of each collection. */
  private readonly paths = new Map<string, string>();
  private readonly samples = new UniqueParams();

  /** Creates everything the request can name and returns the request as it is sent. */
  async prepare(operation: FuzzedOperation, request: FuzzRequest): Promise<WireRequest> {
    const { user, victim } = await this.ensureService(recipeKey(operation));
    const steps = operation.template.split(/\{\w+\}/);
    const path = steps.reduce((before, step, index) => {
      return before + (request.ids[index - 1] ?? this.existing(operation.template, index)) + step;
    });
    const tokens: Record<Caller, string> = {
      root: ROOT.token,
      user: user.token,
      victim: victim.token,
      garbage: 'no \xe4 token',
      nobody: '',
    };
    return toWire(request, path, tokens[request.caller.who]);
  }

  async send(request: WireRequest): Promise<WireAnswer> {
    const { wire, forge } = await this.ensureService();
    const answer = await wire.send(request);
    const [path = ''] = request.path.split(/[?#]/);
    forge.contract.check({ method: request.method, path, ...answer });
    return answer;
  }

  /** Forgets resources that the request may have deleted. */
  async tidy(operation: FuzzedOperation, { status }: WireAnswer): Promise<void> {
    if (status >= 300 || operation.method === 'GET') return;
    const path = recipeKey(operation);
    if (operation.method === 'DELETE') this.forget(path.replace(/\/\*$/, ''));
    // The tokens of the callers may have changed.
    if (path.endsWith('/private_token/reset')) await this.restoreTokens();
    if (/^\/users(\/\*)?(\/(un)?block)?$/.test(path)) await this.checkPeople();
  }

  private async restoreTokens(): Promise<void> {
    const { forge, tokens } = await this.ensureService();
    for (const row of tokens) await write(forge, RESTORE_TOKEN, row);
  }

  async close(): Promise<void> {
    const { service } = this;
    this.service = undefined;
    this.paths.clear();
    service?.wire.close();
    await service?.forge.close();
  }

  private existing(template: string, index: number): string {
    const before = template.split('{').slice(0, index).join('{');
    const collection = recipeKey({ template: before }).replace(/\/$/, '');
    return this.at(collection).replace(/.*\//, '');
  }

  /**
   * Creates what this path names. Starts a new service if that fails because a limit is reached or a right
   * is lost.
   */
  private async ensureService(path = ''): Promise<Service> {
    try {
      return await this.createMissing(path);
    } catch {
      await this.close();
      return this.createMissing(path);
    }
  }

  private async createMissing(path: string): Promise<Service> {
    const service = (this.service ??= await this.start());
    for (const [collection, recipe] of RECIPES) {
      const isNamed = `${path}/`.startsWith(`${collection}/`);
      if (isNamed && !this.paths.has(collection)) await this.create(service, collection, recipe);
    }
    return service;
  }

  private async start(): Promise<Service> {
    const forge = await startForge();
    const user = await forge.seed.user({ username: 'owner', projects_limit: 1_000_000 });
    const victim = await forge.seed.user({ username: 'victim' });
    const tokens = await sql<Service['tokens'][number]>(
      forge,
      'SELECT id, token_digest, token_sealed FROM users',
    );
    return { forge, wire: new Wire(forge.url), user, victim, tokens };
  }

  private async create(service: Service, collection: string, recipe: Recipe): Promise<void> {
    const [, parent, name] = /^(?:(.*)\/\*)?(\/.*)$/.exec(collection) ?? [];
    const path = `${parent ? this.at(parent) : ''}${name}`;
    if (collection === IDENTITIES) {
      const identity = recipe(this.samples, service) as { provider: string };
      await service.forge.root.put(this.at('/users'), identity);
      this.paths.set(collection, `${path}/${identity.provider}`);
      return;
    }
    const client = path.startsWith('/users') ? service.forge.root : service.user.client;
    const { status, body } = await client.post<{ id: number }>(path, recipe(this.samples, service));
    if (status !== 201) throw new Error(`POST ${path} answered ${status} ${JSON.stringify(body)}`);
    this.paths.set(collection, `${path}/${body.id}`);
  }

  /** The path of the resource that requests can name. */
  private at(collection: string): string {
    // Avatars and key files are public, so those of the administrator are good enough.
    const others: Record<string, string | undefined> = {
      '/users': this.service?.victim.at,
      '/avatars': '/1.svg',
      '': ROOT.username,
    };
    const at = this.paths.get(collection) ?? others[collection];
    if (at === undefined) throw new Error(`Nothing is made under ${collection}`);
    return at;
  }

  private forget(collection: string): void {
    for (const known of this.paths.keys()) {
      if (known === collection || known.startsWith(`${collection}/`)) this.paths.delete(known);
    }
  }

  /** Restores the users that send the requests. */
  private async checkPeople(): Promise<void> {
    const service = await this.ensureService();
    type UserBody = Record<string, unknown>;
    const [root, owner, other] = await Promise.all(
      [service.forge.root, service.user.client, service.victim.client].map((one) =>
        one.get<UserBody>('/user'),
      ),
    );
    const isUsable = root?.body['is_admin'] === true && owner?.body['can_create_project'] === true;
    if (!isUsable || owner.body['is_admin'] === true) {
      await this.close();
    } else if (other?.body['is_admin'] !== false) {
      service.victim = await service.forge.seed.user();
      for (const collection of ['/users/*', '/projects/*/members']) this.forget(collection);
    }
  }
}

/** The path of an operation in the format of the recipes. */
const recipeKey = ({ template }: Pick<FuzzedOperation, 'template'>): string =>
  template.replace(API, '').replaceAll(/\{\w+\}/g, '*');

function toWire(request: FuzzRequest, path: string, token: string): WireRequest {
  const { method, caller, sudo, slash, body } = request;
  const query = [
    request.query,
    ...(token !== '' && caller.form === 'query' ? [`private_token=${percentEncode(token)}`] : []),
    ...(sudo?.in === 'query' ? [`sudo=${percentEncode(sudo.value)}`] : []),
  ].filter((part) => part !== '');
  return {
    method,
    path: `${path}${slash ? '/' : ''}${query.length > 0 ? `?${query.join('&')}` : ''}`,
    headers: {
      ...request.headers,
      ...(token !== '' && caller.form === 'header' ? { 'private-token': token } : {}),
      ...(token !== '' && caller.form === 'bearer' ? { authorization: `Bearer ${token}` } : {}),
      ...(sudo?.in === 'header' ? { sudo: sudo.value } : {}),
      ...(body?.type == null ? {} : { 'content-type': body.type }),
    },
    body: body === null ? null : Buffer.from(body.bytes, 'latin1'),
  };
}
