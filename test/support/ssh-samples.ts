import { createECDH } from 'node:crypto';
import { generated } from './ssh-keygen.js';
import { fieldsOf, lineOf, oddMpint } from './ssh-line.js';

export const F4 = Buffer.of(1, 0, 1);
export const ED = 'ssh-ed25519';
export const SK_ED = 'sk-ssh-ed25519@openssh.com';
export const SK_ECDSA = 'sk-ecdsa-sha2-nistp256@openssh.com';
export const p256Point = () => createECDH('prime256v1').generateKeys();

/** Of each kind one. The sk- kinds need hardware to be generated, so theirs are put together here. */
export const ed25519 = generated('ed25519');
export const rsa2048 = generated('rsa', 2048);
export const ecdsa256 = generated('ecdsa', 256);
export const ecdsa384 = generated('ecdsa', 384);
export const ecdsa521 = generated('ecdsa', 521);
export const skEd25519 = lineOf(SK_ED, fieldsOf(ed25519.line)[1], 'ssh:');
export const skEcdsa = lineOf(SK_ECDSA, 'nistp256', p256Point(), 'ssh:laptop');

export const accepted: [type: string, bits: number, line: string][] = [
  ['ssh-rsa', 2048, rsa2048.line],
  ['ssh-rsa', 3072, generated('rsa', 3072).line],
  ['ssh-rsa', 2049, lineOf('ssh-rsa', F4, oddMpint(2049))],
  ['ssh-rsa', 16384, lineOf('ssh-rsa', F4, oddMpint(16384))],
  ['ssh-rsa', 2056, lineOf('ssh-rsa', Buffer.of(3), oddMpint(2056))],
  [ED, 256, ed25519.line],
  ['ecdsa-sha2-nistp256', 256, ecdsa256.line],
  ['ecdsa-sha2-nistp384', 384, ecdsa384.line],
  ['ecdsa-sha2-nistp521', 521, ecdsa521.line],
  [SK_ED, 256, skEd25519],
  [SK_ECDSA, 256, skEcdsa],
];
