import { randomBytes } from 'node:crypto';
import type { AttackClass } from '../attack-class.js';
import type { Target } from '../target.js';
import { keyLine, newKey } from '../world/new-key.js';
import type { World } from '../world/world.js';

const E = Buffer.of(1, 0, 1);
const modulus = (bits: number): Buffer => {
  const bytes = randomBytes(bits / 8);
  bytes[0] = 0xff;
  return Buffer.concat([Buffer.of(0), bytes]);
};

/** Lines that a careless parser takes for a key, each with a new key inside. */
function badKeys(): Record<string, string> {
  const line = newKey();
  const [type = '', base64 = ''] = line.split(' ');
  const blob = Buffer.from(base64, 'base64');
  const changed = (bytes: Buffer) => `${type} ${bytes.toString('base64')}`;
  const longer = Buffer.from(blob);
  longer.writeUInt32BE(0xffffffff, 0);
  return {
    'a second line': `${line}\n${newKey()}`,
    'a carriage return': `${line}\r${newKey()}`,
    'a line separator': `${line} a\u2028b`,
    'a command': `command="/bin/sh" ${line}`,
    'other options': `no-pty,from="*" ${line}`,
    'a shell in the comment after a line': `${line} \n; rm -rf /`,
    NUL: `${line} a\u0000b`,
    'an escape sequence': `${line} \u001b[31m`,
    'bytes after the key': changed(Buffer.concat([blob, Buffer.of(0)])),
    'a length beyond the end': changed(longer),
    'a short key': changed(blob.subarray(0, -1)),
    'bad base64': `${type} ${base64.slice(0, -4)}!!!!`,
    // These bytes have another form in URL base64.
    'URL base64': keyLine(type, Buffer.alloc(32, 0xff)).replaceAll('/', '_'),
    'another type inside': line.replace('ssh-ed25519', 'ssh-rsa'),
    'a prototype': line.replace('ssh-ed25519', 'constructor'),
    DSA: keyLine('ssh-dss', modulus(1024), modulus(160), modulus(1024), modulus(1024)),
    'RSA with 512 bits': keyLine('ssh-rsa', E, modulus(512)),
    'RSA with 1024 bits': keyLine('ssh-rsa', E, modulus(1024)),
    'a private key': '-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----',
    'a certificate': line.replace('ssh-ed25519', 'ssh-ed25519-cert-v01@openssh.com'),
    'a comment of 900 KB': `${line} ${'a'.repeat(900_000)}`,
    nothing: '',
  };
}

/** SSH keys that would run commands, crash a parser or are too weak. */
export const keys: AttackClass = {
  name: 'keys',
  rows: [15],
  control: 'any-key',
  run: async (target) => {
    const world = await target.world();
    const bad = badKeys();
    for (const [what, key] of Object.entries(bad)) await tryKey(target, world, what, key);
    await sameKeyAgain(target, world);
    return `${Object.keys(bad).length} bad keys at 2 doors`;
  },
};

async function tryKey(target: Target, { people }: World, what: string, key: string): Promise<void> {
  const { owner, admin } = people;
  const own = await owner.caller.post('/user/keys', { title: 'T', key });
  target.require(own.status === 400, `a key with ${what}: ${own.status} ${own.text}`);
  const other = await admin.caller.post(`/users/${owner.id}/keys`, { title: 'T', key });
  target.require(other.status === 404, `a key with ${what}, by an admin: ${other.status}`);
  const file = await target.anonymous.send({ method: 'GET', path: `/${owner.username}.keys` });
  const lines = file.text.trim().split('\n').filter(Boolean);
  const isClean = lines.every((line) => /^(ssh|ecdsa|sk)-[\w@.-]+ [A-Za-z0-9+/=]+/.test(line));
  target.require(isClean, `the file of keys has ${JSON.stringify(file.text)}`);
}

/** With another comment, by another user: the same key. */
async function sameKeyAgain(target: Target, { people }: World): Promise<void> {
  const key = newKey();
  const first = await people.owner.caller.post('/user/keys', { title: 'T', key: `${key} mine` });
  target.require(first.status === 201, `a good key: ${first.status} ${first.text}`);
  for (const text of [`${key} yours`, key, `  ${key}  `, `${key.replace(' ', '\t')} tab`]) {
    const { status } = await people.outsider.caller.post('/user/keys', { title: 'T', key: text });
    target.require(status === 400, `the same key of another user: ${status}`);
  }
}
