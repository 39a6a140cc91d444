import { Malformed } from './errors.js';

/** The router would take the rest of the target for a query. */
export const withFragment = (): Malformed => new Malformed('the request target contains a #');

/** The authority form is for proxies, and so are URLs of other services. */
export const notAPath = (): Malformed => new Malformed('the request target is not a path');
