/** A service whose event loop is blocked most of the time. */
const BUSY_MS = 300;
const EVERY_MS = 400;

setInterval(() => {
  for (const end = performance.now() + BUSY_MS; performance.now() < end;);
}, EVERY_MS).unref();
