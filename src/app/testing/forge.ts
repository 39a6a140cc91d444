import type {
  Actions,
  CaughtMail,
  ClockState,
  Delay,
  Description,
  Failure,
  RecordedRequest,
  RequestFilter,
  SavedState,
  Wait,
} from '../../operations/test-forges/protocol.js';
import { Builders, type ForgeUser, type Given } from './builders.js';
import { ForgeClient } from './forge-client.js';
import { INSPECT } from './inspect.js';

/** How a forge is reached: over HTTP, or in this process. */
export interface ForgeControl {
  run<A extends keyof Actions>(
    action: A,
    input: Actions[A]['input'],
  ): Promise<Actions[A]['result']>;
  close(): Promise<void>;
}

/** What `save` returned. */
export interface SavedForge extends SavedState {
  /** How many names the builders had generated. */
  count: number;
}

/** The clock of one forge. Only the times that the service reads follow it: timers and limits run in real time. */
export class Clock {
  constructor(private readonly control: ForgeControl) {}

  /**
   * Stops the clock at a time: rows get exactly this time.
   *
   * @param time a Date, ISO 8601, or milliseconds since 1970
   * @returns the new time as `{ time }`, ISO 8601 in UTC
   * @throws Error not a time
   */
  set(time: Date | string | number): Promise<ClockState> {
    return this.control.run('clock/set', { time: isDate(time) ? time.getTime() : time });
  }

  /**
   * Moves the clock forward. A stopped clock stays stopped, a running one goes on from there.
   *
   * @param ms milliseconds, a whole number from 0 to 3,155,760,000,000 (a hundred years)
   * @returns the new time as `{ time }`, ISO 8601 in UTC
   * @throws Error not such a number
   */
  advance(ms: number): Promise<ClockState> {
    return this.control.run('clock/advance', { ms });
  }

  /**
   * Shows the real time again.
   *
   * @returns the new time as `{ time }`, ISO 8601 in UTC
   */
  release(): Promise<ClockState> {
    return this.control.run('clock/release', undefined);
  }
}

/** A complete service with a temporary database, which `close` deletes. */
export class Forge extends Builders {
  /** Base URL. */
  readonly url: string;
  /** Base URL of the API: `<url>/api/v3`. */
  readonly api: string;
  /** The first administrator. */
  readonly root: ForgeUser;
  readonly clock: Clock;
  protected readonly admin: ForgeClient;

  constructor(
    { url, api, root }: Omit<Description<ForgeUser>, 'control'>,
    private readonly control: ForgeControl,
  ) {
    super();
    this.url = url;
    this.api = api;
    this.root = root;
    this.clock = new Clock(control);
    this.admin = this.as(root);
  }

  /** Returns a client for a user or a token. With null it sends no token. */
  as(person: { token: string } | string | null): ForgeClient {
    if (person === null) return new ForgeClient(this.api);
    const token = typeof person === 'string' ? person : person.token;
    return new ForgeClient(this.api, { 'private-token': token });
  }

  /**
   * Creates a user. Returns all fields, `password` and `token`. Unless given, both are random, the password is the same for
   * all users that this process creates, and the address needs no confirmation.
   *
   * @param options `token` has 1 to 255 letters, digits, `-` and `_`
   * @throws Error the API does not respond with 201, or the token is malformed or taken. Then there is no new user, unless the same
   * token was chosen twice at the same time
   */
  override async user(
    options: Given<'CreateUserInput'> & { token?: string } = {},
  ): Promise<ForgeUser> {
    const { token, ...given } = options;
    if (token !== undefined) await this.control.run('token/check', { token });
    const user = await super.user({ confirm: false, ...given });
    if (token === undefined) return user;
    await this.control.run('token', { user: user.id, token });
    return { ...user, token };
  }

  /**
   * Restores the state after the start: only root exists, ids and generated names start again. Removes faults, recorded
   * requests and saved states, and releases the clock. Takes a few milliseconds. Waits for running requests, and ends
   * delayed ones without running them.
   */
  async reset(): Promise<void> {
    await this.control.run('reset', undefined);
    this.count = 0;
  }

  /** Remembers all rows until the next `reset`. */
  async save(): Promise<SavedForge> {
    return { ...(await this.control.run('save', undefined)), count: this.count };
  }

  /**
   * Puts the rows of `save` back, as often as needed. Ids and generated names continue from there. Waits for running
   * requests, and ends delayed ones without running them.
   *
   * @throws Error the state was deleted by `reset`
   */
  async restore(saved: SavedForge): Promise<void> {
    const { id, count } = Object(saved) as SavedForge;
    await this.control.run('restore', { id });
    this.count = count;
  }

  /**
   * The last 1,000 requests since the start or the last `reset`, oldest first, with their responses. Without those of
   * builders. A parameter that was sent more than once is an array in `query`.
   *
   * @example
   * const posts = await forge.requests({ on: 'POST /...notes' });
   * @throws Error the pattern is wrong
   */
  requests(filter: RequestFilter = {}): Promise<RecordedRequest[]> {
    return this.control.run('requests', filter);
  }

  /**
   * Waits for a matching request, also one that has arrived already, until its response was sent. Each request is returned
   * once, so the next call waits for the next one.
   *
   * @example
   * await page.click('text=Save');
   * const { body, response } = await forge.waitForRequest({ on: 'POST /...notes' });
   * @throws Error there is none in time, with the requests that arrived
   */
  waitForRequest(wait: Wait): Promise<RecordedRequest> {
    return this.control.run('requests/wait', wait);
  }

  /**
   * The mails that the forge has sent since the start or the last `reset`, oldest first, with the links in them. Waits for
   * those of requests that were answered.
   *
   * @example
   * const [{ to, links }] = await forge.mails();
   * @throws Error the forge was started without `mails: true`
   */
  mails(): Promise<CaughtMail[]> {
    return this.control.run('mails', undefined);
  }

  /**
   * Lets the next matching requests fail. Requests of builders never fail. The failure has none of the headers that the
   * operation set, such as `Link`.
   *
   * @example
   * await forge.fail({ on: 'POST /...notes', status: 503, times: 2 });
   * await forge.fail({ on: 'POST /...notes', disconnect: true, after: true }); // stored, but the response is lost
   * @throws Error a wrong option, named in the message
   */
  async fail(failure: Failure): Promise<void> {
    await this.control.run('fail', failure);
  }

  /**
   * Lets the next matching requests wait before the service handles them, for at most 10,000 ms. They do not run if the
   * client disconnects meanwhile.
   *
   * @example
   * await forge.delay({ on: '* /...', ms: 300, times: 5 });
   * @throws Error a wrong option, named in the message
   */
  async delay(delay: Delay): Promise<void> {
    await this.control.run('delay', delay);
  }

  /** Stops the service and deletes its files. */
  close(): Promise<void> {
    return this.control.close();
  }

  /** `console.log(forge)` prints the URL. */
  [INSPECT](): string {
    return this.url;
  }

  /** Matchers of test runners print the URL. */
  toJSON(): string {
    return this.url;
  }
}

/** Not instanceof: test runners give each file globals of its own. */
const isDate = (time: unknown): time is Date =>
  typeof time === 'object' && time !== null && 'getTime' in time;
