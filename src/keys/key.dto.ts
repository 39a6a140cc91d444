import { TextParam } from '../http/input/params.js';

export class CreateKeyParams {
  @TextParam({ description: 'Name of the key.', example: 'Laptop' }) title!: string;

  /** The service parses the key: it needs the fingerprints, not only whether the key is valid. */
  @TextParam({
    description: 'One line with an OpenSSH public key. White space around it is removed.',
    example:
      'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIL18lkwJP5F6hH3gN4yGNqD6BjDw5BWJQSXZuGaUIMFF ada@laptop',
    max: 5_000,
    normalize: (text) => text.trim(),
  })
  key!: string;
}

export class FindKeyParams {
  @TextParam({
    description: 'SHA256 or MD5 fingerprint as `ssh-keygen -l` prints it.',
    example: 'SHA256:AoqVezLgsVYQf7wuR3mD2NpNN+EkjLH/09BVLQihvcM',
    normalize: readFingerprint,
    check: (text) => (FINGERPRINT.test(text) ? null : 'is invalid'),
  })
  fingerprint!: string;
}

const FINGERPRINT = /^(?:SHA256:[A-Za-z0-9+/]{43}|[0-9a-f]{2}(?::[0-9a-f]{2}){15})$/;

/** Accepts MD5 with and without its prefix, and a `+` that was not URL-encoded, which arrives as a space. */
function readFingerprint(text: string): string {
  const [, md5] = /^(?:MD5:)?([0-9a-f:]+)$/i.exec(text) ?? [];
  return md5?.toLowerCase() ?? text.replaceAll(' ', '+');
}
