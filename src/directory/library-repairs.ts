import type { Socket } from 'node:net';
import {
  PagedResultsControl,
  SearchResponse,
  type Client,
  type MessageParser,
  type SearchRequest,
} from 'ldapts';

/** Members that the library keeps private. The tests in test/directory fail if they change. */
interface Internals {
  readonly messageParser: MessageParser;
  readonly messageDetailsByMessageId: Map<string, unknown>;
  readonly socket?: Socket;
  _send(message: SearchRequest): Promise<unknown>;
  _nextMessageId(): number;
}

/**
 * Lets a paged search go on after an empty page. Active Directory sends such pages before the last one, but the library
 * takes an empty page for the last: everybody on the pages after it would look deleted.
 */
export function continueAfterEmptyPages(client: Client): void {
  const internals = client as unknown as Internals;
  const send = internals._send.bind(client);
  internals._send = async (request) => {
    for (;;) {
      const response = await send(request);
      const cookie = cookieAfterNothing(response);
      const control = request.controls?.find((one) => one instanceof PagedResultsControl);
      if (!cookie?.length || !control?.value) return response;
      control.value.cookie = cookie;
      request.messageId = internals._nextMessageId();
    }
  };
}

/**
 * Closes the connection at the first bytes that are not a response to a request. The library drops them and goes on:
 * people would be missing in a search that succeeds.
 */
export function failOnNoise(client: Client): void {
  const { messageParser, messageDetailsByMessageId } = client as unknown as Internals;
  const close = () => (client as unknown as Internals).socket?.destroy();
  messageParser.on('error', close);
  // Before the library's own listener, which forgets the request.
  messageParser.prependListener('message', ({ messageId }) => {
    if (!messageDetailsByMessageId.has(String(messageId))) close();
  });
}

/** Where to go on, if the page is empty and not the last. */
function cookieAfterNothing(response: unknown): Buffer | undefined {
  if (!(response instanceof SearchResponse)) return undefined;
  const { searchEntries, searchReferences, controls = [] } = response;
  if (searchEntries.length > 0 || searchReferences.length > 0) return undefined;
  return controls.find((control) => control instanceof PagedResultsControl)?.value?.cookie;
}
