import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** A mail server that keeps the last mail to each address. */
export class MailSink {
  private readonly mails = new Map<string, string>();
  private readonly server: SMTPServer;

  private constructor() {
    this.server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, { envelope }, done) => {
        text(stream).then((source) => {
          for (const { address } of envelope.rcptTo) this.mails.set(address, source);
          this.server.emit('mail');
          done();
        }, done);
      },
    });
  }

  static async open(): Promise<MailSink> {
    const sink = new MailSink();
    await once(sink.server.listen(0, '127.0.0.1'), 'listening');
    return sink;
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.server.server.address() as AddressInfo).port}`;
  }

  /** Waits for a mail to this address. Returns the link in it. */
  async linkTo(address: string): Promise<URL> {
    while (!this.mails.has(address)) await once(this.server, 'mail');
    const source = (this.mails.get(address) ?? '').replace(/=\r?\n/g, '').replaceAll('=3D', '=');
    this.mails.delete(address);
    return new URL(/^http\S+/m.exec(source)?.[0] ?? 'about:no-link');
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.server.close(resolve);
    });
  }
}
