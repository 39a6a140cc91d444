import { TextParam } from '../../http/input/params.js';

const KEY_LINE =
  '^\\s*(?:ssh-rsa|ssh-ed25519|ecdsa-sha2-nistp(?:256|384|521)|sk-ssh-ed25519@openssh\\.com|sk-ecdsa-sha2-nistp256@openssh\\.com)[ \\t]+[A-Za-z0-9+/]+={0,2}(?:[ \\t]+[^\\r\\n]*)?\\s*$';

export class CreateKeyInput {
  @TextParam({ description: 'Name of the key.', example: 'Laptop' }) title!: string;

  /** The service parses the key: it needs the fingerprints, not only whether the key is valid. */
  @TextParam({
    description:
      'One line with an OpenSSH public key: type, key, optional comment. The key has to be valid for its type, and `ssh-rsa` needs 2048 bits. White space around the line is removed.',
    example:
      'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIL18lkwJP5F6hH3gN4yGNqD6BjDw5BWJQSXZuGaUIMFF ada@laptop',
    max: 5_000,
    pattern: KEY_LINE,
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
    pattern: '^(?:SHA256:[A-Za-z0-9+/]{43}|(?:MD5:)?[0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2}){15})$',
  })
  fingerprint!: string;
}

const FINGERPRINT = /^(?:SHA256:[A-Za-z0-9+/]{43}|[0-9a-f]{2}(?::[0-9a-f]{2}){15})$/;

/** Accepts MD5 with and without its prefix, and a `+` that was not URL-encoded, which arrives as a space. */
function readFingerprint(text: string): string {
  const [, md5] = /^(?:MD5:)?([0-9a-f:]+)$/i.exec(text) ?? [];
  return md5?.toLowerCase() ?? text.replaceAll(' ', '+');
}
