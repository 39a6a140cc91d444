import { CannotStart } from '../../base/config/cannot-start.js';

const TIMEOUT_MS = 5_000;

/**
 * Connects to the mail server and signs in. Sends nothing.
 *
 * @throws CannotStart what is wrong, without the password
 */
export async function checkMail(smtpUrl: string): Promise<string> {
  const { createTransport } = await import('nodemailer');
  const { host, hostname, username } = new URL(smtpUrl);
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  } as object);
  try {
    await transport.verify();
    return username === '' ? `${host} responds` : `${host} responds and accepts the user`;
  } catch (error) {
    const { code, responseCode } = error as { code?: string; responseCode?: number };
    if (code === 'EAUTH')
      throw new CannotStart(
        `${host} refuses the user or the password (${String(responseCode)}): correct SMTP_URL.`,
      );
    throw new CannotStart(
      `${host} does not respond as a mail server (${String(code ?? responseCode)}): start it, or correct SMTP_URL. ` +
        `Does its port expect smtps:// instead of smtp://, and can this machine reach ${hostname}?`,
    );
  } finally {
    transport.close();
  }
}
