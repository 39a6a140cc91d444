/**
 * An error of this service whose message the log shows. The message must not contain what a client, a row or another
 * server has sent: no address, no token, and no text of an error of a library.
 */
export class LoggableError extends Error {}
