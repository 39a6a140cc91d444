import type { INestApplication } from '@nestjs/common';
import type { Config } from '../../base/config/config.js';
import { MailTransport, type Letter } from '../../features/mail/mail-transport.service.js';
import { OutboxSender } from '../../features/mail/outbox-sender.js';
import { realTime } from './forge-clock.js';
import type { CaughtMail } from './protocol.js';

const LINK = /https?:\/\/[^\s<>"]+/g;

/** Takes the mails of a forge instead of a mail server. */
export class Mailbox {
  private mails: CaughtMail[] = [];

  private constructor(private readonly sender: OutboxSender) {}

  /** Before the application is initialized. From then on the service sends mails. */
  static open(app: INestApplication, { mail: { from } }: Config): Mailbox {
    const mailbox = new Mailbox(app.get(OutboxSender));
    const transport = app.get(MailTransport);
    Object.defineProperty(transport, 'isConfigured', { value: true });
    transport.send = (letter) => {
      mailbox.mails.push(mailOf(letter, from));
      return Promise.resolve();
    };
    return mailbox;
  }

  /** Waits for mails that the service is about to send. */
  async all(): Promise<CaughtMail[]> {
    await this.idle();
    return structuredClone(this.mails);
  }

  /** Resolves when the service sends no mail. */
  idle(): Promise<void> {
    return this.sender.idle();
  }

  clear(): void {
    this.mails = [];
  }
}

const mailOf = ({ to, subject, text }: Letter, from: string): CaughtMail => ({
  time: realTime(),
  from,
  to: to.address,
  subject,
  text,
  links: text.match(LINK) ?? [],
});
