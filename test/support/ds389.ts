import { createHash, randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'ldapts';
import { freePort } from './ports.js';
import { Entries, rdn, type Person } from './slapd/entries.js';
import { baseEntries } from './slapd/ldif.js';
import { ServerProcess } from './slapd/server-process.js';

const PROGRAM = '/usr/sbin/ns-slapd';
/** What the package has for its own set-up, which needs systemd. */
const TEMPLATE = '/usr/share/dirsrv/data/template-dse.ldif';
const SETTINGS = '/etc/dirsrv';
const FOLDERS = ['lock', 'tmp', 'ldif', 'bak', 'run', 'inst', 'log', 'db', 'config'] as const;
/** The plugin that keeps memberOf of people, which is off in the template. */
const MEMBER_OF = /(cn: MemberOf Plugin\n(?:.+\n)*?nsslapd-pluginenabled: )off/;
const BASE = 'dc=example,dc=org';
const ADMIN_DN = 'cn=admin';
const ADMIN_PASSWORD = 'admin-password';

/** What `start` makes. */
interface Started {
  folder: string;
  port: number;
  client: Client;
  process: ServerProcess;
}

/** A 389 Directory Server on loopback with a folder of its own, without encryption. */
export class Ds389 extends Entries {
  readonly readerDn = `cn=reader,${BASE}`;
  readonly readerPassword = 'reader-password';
  private parts: Started | undefined;
  /** Attributes of the base: the reader sees the first one. */
  private markers: [string, string] = ['o', 'dc'];

  constructor() {
    super(BASE);
  }

  /** @throws Error with the complaint of the server if it does not start */
  async start(): Promise<void> {
    const folder = mkdtempSync(join(tmpdir(), `forgenote-ds389-${process.pid}-`));
    try {
      const port = await freePort();
      const client = new Client({ url: `ldap://127.0.0.1:${port}`, timeout: 60_000 });
      // `-d` keeps it in the foreground.
      const command = [PROGRAM, '-D', join(folder, 'config'), '-d', '0'];
      const server = new ServerProcess(command, port);
      this.parts = { folder, port, client, process: server };
      writeConfig(folder, port);
      await server.start();
      await client.bind(ADMIN_DN, ADMIN_PASSWORD);
      await this.addBase();
    } catch (error) {
      await this.stop();
      rmSync(folder, { recursive: true, force: true });
      throw error;
    }
  }

  get hasStarted(): boolean {
    return this.parts !== undefined;
  }

  get client(): Client {
    return this.started.client;
  }

  get url(): string {
    return `ldap://127.0.0.1:${this.started.port}`;
  }

  /** Only the base, its two units and the reader are left. A server that a test has paused resumes. */
  async reset(): Promise<void> {
    this.resume();
    await this.hide();
    const kept = new Set(this.firstEntries().map(([dn]) => dn));
    const others = (await this.dns()).filter((dn) => !kept.has(dn));
    for (const dn of others.reverse()) await this.remove(dn);
  }

  /** A person as `dsidm user create` and the web console make them. */
  toolUser({ uid, cn = uid, password, attributes = {} }: Person): Promise<string> {
    return this.add(`${rdn('uid', uid)},${this.peopleDn}`, {
      objectClass: ['top', 'nsPerson', 'nsAccount', 'nsOrgPerson', 'posixAccount'],
      ...{ uid, cn, displayName: cn, mail: `${uid}@example.org` },
      ...{ uidNumber: '1000', gidNumber: '1000', homeDirectory: `/home/${uid}` },
      ...(password === undefined ? {} : { userPassword: password }),
      ...attributes,
    });
  }

  /** The server accepts connections but no longer answers. */
  pause(): void {
    this.started.process.pause();
  }

  resume(): void {
    this.started.process.resume();
  }

  /** Ends the server, if it was started, and removes its folder. */
  async stop(): Promise<void> {
    if (!this.parts) return;
    const { folder, client, process } = this.parts;
    await client.unbind().catch(() => undefined);
    await process.dispose();
    rmSync(folder, { recursive: true, force: true });
    this.parts = undefined;
  }

  private get started(): Started {
    if (!this.parts) throw new Error('389 DS has not started. Use it in hooks and tests only.');
    return this.parts;
  }

  private async addBase(): Promise<void> {
    await this.add('cn=userRoot,cn=ldbm database,cn=plugins,cn=config', {
      objectClass: ['extensibleObject', 'nsBackendInstance'],
      ...{ cn: 'userRoot', 'nsslapd-suffix': BASE },
    });
    await this.add(`cn="${BASE}",cn=mapping tree,cn=config`, {
      objectClass: ['extensibleObject', 'nsMappingTree'],
      ...{ cn: BASE, 'nsslapd-state': 'backend', 'nsslapd-backend': 'userRoot' },
    });
    for (const [dn, attributes] of this.firstEntries()) await this.add(dn, attributes);
    await this.hide();
  }

  /** The reader can see everything but passwords, these attributes and a marker of the base. */
  async hide(...attributes: string[]): Promise<void> {
    const [shown, hidden] = (this.markers = [this.markers[1], this.markers[0]]);
    const names = ['userPassword', hidden, ...attributes].join(' || ');
    const rights = `allow (read, search, compare) userdn = "ldap:///${this.readerDn}";`;
    await this.modify(BASE, {
      aci: `(targetattr != "${names}")(version 3.0; acl "reader"; ${rights})`,
    });
    // The server changes what the reader sees only after its response.
    const reader = new Client({ url: this.url, timeout: 60_000 });
    await reader.bind(this.readerDn, this.readerPassword);
    for (let isInForce = false; !isInForce;) {
      const { searchEntries } = await reader.search(BASE, { scope: 'base' });
      isInForce = searchEntries.some((base) => shown in base && !(hidden in base));
    }
    await reader.unbind();
  }

  private firstEntries() {
    return baseEntries(BASE, this.readerDn, this.readerPassword);
  }
}

/** Fills in the template as the package's own set-up does. */
function writeConfig(folder: string, port: number): void {
  for (const name of FOLDERS) mkdirSync(join(folder, name));
  cpSync(join(SETTINGS, 'config'), join(folder, 'config'), { recursive: true });
  cpSync(join(SETTINGS, 'schema'), join(folder, 'config/schema'), { recursive: true });
  const values: Record<string, string> = {
    ...Object.fromEntries(FOLDERS.map((name) => [`${name}_dir`, join(folder, name)])),
    ...{ schema_dir: join(folder, 'config/schema'), cert_dir: join(folder, 'config') },
    ...{ db_home_dir: join(folder, 'db'), db_lib: 'mdb' },
    ...{ fqdn: 'localhost', ds_port: String(port), ds_user: 'root', ds_suffix: BASE },
    ...{ rootdn: ADMIN_DN, ds_passwd: hash(ADMIN_PASSWORD) },
    ...{ ldapi: join(folder, 'run/ldapi'), ldapi_enabled: 'off', ldapi_autobind: 'off' },
  };
  const template = readFileSync(TEMPLATE, 'utf8');
  const filled = template.replace(/%(\w+)%/g, (_, key: string) => {
    const value = values[key];
    if (value === undefined) throw new Error(`${TEMPLATE} needs a value for ${key}`);
    return value;
  });
  const text = filled.replace(MEMBER_OF, '$1on\nmemberOfAutoAddOC: nsMemberOf');
  writeFileSync(join(folder, 'config/dse.ldif'), text, { mode: 0o600 });
}

/** The server does not start with an administrator's password in plain text. */
function hash(password: string): string {
  const salt = randomBytes(8);
  const digest = createHash('sha512').update(password).update(salt).digest();
  return `{SSHA512}${Buffer.concat([digest, salt]).toString('base64')}`;
}
