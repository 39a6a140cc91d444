import { PagedResultsControl, SearchResponse, type Client, type SearchRequest } from 'ldapts';

/** Members that the library keeps private. test/directory/empty-pages.test.ts fails if they change. */
interface Internals {
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

/** Where to go on, if the page is empty and not the last. */
function cookieAfterNothing(response: unknown): Buffer | undefined {
  if (!(response instanceof SearchResponse)) return undefined;
  const { searchEntries, searchReferences, controls = [] } = response;
  if (searchEntries.length > 0 || searchReferences.length > 0) return undefined;
  return controls.find((control) => control instanceof PagedResultsControl)?.value?.cookie;
}
