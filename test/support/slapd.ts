import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'ldapts';
import { run } from './commands.js';
import { freePort } from './ports.js';
import { makeCertificates, type Certificates } from './slapd/certificates.js';
import { accessRules, CONFIG, DATABASE, slapdConf } from './slapd/config.js';
import { Entries } from './slapd/entries.js';
import { baseEntries, ldifOf } from './slapd/ldif.js';
import { ServerProcess } from './slapd/server-process.js';

export { rdn, type DirectoryServer, type Person } from './slapd/entries.js';
export { ldifOf, peopleLdif } from './slapd/ldif.js';

const PROGRAMS = '/usr/sbin';
/** `reset` deletes up to this many entries one by one. For more, a new database is faster. */
const FEW_ENTRIES = 500;

/** What `start` makes. */
interface Started {
  folder: string;
  certificates: Certificates;
  port: number;
  tlsPort: number;
  client: Client;
  process: ServerProcess;
}

/** An OpenLDAP server on loopback with a folder of its own: plain and StartTLS on one port, ldaps on another. */
export class Slapd extends Entries {
  readonly adminDn: string;
  readonly adminPassword = 'admin-password';
  /** May read everything but passwords. */
  readonly readerDn: string;
  readonly readerPassword = 'reader-password';
  private parts: Started | undefined;

  /** @param base starts with `dc=` */
  constructor(base = 'dc=example,dc=org') {
    super(base);
    this.adminDn = `cn=admin,${base}`;
    this.readerDn = `cn=reader,${base}`;
  }

  /** For one test. `useSlapd` is for all tests of a file. @throws Error as the method `start` does */
  static async start(): Promise<Slapd> {
    const slapd = new Slapd();
    await slapd.start();
    return slapd;
  }

  /** @throws Error with the complaint of slapd if it does not start */
  async start(): Promise<void> {
    const folder = mkdtempSync(join(tmpdir(), `forgenote-slapd-${process.pid}-`));
    try {
      const certificates = await makeCertificates(folder);
      const [port, tlsPort] = [await freePort(), await freePort()];
      const url = `ldap://127.0.0.1:${port}`;
      const client = new Client({ url, timeout: 60_000, autoRebind: true });
      const urls = `${url}/ ldaps://127.0.0.1:${tlsPort}/`;
      const args = ['-d', '0', '-h', urls, '-F', join(folder, 'config')];
      const server = new ServerProcess([join(PROGRAMS, 'slapd'), ...args], port);
      this.parts = { folder, certificates, port, tlsPort, client, process: server };
      await this.makeDatabase();
      await this.restart();
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

  get port(): number {
    return this.started.port;
  }

  get tlsPort(): number {
    return this.started.tlsPort;
  }

  get certificates(): Certificates {
    return this.started.certificates;
  }

  /** Also for StartTLS. */
  get url(): string {
    return `ldap://127.0.0.1:${this.port}`;
  }

  get tlsUrl(): string {
    return `ldaps://127.0.0.1:${this.tlsPort}`;
  }

  /** The file of the CA that signed the certificate of the server. */
  get ca(): string {
    return this.certificates.ca;
  }

  /** The file of a CA that did not sign the certificate of the server. */
  get otherCa(): string {
    return this.certificates.otherCa;
  }

  /** Decides whether the reader can see people. People can bind in both cases. */
  setAccess(readable: boolean): Promise<void> {
    const rules = accessRules(this.base, this.readerDn, readable);
    return this.modify(DATABASE, { olcAccess: rules.map((rule, i) => `{${i}}${rule}`) });
  }

  /** The reader can see everything but this attribute, or can only search for it. `setAccess` ends it. */
  hide(attribute: string, right: 'none' | 'search' = 'none'): Promise<void> {
    const [password, ...rules] = accessRules(this.base, this.readerDn, true);
    const hiding = `to attrs=${attribute} by dn.exact="${this.readerDn}" ${right} by anonymous auth by * none`;
    const olcAccess = [password, hiding, ...rules].map((rule, i) => `{${i}}${rule}`);
    return this.modify(DATABASE, { olcAccess });
  }

  /** How many entries one search of the reader returns before it fails, paged or not. */
  sizeLimit(entries: number | 'unlimited'): Promise<void> {
    const olcLimits = `dn.exact="${this.readerDn}" size=${entries} size.prtotal=${entries}`;
    return this.modify(DATABASE, { olcLimits });
  }

  /** Refuses binds on connections without encryption, except those of the administrator. */
  requireEncryption(required: boolean): Promise<void> {
    return this.modify(DATABASE, { olcSecurity: `simple_bind=${required ? 128 : 0}` });
  }

  /** New TLS connections get this certificate. */
  useCertificate(name: 'server' | 'wrongName' | 'untrusted'): Promise<void> {
    return this.modify(CONFIG, { olcTLSCertificateFile: this.certificates[name] });
  }

  /** Adds many entries at once: 50,000 people take seconds. The server restarts. */
  async load(ldif: string): Promise<void> {
    await this.end('SIGTERM');
    await this.slapadd(ldif);
    await this.restart();
  }

  /** Everything is as after the start, also if a test has paused or killed it: the base, its two units and the reader. */
  async reset(): Promise<void> {
    this.resume();
    if (this.process.hasEnded) await this.restart();
    await this.setAccess(true);
    await this.sizeLimit('unlimited');
    await this.useCertificate('server');
    const kept = new Set(this.firstEntries().map(([dn]) => dn));
    const others = (await this.dns()).filter((dn) => !kept.has(dn));
    if (others.length > FEW_ENTRIES) {
      await this.end('SIGTERM');
      for (const name of ['config', 'data']) rmSync(this.path(name), { recursive: true });
      await this.makeDatabase();
      await this.restart();
    } else for (const dn of others.reverse()) await this.remove(dn);
  }

  /** Stops answering without closing a connection, until `resume`. */
  pause(): void {
    this.process.pause();
  }

  resume(): void {
    this.process.resume();
  }

  /** Ends the server without letting it close anything. `restart` brings it back. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  /** Ends the server if it runs, and starts it on the same ports with the same entries and settings. */
  async restart(): Promise<void> {
    await this.end('SIGTERM');
    await this.process.start();
    await this.client.bind(this.adminDn, this.adminPassword);
  }

  /** Ends the server, if it was started, and removes its folder. */
  async stop(): Promise<void> {
    if (!this.parts) return;
    await this.end('SIGTERM');
    await this.process.dispose();
    rmSync(this.parts.folder, { recursive: true, force: true });
    this.parts = undefined;
  }

  private get started(): Started {
    if (!this.parts) throw new Error('slapd has not started. Use it in hooks and tests only.');
    return this.parts;
  }

  private get process(): ServerProcess {
    return this.started.process;
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    // Otherwise the next operation would be sent on the old connection.
    await this.client.unbind().catch(() => undefined);
    await this.process.end(signal);
  }

  /** Writes the first entries, and the configuration in the form that can change at run time. */
  private async makeDatabase(): Promise<void> {
    for (const name of ['config', 'data']) mkdirSync(this.path(name), { recursive: true });
    const file = this.path('slapd.conf');
    const { certificates } = this;
    const options = { ...this, certificates, data: this.path('data') };
    writeFileSync(file, slapdConf(options), { mode: 0o600 });
    await this.slapadd(ldifOf(this.firstEntries()));
    // Only a database that exists gets into the new form.
    await this.run('slaptest', '-f', file, '-F', this.path('config'));
  }

  private firstEntries() {
    return baseEntries(this.base, this.readerDn, this.readerPassword);
  }

  private async slapadd(ldif: string): Promise<void> {
    const file = this.path('load.ldif');
    writeFileSync(file, ldif);
    await this.run('slapadd', '-q', '-n', '1', '-f', this.path('slapd.conf'), '-l', file);
  }

  private run(program: string, ...args: string[]): Promise<string> {
    return run(join(PROGRAMS, program), args, { cwd: this.started.folder, seconds: 120 });
  }

  private path(name: string): string {
    return join(this.started.folder, name);
  }
}
