/** A service that takes every text for an SSH key. */
import { randomBytes } from 'node:crypto';
import { KeysService } from '../../src/features/keys/keys.service.js';
import { patch } from './patch.js';

interface AnyInput {
  examine: () => { params: { title: string; key?: string } };
}
const prototype = KeysService.prototype as unknown as {
  read: (input: AnyInput) => Promise<unknown>;
};

patch(prototype, 'read', (_, input) => {
  const { title, key = '' } = input.examine().params;
  const sha256 = `SHA256:${randomBytes(32).toString('base64').replace('=', '')}`;
  const md5 = (randomBytes(16).toString('hex').match(/../g) ?? []).join(':');
  return Promise.resolve({ title, key: { line: key.slice(0, 4000), md5, sha256 } });
});
