import { randomBytes } from 'node:crypto';
import type { Client } from '../support/client.js';
import { lineOf } from '../support/ssh-line.js';
import { TIMESTAMP } from '../support/expected-responses.js';

export interface KeyBody {
  id: number;
  title: string;
  key: string;
  created_at: string;
}

/** Made by ssh-keygen, with the fingerprints it prints: a plus and a slash are among them. */
export const LAPTOP = {
  type: 'ssh-ed25519',
  blob: 'AAAAC3NzaC1lZDI1NTE5AAAAIL18lkwJP5F6hH3gN4yGNqD6BjDw5BWJQSXZuGaUIMFF',
  key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIL18lkwJP5F6hH3gN4yGNqD6BjDw5BWJQSXZuGaUIMFF ada@laptop',
  sha256: 'SHA256:AoqVezLgsVYQf7wuR3mD2NpNN+EkjLH/09BVLQihvcM',
  md5: '40:0a:f4:96:93:81:c1:cb:b0:06:54:e3:23:f4:39:50',
};

/** A new ed25519 key. The parser does not check that the 32 bytes are a point on the curve. */
export const newKey = () => lineOf('ssh-ed25519', randomBytes(32));

/** Adds a new key to the user of the client. */
export async function addKey(client: Client, title = 'A key', key = newKey()): Promise<KeyBody> {
  const { status, body } = await client.post<KeyBody>('/user/keys', { title, key });
  if (status !== 201) throw new Error(`The key was answered ${status} ${JSON.stringify(body)}`);
  return body;
}

/** A key that was just added. */
export const keyView = (title: string, key: string) => ({
  id: expect.any(Number) as unknown,
  title,
  key,
  created_at: TIMESTAMP,
});

/** The errors for an invalid key and for a key of another user. */
export const INVALID = { key: ['is invalid'], fingerprint: ['cannot be generated'] };
export const TAKEN = {
  key: ['has already been taken'],
  fingerprint: ['has already been taken'],
};

/** Not keys, each for a reason of its own; `ssh-public-key.spec.ts` has many more. */
export const INVALID_KEYS: [reason: string, key: unknown][] = [
  ['words', 'not a key'],
  ['a type alone', 'ssh-ed25519'],
  ['an object', { ssh: 'key' }],
  ['a list', [newKey()]],
  ['a truth', true],
  ['a number', 7],
  ['two keys', `${newKey()}\n${newKey()}`],
  ['options before the key', `command="/bin/sh" ${newKey()}`],
  ['a control character in the comment', `${newKey()} \u001b[31m`],
  ['NUL in the comment', `${newKey()} \0`],
  ['half a character in the comment', `${newKey()} \ud83d`],
  ['another type before the key', newKey().replace('ssh-ed25519', 'ssh-rsa')],
  ['something after the key', newKey().replace(/.$/, '$&AAAA')],
  ['a key of the weak kind', 'ssh-dss AAAAB3NzaC1kc3MAAAABAQ=='],
  [
    'a private key',
    '-----BEGIN OPENSSH PRIVATE KEY-----\nb3Blbn\n-----END OPENSSH PRIVATE KEY-----',
  ],
];
