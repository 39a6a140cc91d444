import { BusyError, NoResultError, ResultCodeError, UnavailableError } from 'ldapts';
import { LoggableError } from '../../base/log/loggable-error.js';

/** The result code of a server that does not have the DN of a request. */
const REFERRAL = 10;

/**
 * `unavailable`: the directory did not respond, so the same request may succeed later. `directory`: it responded, but its
 * entries, its rights and limits, or the settings have to be corrected first.
 */
export type FailureKind = 'unavailable' | 'directory';

/** A search or bind was not completed. Nothing is known about the people of the directory. */
export class DirectoryUnavailable extends LoggableError {
  readonly kind: FailureKind;

  /** @param message what is wrong and how to fix it, in one sentence, without secrets */
  constructor(message: string, { kind, ...options }: ErrorOptions & { kind: FailureKind }) {
    super(message, options);
    this.name = 'DirectoryUnavailable';
    this.kind = kind;
  }
}

/** More than one entry matches: none of them can be trusted to be the person. */
export class AmbiguousEntry extends LoggableError {
  /** @param searched such as `unique id` */
  constructor(searched: string) {
    super(`More than one entry of the directory has this ${searched}`);
    this.name = 'AmbiguousEntry';
  }
}

/** The text is no DN, so no entry can have it. */
export class InvalidDn extends Error {
  constructor(dn: string) {
    super(`extern_uid is not a DN of the directory: ${dn}`);
    this.name = 'InvalidDn';
  }
}

/** The DN belongs to another server, which was not asked. */
export class ForeignDn extends InvalidDn {}

/** The directory responded, but not with everything that was asked. The message says what to do. */
export class Incomplete extends Error {
  constructor(
    message: string,
    readonly kind: FailureKind = 'directory',
  ) {
    super(message);
  }
}

/** Another server has the entry that was read. */
export class RefersElsewhere extends Incomplete {
  constructor(dn: string) {
    super(`it refers to another server for ${dn}.`);
  }
}

/** Other servers have parts of the base, and were not asked. */
class RefersForParts extends Incomplete {
  constructor() {
    super(
      'it refers to another server for a part of LDAP_BASE. Choose an LDAP_BASE that this server has completely.',
    );
  }
}

/** Whether a search found nobody on this server, and other servers were not asked. */
export const foundNobodyHere = (error: unknown): boolean =>
  error instanceof DirectoryUnavailable && error.cause instanceof RefersForParts;

/** Results with which a server asks to try again later, and a message without a result. */
const TEMPORARY = [BusyError, UnavailableError, NoResultError];

export function failureKindOf(error: unknown): FailureKind {
  if (error instanceof Incomplete) return error.kind;
  if (!(error instanceof ResultCodeError)) return 'unavailable';
  return TEMPORARY.some((result) => error instanceof result) ? 'unavailable' : 'directory';
}

export const isReferral = (error: unknown): boolean =>
  error instanceof ResultCodeError && error.code === REFERRAL;

export const referral = (): Incomplete => new RefersForParts();

export const endless = (): Incomplete =>
  new Incomplete(
    'it returns pages of entries without an end. Check the server, or the proxy in front of it.',
  );

export const connectionLost = (): Incomplete =>
  new Incomplete(
    'it closed the connection before the end. See the log of the directory.',
    'unavailable',
  );

export const notLdap = (): Incomplete =>
  new Incomplete(
    'it returned what is not LDAP. Check the host and the port of LDAP_URL.',
    'unavailable',
  );
