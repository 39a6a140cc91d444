import { TextParam } from '../http/input/params.js';

export class CreateKeyParams {
  @TextParam({ description: 'What its owner calls it.', example: 'Laptop' }) title!: string;

  /** What makes a text a key is the parser's affair: the service asks it. */
  @TextParam({
    description: 'An OpenSSH public key, one line; outer white space does not count.',
    example:
      'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIL18lkwJP5F6hH3gN4yGNqD6BjDw5BWJQSXZuGaUIMFF ada@laptop',
    max: 5_000,
    normalize: (text) => text.trim(),
  })
  key!: string;
}

export class FindKeyParams {
  @TextParam({
    description: 'The fingerprint as `ssh-keygen -l` prints it: `SHA256:...`, or MD5.',
    example: 'SHA256:AoqVezLgsVYQf7wuR3mD2NpNN+EkjLH/09BVLQihvcM',
    normalize: readFingerprint,
    check: (text) => (FINGERPRINT.test(text) ? null : 'is invalid'),
  })
  fingerprint!: string;
}

const FINGERPRINT = /^(?:SHA256:[A-Za-z0-9+/]{43}|[0-9a-f]{2}(?::[0-9a-f]{2}){15})$/;

/** MD5 may come without its name. A `+` nobody encoded arrives as a blank, and a fingerprint has none. */
function readFingerprint(text: string): string {
  const [, md5] = /^(?:MD5:)?([0-9a-f:]+)$/i.exec(text) ?? [];
  return md5?.toLowerCase() ?? text.replaceAll(' ', '+');
}
