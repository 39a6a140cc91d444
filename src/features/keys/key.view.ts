import { iso } from '../../http/schema/iso.js';
import { Field, integer, string, timestamp } from '../../http/schema/schema.js';
import { FullUserView } from '../users/user.view.js';
import type { KeyRow } from './keys.repository.js';

export class KeyView {
  @Field(integer('Identifier of the key.')) id: number;
  @Field(string('Name of the key, chosen by its owner.', { examples: ['Laptop'] })) title: string;
  @Field(
    string('The public key line as it was added.', {
      examples: [
        'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIL18lkwJP5F6hH3gN4yGNqD6BjDw5BWJQSXZuGaUIMFF ada@laptop',
      ],
    }),
  )
  key: string;
  @Field(timestamp('When the key was added.')) created_at: string;

  constructor({ id, title, key_text, created_at }: KeyRow) {
    this.id = id;
    this.title = title;
    this.key = key_text;
    this.created_at = iso(created_at);
  }
}

/** The result of a lookup by fingerprint. */
export class OwnedKeyView extends KeyView {
  @Field(() => FullUserView) user: FullUserView;

  constructor(key: KeyRow, user: FullUserView) {
    super(key);
    this.user = user;
  }
}
