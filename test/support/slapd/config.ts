import { resolve } from 'node:path';
import type { Certificates } from './certificates.js';

const SCHEMA = '/etc/ldap/schema';
/** From the folder of the repository: the compiled bench has no copy. */
const PRESETS = resolve('test/support/slapd/presets.schema');

export interface ConfigOptions {
  /** The folder of the database files. */
  data: string;
  base: string;
  adminDn: string;
  adminPassword: string;
  readerDn: string;
  certificates: Certificates;
}

/** The entries of the database in cn=config: the order of the `database` lines below. */
export const CONFIG = 'cn=config';
export const DATABASE = 'olcDatabase={1}mdb,cn=config';

/** Who may read what. The reader sees everything but passwords, or everything but passwords and people. */
export function accessRules(base: string, readerDn: string, readable: boolean): string[] {
  const reader = `by dn.exact="${readerDn}"`;
  return [
    `to attrs=userPassword by anonymous auth by self write by * none`,
    // The entries keep "auth" for binds: people can sign in while the reader cannot see them.
    ...(readable ? [] : [`to filter=(objectClass=person) by anonymous auth by * none`]),
    // Anonymous searches succeed and find nobody.
    `to dn.base="${base}" by * read`,
    `to dn.subtree="${base}" ${reader} read by anonymous auth by self read by * none`,
    `to * by * read`,
  ];
}

export function slapdConf(options: ConfigOptions): string {
  const { data, base, adminDn, adminPassword, readerDn, certificates } = options;
  const schemas = ['core', 'cosine', 'inetorgperson', 'nis', 'dyngroup'];
  return [
    ...schemas.map((name) => `include ${SCHEMA}/${name}.schema`),
    `include ${PRESETS}`,
    'modulepath /usr/lib/ldap',
    ...['back_mdb', 'ppolicy', 'memberof', 'refint'].map((name) => `moduleload ${name}`),
    `TLSCertificateFile ${certificates.server}`,
    `TLSCertificateKeyFile ${certificates.key}`,
    'TLSVerifyClient never',
    'threads 8',
    // Through cn=config the tests change access, limits and certificates of a running server.
    'database config',
    `rootdn "${adminDn}"`,
    'database mdb',
    `suffix "${base}"`,
    `rootdn "${adminDn}"`,
    `rootpw ${adminPassword}`,
    `directory ${data}`,
    `maxsize ${2 ** 30}`,
    // The data are thrown away after the test: without this each change waits for the disk.
    'dbnosync',
    'sizelimit unlimited',
    'index objectClass,uid,cn,mail,member,memberOf,sAMAccountName,objectGUID,entryUUID eq',
    ...accessRules(base, readerDn, true).map((rule) => `access ${rule}`),
    'overlay ppolicy',
    'overlay memberof',
    'overlay refint',
    'refint_attributes member',
    // A group must have a member: this one stays when the last person leaves.
    `refint_nothing "${adminDn}"`,
    '',
  ].join('\n');
}
