import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { Transporter } from 'nodemailer';
import { CONFIG, type Config } from '../config/config.js';
import { PublicUrl } from '../http/routing/public-url.js';

/** The link of a mail works for a day. */
const VALID_MS = 86_400_000;

interface Recipient {
  name: string;
  username: string;
  /** The address to confirm. */
  email: string;
}

/** Sends mails with a link to the page that confirms an address. */
@Injectable()
export class ConfirmationMails implements OnModuleInit {
  private readonly logger = new Logger('mail');
  private transport: Transporter | null = null;

  constructor(
    private readonly urls: PublicUrl,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async onModuleInit(): Promise<void> {
    const { smtpUrl } = this.config.mail;
    if (smtpUrl === null) return;
    // Loaded only if needed: the start should not wait for it.
    const { createTransport } = await import('nodemailer');
    this.transport = createTransport(withoutLogging(smtpUrl));
  }

  /** False: no mail is configured, and every address counts at once. */
  get areSent(): boolean {
    return this.transport !== null;
  }

  /** A mail that was sent before this time has expired. */
  static expiry(now: number): number {
    return now - VALID_MS;
  }

  /** Does not wait for the mail server. Failures are logged: the account exists either way. */
  send({ name, username, email }: Recipient, secret: string): void {
    const link = `${this.urls.base}/users/confirmation?confirmation_token=${secret}`;
    // An object, because a text is parsed as a list: `me,you@example.com` would send mail to `you@example.com`.
    const to = { name, address: email };
    const text =
      `Hello ${name},\n\nfollow this link to confirm that this address is yours:\n\n${link}\n\n` +
      'The link works once, within 24 hours.\n';
    this.transport
      ?.sendMail({ from: this.config.mail.from, to, subject: 'Confirm your address', text })
      .catch((error: unknown) => {
        const message = 'The confirmation mail was not sent';
        this.logger.error({ message, user: username, error });
      });
  }
}

/** The mail library would print the conversation with the server, past the log of the service. */
function withoutLogging(smtpUrl: string): string {
  const url = new URL(smtpUrl);
  for (const name of ['logger', 'debug', 'transactionLog']) url.searchParams.delete(name);
  return url.href;
}
