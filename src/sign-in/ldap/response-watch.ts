import type { Socket } from 'node:net';
import { BerReader, PagedResultsControl, ProtocolOperation, SearchResponse } from 'ldapts';
import { connectionLost, Incomplete, notLdap } from './directory-errors.js';

const MESSAGE = 0x30;
const { LDAP_RES_SEARCH, LDAP_RES_SEARCH_ENTRY, LDAP_RES_SEARCH_REF } = ProtocolOperation;
/** Other messages with the same id follow them. */
const PARTS: (number | null)[] = [LDAP_RES_SEARCH_ENTRY, LDAP_RES_SEARCH_REF];

/**
 * Reads the responses of one connection beside the library, for what the library does not report:
 *
 * - It drops bytes and messages that belong to no request, and goes on. People would be missing in a search that
 *   succeeds. Here the first of them closes the connection.
 * - It does not return the cookie of a page.
 *
 * At most one request may wait for its response at a time.
 */
export class ResponseWatch {
  /** Why no result of this connection counts any more. */
  problem: Error | null = null;
  /** Either side has closed the connection. After StartTLS the library does not notice it. */
  isClosed = false;
  /** Of the last search: where its next page begins. Empty after the last page. */
  cookie: Buffer = Buffer.alloc(0);
  private socket: Socket | null = null;
  /** The start of a message that is not complete. */
  private pending: Buffer = Buffer.alloc(0);
  /** The id of the search whose entries arrive. */
  private searchId: number | null = null;

  /** Reads the data of this socket from now on, instead of the one before. */
  follow<Connection extends Socket>(socket: Connection): Connection {
    this.socket?.off('data', this.read);
    this.socket = socket;
    // Bytes that arrived before the encryption are not the server's.
    if (this.pending.length > 0) this.problem = notLdap();
    // With StartTLS, the end of either socket is the end of the connection.
    socket.once('close', () => (this.isClosed = true));
    // Before the library's own listener: the result of the chunk that has the fault must not count.
    return socket.on('data', this.read);
  }

  /** Closes the connection. Whatever waits for a response fails at once, and nothing is sent any more. */
  abandon(): void {
    // The socket says so only later.
    this.isClosed = true;
    // Without an error, the library would wait until its timeout for a connection that is being made.
    this.socket?.destroy(connectionLost());
  }

  private readonly read = (chunk: Buffer): void => {
    if (this.problem) return;
    this.pending = this.pending.length === 0 ? chunk : Buffer.concat([this.pending, chunk]);
    try {
      for (let message = this.next(); message !== null; message = this.next())
        this.readMessage(message);
    } catch (error) {
      this.problem = error instanceof Incomplete ? error : notLdap();
      this.socket?.destroy();
    }
  };

  /** Takes the next message off, or returns null until it is complete. */
  private next(): Buffer | null {
    const reader = new BerReader(this.pending);
    if (reader.peek() === null || reader.readSequence(MESSAGE) === null) return null;
    // The library's length of more than 2 GiB.
    if (reader.length < 0) throw notLdap();
    const end = reader.offset + reader.length;
    if (this.pending.length < end) return null;
    const message = this.pending.subarray(0, end);
    this.pending = this.pending.subarray(end);
    return message;
  }

  private readMessage(message: Buffer): void {
    const reader = new BerReader(message);
    reader.readSequence();
    const id = reader.readInt();
    // What a server sends before it closes the connection.
    if (id === 0) throw connectionLost();
    if (id === null || id !== (this.searchId ?? id)) throw notLdap();
    const operation = reader.readSequence();
    this.searchId = PARTS.includes(operation) ? id : null;
    if (operation !== LDAP_RES_SEARCH) return;
    const response = new SearchResponse({ messageId: id });
    response.parse(reader, []);
    const paging = response.controls?.find((control) => control instanceof PagedResultsControl);
    this.cookie = paging?.value?.cookie ?? Buffer.alloc(0);
  }
}
