/** A key of the kind whose public half may be any 32 bytes. */
export function sshKey(bytes: Uint8Array): string {
  const length = Buffer.of(0, 0, 0, 32);
  const blob = Buffer.concat([Buffer.from('\0\0\0\vssh-ed25519'), length, bytes]);
  return `ssh-ed25519 ${blob.toString('base64')}`;
}
