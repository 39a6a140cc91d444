import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { Transporter } from 'nodemailer';
import { AuditTrail } from '../audit/audit-trail.service.js';
import { digest, newToken } from '../auth/secrets.js';
import { CONFIG, type Config } from '../config/config.js';
import { currentTime } from '../database/clock.js';
import { Database } from '../database/database.js';
import type { RequestScope } from '../database/request-scope.js';
import { NotFound } from '../http/errors/errors.js';
import { PublicUrl } from '../http/routing/public-url.js';
import { CredentialsRepository } from './credentials.repository.js';
import type { User } from './user.entity.js';

export interface Confirmation {
  secret: string;
  columns: Pick<User, 'confirmedAt' | 'confirmationDigest'>;
}

/**
 * Sends a mail with a link that confirms the user's address. If mail is not configured, every address counts as
 * confirmed.
 */
@Injectable()
export class UserConfirmation implements OnModuleInit {
  private readonly logger = new Logger('mail');
  private transport: Transporter | null = null;

  constructor(
    private readonly database: Database,
    private readonly credentials: CredentialsRepository,
    private readonly urls: PublicUrl,
    private readonly audit: AuditTrail,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async onModuleInit(): Promise<void> {
    const { smtpUrl } = this.config.mail;
    if (smtpUrl === null) return;
    // Loaded only if needed: the start should not wait for it.
    const { createTransport } = await import('nodemailer');
    this.transport = createTransport(smtpUrl);
  }

  /** The secret for a mail and the columns of an unconfirmed user, or null if no mail is to be sent. */
  prepare(wanted: boolean): Confirmation | null {
    if (!wanted || !this.transport) return null;
    const secret = newToken();
    return { secret, columns: { confirmedAt: null, confirmationDigest: digest(secret) } };
  }

  /** Does not wait for the mail server. Failures are logged: the account exists either way. */
  send(user: Pick<User, 'name' | 'email' | 'username'>, { secret }: Confirmation): void {
    const link = `${this.urls.base}/api/v3/confirmation?confirmation_token=${secret}`;
    // An object, because a text is parsed as a list: `me,you@example.com` would send mail to `you@example.com`.
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

  /** @throws NotFound if no user waits for this secret, so also if the link is used again */
  async confirm(scope: RequestScope, secret: string): Promise<boolean> {
    const now = currentTime();
    await this.database.unit(scope, async (unit) => {
      const credentials = unit.withRepository(this.credentials);
      const user = await credentials.findUnconfirmed(digest(secret));
      if (!user || !(await credentials.confirmAddress(digest(secret), now)))
        throw new NotFound('User');
      const { id, username, email } = user;
      const details = { username, email: { address: email } };
      await this.audit.record(unit, scope, 'email.confirmed', { type: 'user', id }, details);
    });
    return true;
  }
}
