import { iso } from '../http/iso.js';
import { Field, integer, string, timestamp } from '../http/schema.js';
import { FullUserView } from '../users/user.view.js';
import type { KeyRow } from './key.queries.js';

export class KeyView {
  @Field(integer('Identifier of the key.')) id!: number;
  @Field(string('What its owner calls it.', { examples: ['Laptop'] })) title!: string;
  @Field(
    string('The public key as it was given, one line.', {
      examples: [
        'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIL18lkwJP5F6hH3gN4yGNqD6BjDw5BWJQSXZuGaUIMFF ada@laptop',
      ],
    }),
  )
  key!: string;
  @Field(timestamp('When it was added.')) created_at!: string;

  static of({ id, title, key_text, created_at }: KeyRow): KeyView {
    return { id, title, key: key_text, created_at: iso(created_at) };
  }

  static ofNullable(key: KeyRow | null): KeyView | null {
    return key && KeyView.of(key);
  }
}

/** A key, for who knows it and asks whose it is. */
export class OwnedKeyView extends KeyView {
  @Field(() => FullUserView) user!: FullUserView;

  static ofOwner(key: KeyRow, user: FullUserView): OwnedKeyView {
    return Object.assign(KeyView.of(key), { user });
  }
}
