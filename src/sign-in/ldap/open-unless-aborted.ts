import type { DirectoryConnection } from './directory-connection.js';
import { Incomplete } from './directory-errors.js';

/** A connection that opens after the signal is closed at once. */
export async function openUnlessAborted(
  opening: Promise<DirectoryConnection>,
  signal?: AbortSignal,
): Promise<DirectoryConnection> {
  if (!signal) return opening;
  return new Promise((resolve, reject) => {
    const abort = () => {
      reject(new Incomplete('The connection to the directory was given up'));
      opening.then((connection) => connection.close()).catch(() => undefined);
    };
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    opening.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', abort);
    });
  });
}
