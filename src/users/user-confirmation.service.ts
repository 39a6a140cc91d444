import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { Transporter } from 'nodemailer';
import { digest, newToken } from '../auth/secrets.js';
import { CONFIG, type Config } from '../config/config.js';
import { Database } from '../database/database.js';
import { statement } from '../database/statement.js';
import { NotFound } from '../http/errors/errors.js';
import { PublicUrl } from '../http/routing/public-url.js';
import type { User } from './user.entity.js';

const CONFIRM = statement(
  `UPDATE users SET confirmed_at = :now, confirmation_digest = NULL WHERE confirmation_digest = :secret`,
);

export interface Confirmation {
  secret: string;
  columns: Pick<User, 'confirmedAt' | 'confirmationDigest'>;
}

/** Confirms that an address is its owner's, by a link in a mail. Without mail every address counts as confirmed. */
@Injectable()
export class UserConfirmation implements OnModuleInit {
  private readonly logger = new Logger('mail');
  private transport: Transporter | null = null;

  constructor(
    private readonly database: Database,
    private readonly urls: PublicUrl,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async onModuleInit(): Promise<void> {
    const { smtpUrl } = this.config.mail;
    if (smtpUrl === null) return;
    // Who sends no mail does not wait for it at the start.
    const { createTransport } = await import('nodemailer');
    this.transport = createTransport(smtpUrl);
  }

  /** The secret of a mail and the columns of the user who has yet to confirm; null when none is to be sent. */
  prepare(wanted: boolean): Confirmation | null {
    if (!wanted || !this.transport) return null;
    const secret = newToken();
    return { secret, columns: { confirmedAt: null, confirmationDigest: digest(secret) } };
  }

  /** The account exists whether or not the mail arrives: a failure is for the log. */
  send(user: Pick<User, 'name' | 'email' | 'username'>, { secret }: Confirmation): void {
    const link = `${this.urls.base}/api/v3/confirmation?confirmation_token=${secret}`;
    // In two parts, for a text would be read as a list: `me,you@example.com` has a mail of his own.
    const to = { name: user.name, address: user.email };
    const text = `Hello ${user.name},\n\nfollow this link to confirm that this address is yours:\n\n${link}\n`;
    this.transport
      ?.sendMail({ from: this.config.mail.from, to, subject: 'Confirm your address', text })
      .catch((error: unknown) => {
        this.logger.error({
          message: 'The confirmation mail was not sent',
          user: user.username,
          error,
        });
      });
  }

  /** @throws NotFound when no account waits for this secret, so also when the link is followed again */
  async confirm(secret: string): Promise<boolean> {
    const values = { now: Date.now(), secret: digest(secret) };
    const confirmed = await this.database.unit((unit) => unit.write(CONFIRM, values));
    if (confirmed === 0) throw new NotFound('User');
    return true;
  }
}
