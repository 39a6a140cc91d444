import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { listenAgain, listenOnFreePort } from './ports.js';

export interface Mail {
  from: string;
  to: string[];
  headers: string;
  text: string;
}

/** A local mail server that keeps the mails it receives. */
export interface Mailbox {
  /** Whether it refuses to authenticate clients. Those without a password need no authentication. */
  refusesPasswords: boolean;
  /** Addresses that it refuses for good. Its answer repeats them. */
  readonly refused: Set<string>;
  /** Addresses to which it does not respond. */
  readonly ignored: Set<string>;
  /** It keeps the next mails, but refuses them. Its answer repeats their link. */
  refusesLinks: boolean;
  /** It keeps the next mails, but answers that it has failed. */
  failsAfterwards: boolean;
  /** In the format of SMTP_URL. */
  url: string;
  /** Returns the mails in order of arrival and waits for the next one. */
  next(): Promise<Mail>;
  /** The mails that `next` has not returned. */
  readonly unread: readonly Mail[];
  close(): Promise<void>;
}

/** @param port one that a closed mailbox had */
export async function openMailbox(port?: number): Promise<Mailbox> {
  const mails: Mail[] = [];
  const waiting: ((mail: Mail) => void)[] = [];
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    onAuth(_auth, _session, done) {
      if (mailbox.refusesPasswords) done(new Error('The password is wrong'));
      else done(null, { user: 'mailer' });
    },
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      if (mailbox.ignored.has(address)) return;
      const isRefused = mailbox.refused.has(address);
      done(isRefused ? reply(550, `5.1.1 <${address}> User unknown`) : null);
    },
    onData(stream, { envelope: { mailFrom, rcptTo } }, done) {
      text(stream).then((source) => {
        const from = mailFrom === false ? '' : mailFrom.address;
        const to = rcptTo.map(({ address }) => address);
        const [headers = '', body = ''] = source.split(/\r?\n\r?\n(.*)/s);
        const mail = { from, to, headers, text: isQuoted(headers) ? unquote(body) : body };
        const reader = waiting.shift();
        if (reader) reader(mail);
        else mails.push(mail);
        if (mailbox.refusesLinks)
          done(reply(554, `5.7.1 Message contains blocked URL ${linkIn(mail)}`));
        else done(mailbox.failsAfterwards ? new Error('The disk is full') : null);
      }, done);
    },
  });
  // A port in use is an error of both servers.
  const ignore = () => undefined;
  server.on('error', ignore);
  if (port === undefined) port = await listenOnFreePort(server.server);
  else await listenAgain(server.server, port);
  server.off('error', ignore);
  const mailbox: Mailbox = {
    refusesPasswords: false,
    refused: new Set(),
    ignored: new Set(),
    refusesLinks: false,
    failsAfterwards: false,
    unread: mails,
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
  return mailbox;
}

const reply = (responseCode: number, text: string) =>
  Object.assign(new Error(text), { responseCode });

const isQuoted = (headers: string) =>
  /^Content-Transfer-Encoding: quoted-printable$/im.test(headers);

/** Of ASCII. */
const unquote = (text: string) =>
  text
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));

/** The link of a confirmation mail. */
export const linkIn = ({ text }: Mail): string => /^http\S+/m.exec(text)?.[0] ?? 'no link';
