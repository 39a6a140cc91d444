import { ResultCodeError } from 'ldapts';

/** The result code of a server that does not have the DN of a request. */
const REFERRAL = 10;

/** A search or bind was not completed. Nothing is known about the people of the directory. */
export class DirectoryUnavailable extends Error {
  /** @param message what is wrong and how to fix it, in one sentence, without secrets */
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DirectoryUnavailable';
  }
}

/** More than one entry matches: none of them can be trusted to be the person. */
export class AmbiguousEntry extends Error {
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
export class Incomplete extends Error {}

/** Another server has the DN of the entry that was read: a group's, because people with such a DN are conflicts. */
export class RefersElsewhere extends Incomplete {
  constructor(dn: string) {
    super(
      `it refers to another server for ${dn}. Correct LDAP_ADMIN_GROUP or LDAP_EXTERNAL_GROUP, or set LDAP_URL to that server.`,
    );
  }
}

export const isReferral = (error: unknown): boolean =>
  error instanceof ResultCodeError && error.code === REFERRAL;

export const referral = (): Incomplete =>
  new Incomplete(
    'it refers to another server for a part of LDAP_BASE. Choose an LDAP_BASE that this server has completely.',
  );

export const connectionLost = (): Incomplete =>
  new Incomplete('it closed the connection before the end. See the log of the directory.');

export const notLdap = (): Incomplete =>
  new Incomplete('it returned what is not LDAP. Check the host and the port of LDAP_URL.');
