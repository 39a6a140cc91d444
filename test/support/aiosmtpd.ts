import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from './ports.js';
import { ServerProcess } from './slapd/server-process.js';

const HANDLERS = fileURLToPath(new URL('aiosmtpd', import.meta.url));

/** Debian's aiosmtpd on a free port of loopback. It keeps its mails in a Maildir of its own folder. */
export class MailServer {
  private readonly folder = mkdtempSync(join(tmpdir(), 'forgenote-mail-'));
  private readonly process: ServerProcess;

  private constructor(private readonly port: number) {
    const listen = `127.0.0.1:${port}`;
    const handler = ['-c', 'forgenote_mailbox.TestMailbox', join(this.folder, 'mails')];
    this.process = new ServerProcess(
      ['env', `PYTHONPATH=${HANDLERS}`, 'PYTHONDONTWRITEBYTECODE=1', '/usr/bin/python3']
        .concat(['-m', 'aiosmtpd', '--nosetuid', '--listen', listen])
        .concat(handler),
      port,
    );
  }

  static async start(): Promise<MailServer> {
    const port = await freePort();
    const server = new MailServer(port);
    await server.restart();
    return server;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  /** Starts it again on the same port, with the mails it has. */
  restart(): Promise<void> {
    return this.process.start();
  }

  stop(): Promise<void> {
    return this.process.end('SIGKILL');
  }

  /** The sources of all mails it has accepted. */
  mails(): string[] {
    const folder = join(this.folder, 'mails', 'new');
    return readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  }

  /** Waits until it has accepted so many mails. Returns them. */
  async received(count: number): Promise<string[]> {
    for (;;) {
      const mails = this.mails();
      if (mails.length >= count) return mails;
      await delay(20);
    }
  }

  /** Lets it accept mails to `slow`. */
  hurry(): void {
    writeFileSync(join(this.folder, 'mails', 'go'), '');
  }

  async remove(): Promise<void> {
    await this.process.dispose();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
