import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Transporter } from 'nodemailer';
import { CONFIG, type Config } from '../../base/config/config.js';

export interface Letter {
  to: { name: string; address: string };
  subject: string;
  text: string;
}

/** Sends mails through the server of SMTP_URL. */
@Injectable()
export class MailTransport implements OnModuleInit {
  private transport: Transporter | null = null;

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  async onModuleInit(): Promise<void> {
    const { smtpUrl } = this.config.mail;
    if (smtpUrl === null) return;
    // Loaded only if needed: that takes 0.1 s of a start.
    const { createTransport } = await import('nodemailer');
    this.transport = createTransport(withoutLogging(smtpUrl));
  }

  /** False without SMTP_URL: the service sends no mail. */
  get isConfigured(): boolean {
    return this.transport !== null;
  }

  /** Resolves when the mail server has accepted the mail. @param signal ends the attempt */
  async send(letter: Letter, signal: AbortSignal): Promise<void> {
    await this.transport?.sendMail({ from: this.config.mail.from, ...letter, signal });
  }
}

/** Refusals of one mail. All other errors mean that the server takes no mails at all. */
export function isOfOneMail(error: unknown): boolean {
  const { code, command, responseCode } = error as Record<string, unknown>;
  // The server closes the connection with 421. It refuses the sender of all mails with the answer to MAIL FROM.
  if (responseCode === 421 || command === 'MAIL FROM') return false;
  return code === 'EENVELOPE' || code === 'EMESSAGE';
}

/** The mail library would print the conversation with the server, past the log of the service. */
function withoutLogging(smtpUrl: string): string {
  const url = new URL(smtpUrl);
  for (const name of ['logger', 'debug', 'transactionLog']) url.searchParams.delete(name);
  return url.href;
}
