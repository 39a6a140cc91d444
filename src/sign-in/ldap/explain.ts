import * as ldap from 'ldapts';
import { Incomplete, isReferral } from './directory-errors.js';
import type { DirectoryConfig } from '../../base/config/config.js';
import { errorReason } from '../../base/log/loggable.js';

/**
 * One sentence: what is wrong, and which setting or right to change. It never has the text of the server: some servers
 * repeat the password of a bind in it, and the sentence goes to the log, the terminal and the database.
 */
export function explain(error: unknown, { config, url }: { config: DirectoryConfig; url: string }) {
  return `Directory ${config.provider} at ${url}: ${adviceFor(error, config, url)}`;
}

function adviceFor(error: unknown, config: DirectoryConfig, url: string): string {
  const { timeoutMs, base, bindDn } = config;
  const { message, code } = error as Error & { code?: string | number };
  if (error instanceof ldap.InvalidCredentialsError)
    return `it refuses LDAP_BIND_DN (${bindDn ?? 'anonymous'}) with LDAP_BIND_PASSWORD. Correct one of them.`;
  if (error instanceof ldap.NoSuchObjectError)
    return `LDAP_BASE (${base}) does not exist or ${bindDn ?? 'an anonymous client'} may not read it. Correct it, or grant read access.`;
  if (error instanceof ldap.InvalidDNSyntaxError)
    return `it does not accept a DN of the settings. Correct LDAP_BASE (${base})${bindDn === null ? '' : ` or LDAP_BIND_DN (${bindDn})`}.`;
  if (error instanceof ldap.InsufficientAccessError || error instanceof ldap.InappropriateAuthError)
    return `${bindDn ?? 'an anonymous client'} may not search there. Set LDAP_BIND_DN and LDAP_BIND_PASSWORD to an account that may read ${base}.`;
  if (
    error instanceof ldap.ConfidentialityRequiredError ||
    error instanceof ldap.StrongAuthRequiredError
  )
    return 'it requires encryption. Set LDAP_START_TLS=on, or use an ldaps:// URL.';
  if (error instanceof ldap.TLSNotSupportedError || error instanceof ldap.ProtocolError)
    return `it does not support what was asked (${resultOf(error)}). Set LDAP_START_TLS=off, or use another LDAP_URL.`;
  if (error instanceof ldap.SizeLimitExceededError || error instanceof ldap.AdminLimitExceededError)
    return `it returned only a part of the entries. Raise its size limit for ${bindDn ?? 'anonymous clients'}.`;
  if (error instanceof ldap.TimeLimitExceededError)
    return 'its own time limit ended the search. Raise it, or add an index for the attributes of LDAP_FILTER.';
  if (error instanceof Incomplete) return error.message;
  if (code === 'ECONNRESET') return closed(url);
  if (typeof code === 'string' && code in NETWORK) return NETWORK[code];
  if (typeof code === 'string' && /CERT|SELF_SIGNED|UNABLE_TO|ALTNAME/.test(code))
    return `its certificate is not trusted (${code}). Set LDAP_CA to the file with the certificate of its authority, or use the host name in the certificate.`;
  if (isReferral(error))
    return `it refers to another server for LDAP_BASE (${base}). Set LDAP_URL to that server.`;
  // Before the message is read: of a result it is the text of the server.
  if (error instanceof ldap.ResultCodeError)
    return `it failed with ${resultOf(error)}. See the log of the directory.`;
  if (/^(Connection closed|Socket error)/.test(message)) return closed(url);
  if (/time(d)? ?out/i.test(message))
    return `it did not respond within ${timeoutMs / 1000} s. Check the network, or raise LDAP_TIMEOUT.`;
  return `it failed with: ${errorReason(error)}. See the log of the directory.`;
}

/** Such as `the result code 51 (Busy)`. */
const resultOf = ({ code, name }: ldap.ResultCodeError): string =>
  `the result code ${code} (${name.replace(/Error$/, '')})`;

/** A wrong kind of URL for the port is the most frequent cause. */
const closed = (url: string): string =>
  `it closed the connection. If its port ${
    url.startsWith('ldaps:')
      ? 'expects no TLS at the start, use an ldap:// URL with LDAP_START_TLS=on'
      : 'expects TLS from the start, use an ldaps:// URL'
  }. See the log of the directory.`;

const NETWORK: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there. Start the directory, or correct LDAP_URL.',
  ENOTFOUND: 'the host name is unknown. Correct LDAP_URL.',
  EAI_AGAIN: 'the name server does not respond. Check the network.',
  EPIPE: 'it closed the connection. See the log of the directory.',
  ETIMEDOUT: 'it does not respond. Check LDAP_URL and the network.',
  EHOSTUNREACH: 'the host cannot be reached. Check LDAP_URL and the network.',
  ENETUNREACH: 'the network cannot be reached. Check LDAP_URL and the network.',
};
