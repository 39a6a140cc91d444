import type { PublicUrl } from '../../http/routing/public-url.js';
import { iso } from '../../http/schema/iso.js';
import { Field, integer, string, timestamp } from '../../http/schema/schema.js';
import { UserSummaryView } from '../users/user.view.js';
import type { AwardRow } from './awards.repository.js';

export class AwardEmojiView {
  @Field(integer('Identifier of the award.')) id: number;
  @Field(string('Canonical name of the emoji, without colons.', { examples: ['tada'] }))
  name: string;
  @Field(() => UserSummaryView) user: UserSummaryView;
  @Field(timestamp('When the award was given.')) created_at: string;
  @Field(timestamp('Equal to `created_at`.')) updated_at: string;
  @Field(integer('Identifier of the issue, snippet, merge request or note.')) awardable_id: number;
  @Field(
    string('Kind of the resource with that identifier.', {
      enum: ['Issue', 'Snippet', 'MergeRequest', 'Note'],
    }),
  )
  awardable_type: string;

  constructor(award: AwardRow, urls: PublicUrl) {
    const { user_id, user_name, user_username, user_state } = award;
    this.id = award.id;
    this.name = award.name;
    this.user = new UserSummaryView(
      { id: user_id, name: user_name, username: user_username, state: user_state },
      urls,
    );
    this.created_at = iso(award.created_at);
    this.updated_at = iso(award.updated_at);
    this.awardable_id = award.awardable_id;
    this.awardable_type = award.awardable_type;
  }
}
