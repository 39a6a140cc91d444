import { ACTIONS } from '../../core/event-recording/event-recorder.js';
import type { PublicUrl } from '../../http/routing/public-url.js';
import { iso } from '../../http/schema/iso.js';
import {
  Field,
  integer,
  nothing,
  orNull,
  string,
  timestamp,
  url,
} from '../../http/schema/schema.js';
import type { NoteRow } from '../notes/notes.repository.js';
import { NoteView } from '../notes/note.view.js';
import { UserSummaryView } from '../users/user.view.js';
import type { EventRow } from './events.repository.js';
import type { PushData } from './push-data.js';

class CommitAuthorView {
  @Field(string('Name.', { examples: ['Ada Lovelace'] })) name!: string;
  @Field(string('Address.', { examples: ['ada@example.com'] })) email!: string;
}

class CommitView {
  @Field(string('Id of the commit.', { examples: ['da1560886d4f094c3e6c9ef40349f7d38b5d27d7'] }))
  id!: string;
  @Field(string('Message of the commit.', { examples: ['Carry ahead'] })) message!: string;
  @Field(
    string('When the commit was made, as sent with the push.', {
      examples: ['2026-01-31T12:00:00.000Z'],
    }),
  )
  timestamp!: string;
  @Field(
    string('Page of the commit.', {
      examples: [
        'http://127.0.0.1:3000/ada/analytical-engine/commit/da1560886d4f094c3e6c9ef40349f7d38b5d27d7',
      ],
    }),
  )
  url!: string;
  @Field(() => CommitAuthorView) author!: CommitAuthorView;
}

class RepositoryView {
  @Field(string('Name of the project.', { examples: ['Analytical Engine'] })) name!: string;
  @Field(
    url('Clone URL.', {
      examples: ['http://127.0.0.1:3000/ada/analytical-engine.git'],
    }),
  )
  url!: string;
  @Field(
    string('Description of the project. Empty if it has none.', {
      examples: ['Mill and store.'],
    }),
  )
  description!: string;
  @Field(url('Page of the project.', { examples: ['http://127.0.0.1:3000/ada/analytical-engine'] }))
  homepage!: string;
}

export class PushDataView {
  @Field(
    string('The commit that the ref pointed to. Zeros if the ref is new.', {
      examples: ['95790bf891e76fee5e1747ab589903a6a1f80f22'],
    }),
  )
  before: string;
  @Field(
    string('The commit that the ref points to now. Zeros if the ref was deleted.', {
      examples: ['da1560886d4f094c3e6c9ef40349f7d38b5d27d7'],
    }),
  )
  after: string;
  @Field(string('The ref, such as `refs/heads/master`.', { examples: ['refs/heads/master'] }))
  ref: string;
  @Field(integer('Identifier of the user who pushed.', { examples: [2] })) user_id: number;
  @Field(string('Display name of that user.', { examples: ['Ada Lovelace'] })) user_name: string;
  @Field(() => RepositoryView) repository: RepositoryView;
  @Field([() => CommitView]) commits: CommitView[];
  @Field(integer('Number of pushed commits.')) total_commits_count: number;

  constructor(event: EventRow, data: string, urls: PublicUrl) {
    const { commits, before, after, ref, total_commits_count } = JSON.parse(data) as PushData;
    const homepage = `${urls.profile(event.project_owner)}/${event.project_path}`;
    this.before = before;
    this.after = after;
    this.ref = ref;
    this.user_id = event.actor_id;
    this.user_name = event.actor_name;
    this.repository = {
      name: event.project_name,
      url: `${homepage}.git`,
      description: event.project_description ?? '',
      homepage,
    };
    this.commits = commits.map((commit) => ({
      ...commit,
      url: commit.url ?? `${homepage}/commit/${commit.id}`,
    }));
    this.total_commits_count = total_commits_count;
  }
}

export class EventView {
  @Field(nothing('Always null.')) title: null;
  @Field(integer('Identifier of the project.')) project_id: number;
  @Field(string('What the user did.', { examples: ['commented on'], enum: ACTIONS }))
  action_name: string;
  @Field(orNull(integer('Identifier of the target.', { examples: [1] }))) target_id: number | null;
  @Field(orNull(string('Kind of the target. Null for the project itself.', { examples: ['Note'] })))
  target_type: string | null;
  @Field(integer('Identifier of the user.', { examples: [2] })) author_id: number;
  @Field(() => UserSummaryView) author: UserSummaryView;
  @Field(string('Login name of the user.', { examples: ['ada'] })) author_username: string;
  @Field({ orNull: () => PushDataView }, { example: null }) data: PushDataView | null;
  @Field(
    orNull(
      string('Title of the target. For a note, the title of its noteable.', {
        examples: ['A moth in relay 70'],
      }),
    ),
  )
  target_title: string | null;
  @Field(timestamp('When the event happened.')) created_at: string;
  @Field(() => NoteView, { required: false }) note?: NoteView;

  constructor(event: EventRow, urls: PublicUrl) {
    const { actor_id, actor_name, actor_username, actor_state } = event;
    const person = { id: actor_id, name: actor_name, username: actor_username, state: actor_state };
    const noted = isNoted(event);
    this.title = null;
    this.project_id = event.project_id;
    this.action_name = event.action;
    this.target_id = noted ? event.id : event.subject_id;
    this.target_type = noted ? 'Note' : event.subject_type;
    this.author_id = actor_id;
    this.author = new UserSummaryView(person, urls);
    this.author_username = actor_username;
    this.data = event.data === null ? null : new PushDataView(event, event.data, urls);
    this.target_title = event.subject_title;
    this.created_at = iso(event.event_created_at);
    if (noted) this.note = new NoteView(event);
  }
}

/** True if the event has a note: `id` is the id of the note. An event is deleted together with its note. */
const isNoted = (event: EventRow): event is EventRow & NoteRow => event.id !== null;
