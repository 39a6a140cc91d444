import type { Client } from '../support/client.js';

export interface EmailBody {
  id: number;
  email: string;
}

let count = 0;

/** An unused address. */
export const newAddress = () => `another${++count}@example.com`;

/** Adds an address to the user of the client. */
export async function addEmail(client: Client, email = newAddress()): Promise<EmailBody> {
  const { status, body } = await client.post<EmailBody>('/user/emails', { email });
  if (status !== 201) throw new Error(`The email was answered ${status} ${JSON.stringify(body)}`);
  return body;
}

export const emailView = (email: string) => ({ id: expect.any(Number) as unknown, email });

export const TAKEN = { email: ['has already been taken'] };

/** Invalid addresses and their error messages. */
export const INVALID_ADDRESSES: [email: unknown, text: string][] = [
  ['', "can't be blank"],
  [' \t\n', "can't be blank"],
  ['\u200b\u00ad', "can't be blank"],
  [null, "can't be blank"],
  ['ada', 'is invalid'],
  ['@', 'is invalid'],
  ['@example.com', 'is invalid'],
  ['ada@', 'is invalid'],
  ['ada@home@example.com', 'is invalid'],
  ['ada\u2060@example.com', 'is invalid'],
  ['ada\u034f@example.com', 'is invalid'],
  ['ada@example.com\ufe0f', 'is invalid'],
  ['ada@.example.com', 'is invalid'],
  ['ada@example..com', 'is invalid'],
  ['ada@example\u3002com', 'is invalid'],
  ['ada@example.com\uff0e', 'is invalid'],
  ['ada lovelace@example.com', 'is invalid'],
  ['ada@exam ple.com', 'is invalid'],
  ['ada@\nexample.com', 'is invalid'],
  ['ada@example.com\u00a0\u2003b', 'is invalid'],
  ['ada\0@example.com', 'is invalid'],
  ['ada@example.com.', 'is invalid'],
  ['ada\u200b@example.com', 'is invalid'],
  ['ada@exam\u00adple.com', 'is invalid'],
  ['ada\u3164@example.com', 'is invalid'],
  ['\u202eada@example.com', 'is invalid'],
  ['ada\ud83d@example.com', 'is invalid'],
  ['<ada@example.com>', 'is invalid'],
  ['ada@<example.com>', 'is invalid'],
  ['Ada<ada@example.com>', 'is invalid'],
  ['\uff1cada@example.com\uff1e', 'is invalid'],
  ['"ada"@example.com', 'is invalid'],
  ['ada(home)@example.com', 'is invalid'],
  ['ada@example.com(home)', 'is invalid'],
  ['ada\\@example.com', 'is invalid'],
  ['ada@ü.1', 'is invalid'],
  ['ada@xn--ü.example', 'is invalid'],
  ['ada@ü%6d.example', 'is invalid'],
  ['ada@ü.example/home', 'is invalid'],
  ['ada@ü.example:25', 'is invalid'],
  ['ada@ü.example#home', 'is invalid'],
  [`ada@${'ü.'.repeat(60)}example`, 'is invalid'],
  [7, 'is invalid'],
  [true, 'is invalid'],
  [['ada@example.com'], 'is invalid'],
  [{ address: 'ada@example.com' }, 'is invalid'],
  [`${'x'.repeat(243)}@example.com`, 'is too long (maximum is 254 characters)'],
];
