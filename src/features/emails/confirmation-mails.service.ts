import { Injectable } from '@nestjs/common';
import { PublicUrl } from '../../http/routing/public-url.js';
import { MailTransport, type Letter } from '../mail/mail-transport.service.js';

/** The link of a mail works for a day. */
const VALID_MS = 86_400_000;

interface Recipient {
  name: string;
  /** The address to confirm. */
  email: string;
}

/** Mails with a link to the page that confirms an address. */
@Injectable()
export class ConfirmationMails {
  constructor(
    private readonly urls: PublicUrl,
    private readonly transport: MailTransport,
  ) {}

  /** False: no mail is configured, and every address counts at once. */
  get areSent(): boolean {
    return this.transport.isConfigured;
  }

  /** A mail that was sent before this time has expired. */
  static expiry(now: number): number {
    return now - VALID_MS;
  }

  letter({ name, email }: Recipient, secret: string): Letter {
    const link = `${this.urls.pages}/users/confirmation?confirmation_token=${secret}`;
    return {
      // An object, because a text is parsed as a list: `me,you@example.com` would send mail to `you@example.com`.
      to: { name, address: email },
      subject: 'Confirm your address',
      text:
        `Hello ${name},\n\nfollow this link to confirm that this address is yours:\n\n${link}\n\n` +
        'The link works once, within 24 hours.\n',
    };
  }
}
