/**
 * What the control of an ephemeral forge takes and returns, as JSON. Imports nothing: the test kit, which loads nothing of
 * the service, uses these types too.
 */

/** Builders of the test kit send this header: their requests are neither recorded nor do they fail. */
export const BUILDER_HEADER = 'forgenote-builder';

/** Which requests a fault applies to. */
interface FaultTarget {
  /**
   * Method and path, such as `POST /...notes`. The path is that below `/api/v3`, or the whole path. `...` stands for any
   * text, `:name` and `{name}` for one segment, and `*` for any method. Requests with `.json` or a slash at the end match
   * too. Patterns have no query.
   */
  on: string;
  /** How many matching requests it applies to. Default: 1. */
  times?: number;
}

/** A response that replaces the one of the service. Set either `status` or `disconnect`. */
export interface Failure extends FaultTarget {
  /** 400 to 599. */
  status?: number;
  /**
   * Default: the error shape of the service, `{"message": "503 Service Unavailable"}`. Text is sent as it is, anything
   * else, including null, as JSON.
   */
  body?: unknown;
  /**
   * Further headers. Unless given, `Retry-After` is 0 for 429, 503 and 504, and `Content-Type` is `text/plain` for text
   * and `application/json` for anything else.
   */
  headers?: Record<string, string>;
  /** Closes the connection instead of responding. Not with `body` or `headers`. */
  disconnect?: boolean;
  /** Runs the operation first, so that only its response is lost. Default: false. */
  after?: boolean;
}

/** A response that comes late. */
export interface Delay extends FaultTarget {
  /** 0 to 10,000 milliseconds. */
  ms: number;
}

/** A request that arrived. Those of builders are left out. Times are real, whatever the clock of the forge shows. */
export interface RecordedRequest {
  /** When it arrived. ISO 8601, UTC. */
  time: string;
  method: string;
  /**
   * Below `/api/v3`; the whole path of other requests. As the service routes it: without the query, a slash at the end,
   * and the suffix `.json` of older clients.
   */
  path: string;
  /** A parameter that was sent more than once is an array. */
  query: Record<string, string | string[]>;
  /** Names in lower case. */
  headers: Record<string, string>;
  /** As the service parsed it. Undefined without a body, and for bodies above 64 KiB. */
  body?: unknown;
  /** That of the response. Null until it begins, and after `disconnect`. */
  status: number | null;
  /** Null until it begins, and after `disconnect`. */
  response: RecordedResponse | null;
}

/** What the client got, be it from the service or from a failure. */
export interface RecordedResponse {
  status: number;
  /** When it was sent. ISO 8601, UTC. */
  time: string;
  /** The parsed JSON, or the text of other bodies. Undefined without a body, and for bodies that are no text or above 64 KiB. */
  body?: unknown;
}

/** Selects requests: all of them without `on`. */
export interface RequestFilter {
  /** Method and path, as in `fail`. */
  on?: string;
}

/** Which request to wait for. */
export interface Wait {
  /** Method and path, as in `fail`. */
  on: string;
  /** 0 to 600,000 milliseconds. Default: 4,000. */
  timeout?: number;
}

/** A mail that the forge has sent. */
export interface CaughtMail {
  /** When it was sent, in real time. ISO 8601, UTC. */
  time: string;
  /** The setting `MAIL_FROM`. */
  from: string;
  /** The address. */
  to: string;
  subject: string;
  text: string;
  /** The URLs in the text, in its order. */
  links: string[];
}

/** The private token that a user gets. */
export interface ChosenToken {
  /** The id. */
  user: number;
  /** 1 to 255 letters, digits, `-` and `_`. */
  token: string;
}

/** What can be done with one forge: `POST <control>/<action>`. Inputs and results are JSON. */
export interface Actions {
  /** Restores the state after the start, and undoes all other actions. */
  reset: { input: undefined; result: null };
  /** Up to 1,000 requests since the start or the last reset, oldest first. */
  requests: { input: RequestFilter | undefined; result: RecordedRequest[] };
  /** The next matching request, when it was answered. */
  'requests/wait': { input: Wait; result: RecordedRequest };
  /** The mails since the start or the last reset, oldest first. */
  mails: { input: undefined; result: CaughtMail[] };
  /** Refuses a token that no user can get: it is malformed or taken. */
  'token/check': { input: Pick<ChosenToken, 'token'>; result: null };
  /** Replaces the private token of a user. */
  token: { input: ChosenToken; result: null };
  fail: { input: Failure; result: null };
  delay: { input: Delay; result: null };
  /** Stops the clock at this time. */
  'clock/set': { input: { time: string | number }; result: ClockState };
  /** Moves the clock forward. */
  'clock/advance': { input: { ms: number }; result: ClockState };
  /** The clock shows the real time again. */
  'clock/release': { input: undefined; result: ClockState };
  /** Keeps all rows until the next `reset`. */
  save: { input: undefined; result: SavedState };
  /** Puts the rows of `save` back. */
  restore: { input: SavedState; result: null };
}

export interface SavedState {
  id: number;
}

export interface ClockState {
  /** ISO 8601, UTC. */
  time: string;
}

/** A started forge, as `serve --ephemeral` and `POST <forges>` describe it. */
export interface Description<User> {
  /** Base URL. */
  url: string;
  /** `<url>/api/v3` */
  api: string;
  /** The first administrator. */
  root: User;
  /** The actions of this forge are below this URL. DELETE closes the forge. */
  control: string;
}

/** The one line of `serve --ephemeral`. With `--no-forge` it has only `forges`. */
export interface ReadyLine {
  /** `POST` with settings by name starts another forge in this process. DELETE ends the process. */
  forges: string;
}
