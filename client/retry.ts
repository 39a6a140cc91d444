type Fetch = (request: Request) => Promise<Response>;

/** Longest wait before a retry, in seconds. If the service asks for more, the caller gets the response. */
const MAX_WAIT = 30;

/** These change what authorizes them, so a second attempt fails although the first succeeded. No Idempotency-Key helps. */
const ONCE = /\/(private_token\/reset|user\/password|confirmation)$/;

/**
 * Returns a `fetch` that retries after network errors and after error responses with `Retry-After`. All attempts of a
 * POST have the same Idempotency-Key, so that the service creates at most one resource. Requests without a key are not
 * repeated after 504, and the requests in `ONCE` neither after 504 nor after a network error.
 */
export function withRetries(send: Fetch, retries: number): Fetch {
  return async (request) => {
    if (request.method === 'POST' && !request.headers.has('Idempotency-Key'))
      request.headers.set('Idempotency-Key', randomKey());
    const isOnce = request.method !== 'GET' && ONCE.test(new URL(request.url).pathname);
    const hasKey = request.headers.has('Idempotency-Key');
    for (let n = 0; ; n++) {
      const isLast = n >= retries;
      try {
        const response = await send(request.clone());
        const seconds = secondsToWait(response);
        if (isLast || response.ok || seconds === null || seconds > MAX_WAIT) return response;
        if (response.status === 504 && (isOnce || !hasKey)) return response;
        // Frees the connection.
        await response.body?.cancel();
        await wait(seconds, request.signal);
      } catch (error) {
        if (isLast || isOnce || request.signal.aborted) throw error;
        await wait(0.2 * 2 ** n * (1 + Math.random()), request.signal);
      }
    }
  };
}

/** The seconds of `Retry-After`, which may also be an HTTP date. Null without the header, or if it is neither. */
export function secondsToWait({ headers }: Response): number | null {
  const text = headers.get('Retry-After');
  if (text === null) return null;
  const seconds = /^\d/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? null : Math.max(seconds, 0);
}

/** Not `randomUUID`: browsers have it only on pages that came over https or from localhost. */
const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

/** Ends early if the caller aborts the request. The next attempt then fails. */
function wait(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, seconds * 1000);
    signal.addEventListener('abort', end);
  });
}
