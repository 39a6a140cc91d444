type Handler = (error: unknown) => void;

let handler: Handler | undefined;

/**
 * Sets what happens after an exception or a rejection that nothing handles, in place of the handler set before. Without
 * one, Node prints the whole error, with the values in it, and exits at once.
 */
export function onUnexpectedFailure(next: Handler): void {
  if (!handler) {
    const handle = (error: unknown) => handler?.(error);
    process.on('uncaughtException', handle);
    process.on('unhandledRejection', handle);
  }
  handler = next;
}
