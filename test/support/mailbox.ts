import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export interface Mail {
  from: string;
  to: string[];
  headers: string;
  text: string;
}

/** A local mail server that keeps the mails it receives. */
export interface Mailbox {
  /** In the format of SMTP_URL. */
  url: string;
  /** Returns the mails in order of arrival and waits for the next one. */
  next(): Promise<Mail>;
  close(): Promise<void>;
}

export async function openMailbox(): Promise<Mailbox> {
  const mails: Mail[] = [];
  const waiting: ((mail: Mail) => void)[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope: { mailFrom, rcptTo } }, done) {
      text(stream).then((source) => {
        const from = mailFrom === false ? '' : mailFrom.address;
        const to = rcptTo.map(({ address }) => address);
        const [headers = '', body = ''] = source.split(/\r?\n\r?\n(.*)/s);
        const mail = { from, to, headers, text: isQuoted(headers) ? unquote(body) : body };
        const reader = waiting.shift();
        if (reader) reader(mail);
        else mails.push(mail);
        done();
      }, done);
    },
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    next() {
      const mail = mails.shift();
      return mail ? Promise.resolve(mail) : new Promise((resolve) => waiting.push(resolve));
    },
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
      }),
  };
}

const isQuoted = (headers: string) =>
  /^Content-Transfer-Encoding: quoted-printable$/im.test(headers);

/** Of ASCII. */
const unquote = (text: string) =>
  text
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
