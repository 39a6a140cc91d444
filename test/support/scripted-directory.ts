import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { BerReader, BerWriter, ProtocolOperation } from 'ldapts';
import {
  bindResult,
  dnOf,
  entryMessage,
  PAGED_RESULTS,
  searchReference,
  searchResult,
  type Refusal,
} from './ldap-messages.js';

/** The tag of the password in a bind request. */
const SIMPLE = 0x80;
const REFERRAL = 10;

export interface Page {
  /** The usernames of its entries. */
  uids: string[];
  /** Those of them whose account is disabled. */
  disabled?: string[];
  /** By username, if they are not `id-of-<username>`. */
  uniqueIds?: Record<string, string>;
  /** By username, if they are not `<username>@example.org`. */
  mails?: Record<string, string>;
  /** Where the next page begins; empty after the last one. */
  cookie: string;
  /** The result code: 0 for success. */
  code?: number;
  /** Bytes to send before the entries, or before the result. Gets the id of the request. */
  noise?: { before: 'entries' | 'result'; bytes: (id: number) => Buffer };
}

/**
 * A server that returns the same pages to every search, in order. It sends what the protocol allows and slapd never
 * sends.
 */
export class ScriptedDirectory {
  /** Those of the searches, in their order. */
  readonly cookies: string[] = [];
  /**
   * What searches without pages return, instead of the first page. A search for the unique id or the DN of a listed person
   * finds that entry only, and nothing if the lookup lacks it.
   */
  lookup: Page | null = null;
  /** A DN of another server: searches there get a referral. */
  elsewhere: string | null = null;
  /** Searches with this text in the filter end with this result code. */
  refused: { text: string; code: number } | null = null;
  /** A login that nobody has. Searches for it find a reference to another server, as at the root of a domain. */
  nobody: string | null = null;
  /** Searches that wait for `answerSearches`; null if they get their response at once. */
  private held: { socket: Socket; answer: () => void }[] | null = null;
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    private readonly pages: Page[],
    private readonly refuseBind: (dn: string, password: string) => Refusal | null,
  ) {}

  /** @param refuseBind null accepts the bind, as it does by default */
  static async start(
    pages: Page[],
    refuseBind: (dn: string, password: string) => Refusal | null = () => null,
  ): Promise<ScriptedDirectory> {
    const server = createServer();
    const directory = new ScriptedDirectory(server, pages, refuseBind);
    server.on('connection', (socket) => {
      directory.sockets.add(socket);
      socket.on('close', () => directory.sockets.delete(socket));
      // A service that is killed resets its connections.
      socket.on('error', () => socket.destroy());
      socket.on('data', (request: Buffer) => {
        directory.respond(socket, request);
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return directory;
  }

  get url(): string {
    return `ldap://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** From now on, no search gets a response. */
  holdSearches(): void {
    this.held ??= [];
  }

  /** How many clients wait for the response to a search. */
  get heldSearches(): number {
    return this.held?.filter(({ socket }) => !socket.destroyed).length ?? 0;
  }

  /** Ends `holdSearches`: the searches that wait get their responses. */
  answerSearches(): void {
    const held = this.held ?? [];
    this.held = null;
    for (const { answer } of held) answer();
  }

  /** Resolves when the clients have closed all connections: everything they did with them is over. */
  async isLeft(): Promise<void> {
    for (const socket of this.sockets) await once(socket, 'close');
  }

  async stop(): Promise<void> {
    await new Promise((resolve) => this.server.close(resolve));
  }

  private respond(socket: Socket, request: Buffer): void {
    const reader = new BerReader(request);
    reader.readSequence();
    const id = reader.readInt() ?? 0;
    const operation = reader.peek();
    if (operation === ProtocolOperation.LDAP_REQ_BIND)
      socket.write(bindResult(id, this.refusalOf(reader) ?? { code: 0, text: '' }));
    else if (operation === ProtocolOperation.LDAP_REQ_SEARCH) {
      const answer = () => {
        for (const part of this.nextPage(id, request)) socket.write(part);
      };
      if (this.held) this.held.push({ socket, answer });
      else answer();
    } else socket.end();
  }

  private refusalOf(bind: BerReader): Refusal | null {
    bind.readSequence();
    bind.readInt();
    const dn = bind.readString() ?? '';
    return this.refuseBind(dn, bind.readString(SIMPLE) ?? '');
  }

  private nextPage(id: number, request: Buffer): Buffer[] {
    if (this.elsewhere !== null && request.includes(this.elsewhere))
      return [searchResult(id, REFERRAL)];
    if (this.refused !== null && request.includes(encoded(this.refused.text)))
      return [searchResult(id, this.refused.code)];
    if (this.nobody !== null && request.includes(encoded(this.nobody)))
      return [searchReference(id), searchResult(id, 0)];
    const cookie =
      this.pages.find(({ cookie }) => cookie && request.includes(cookie))?.cookie ?? '';
    this.cookies.push(cookie);
    const index = cookie ? this.pages.findIndex((page) => page.cookie === cookie) + 1 : 0;
    const listed: Page = this.pages[index] ?? { uids: [], cookie: '' };
    const isPaged = request.includes(PAGED_RESULTS);
    const page = isPaged ? listed : (this.lookup ?? listed);
    const known = isPaged ? [] : [...page.uids, ...this.pages.flatMap(({ uids }) => uids)];
    const wanted = known.filter((uid) =>
      [uniqueIdOf(uid, page), dnOf(uid)].some((text) => request.includes(encoded(text))),
    );
    const uids = page.uids.filter((uid) => wanted.length === 0 || wanted.includes(uid));
    const { noise } = page;
    const noiseBefore = (part: 'entries' | 'result') =>
      noise?.before === part ? [noise.bytes(id)] : [];
    return [
      ...noiseBefore('entries'),
      ...uids.map((uid) =>
        entryMessage(id, uid, {
          isDisabled: page.disabled?.includes(uid),
          uniqueId: uniqueIdOf(uid, page),
          mail: page.mails?.[uid],
        }),
      ),
      ...noiseBefore('result'),
      searchResult(id, page.code ?? 0, page.cookie),
    ];
  }
}

const uniqueIdOf = (uid: string, { uniqueIds }: Page): string => uniqueIds?.[uid] ?? `id-of-${uid}`;

/** As it is in a request, with its length: `id-of-ada` is not in a request for `id-of-ada2`. */
function encoded(text: string): Buffer {
  const writer = new BerWriter();
  writer.writeString(text);
  return writer.buffer;
}
