import type { PublicUrl } from '../../http/routing/public-url.js';
import { iso } from '../../http/schema/iso.js';
import {
  boolean,
  Field,
  integer,
  orNull,
  string,
  timestamp,
  url,
} from '../../http/schema/schema.js';
import { UserSummaryView } from '../users/user.view.js';
import type { MemberRow } from './members.repository.js';
import type { ProjectRow } from './projects.repository.js';

export const visibilityLevel = integer('0 private, 10 internal, 20 public.', {
  examples: [20],
  enum: [0, 10, 20],
});
const accessLevel = integer('10 guest, 20 reporter, 30 developer, 40 master.', {
  examples: [30],
  enum: [10, 20, 30, 40],
});

export class ProjectView {
  @Field(integer('Identifier of the project.')) id: number;
  @Field(orNull(string('Description.', { examples: ['Mill and store.'] }))) description:
    string | null;
  @Field(boolean('True if every caller with a token may read the project.', { examples: [true] }))
  public: boolean;
  @Field(visibilityLevel) visibility_level: number;
  @Field(
    url('Web page of the project.', { examples: ['http://127.0.0.1:3000/ada/analytical-engine'] }),
  )
  web_url: string;
  @Field(() => UserSummaryView) owner: UserSummaryView;
  @Field(string('Display name.', { examples: ['Analytical Engine'] })) name: string;
  @Field(
    string("The owner's name and the project's name.", {
      examples: ['Ada Lovelace / Analytical Engine'],
    }),
  )
  name_with_namespace: string;
  @Field(string('Name in paths.', { examples: ['analytical-engine'] })) path: string;
  @Field(
    string('`owner/path`. Paths accept it in place of the id, with `%2F` for the slash.', {
      examples: ['ada/analytical-engine'],
    }),
  )
  path_with_namespace: string;
  @Field(boolean('Always true.', { examples: [true] })) issues_enabled: boolean;
  @Field(boolean('Always true.', { examples: [true] })) merge_requests_enabled: boolean;
  @Field(boolean('Always true.', { examples: [true] })) snippets_enabled: boolean;
  @Field(boolean('Always false.')) archived: boolean;
  @Field(timestamp('Time of creation.')) created_at: string;
  @Field(
    timestamp(
      'Time when an issue or merge request was last opened in the project. Confidential issues do not count, nor merge requests that are opened while the project is private.',
    ),
  )
  last_activity_at: string;
  @Field(integer('Identifier of the owner.', { examples: [2] })) creator_id: number;

  constructor(project: ProjectRow, urls: PublicUrl) {
    const { owner_name, owner_username, name, path } = project;
    this.id = project.id;
    this.description = project.description;
    this.public = project.visibility_level === 20;
    this.visibility_level = project.visibility_level;
    this.web_url = `${urls.profile(owner_username)}/${path}`;
    this.owner = new UserSummaryView(
      {
        id: project.owner_id,
        name: owner_name,
        username: owner_username,
        state: project.owner_state,
      },
      urls,
    );
    this.name = name;
    this.name_with_namespace = `${owner_name} / ${name}`;
    this.path = path;
    this.path_with_namespace = `${owner_username}/${path}`;
    this.issues_enabled = true;
    this.merge_requests_enabled = true;
    this.snippets_enabled = true;
    this.archived = false;
    this.created_at = iso(project.created_at);
    this.last_activity_at = iso(project.last_activity_at);
    this.creator_id = project.owner_id;
  }
}

export class MemberView extends UserSummaryView {
  // Another user than the owner, who is no member.
  @Field(string('Display name.', { examples: ['Grace Hopper'] })) declare name: string;
  @Field(string('Login name.', { examples: ['grace'] })) declare username: string;
  @Field(integer('Identifier of the user.', { examples: [3] })) declare id: number;
  @Field(
    url('Avatar, served by the service itself.', {
      examples: ['http://127.0.0.1:3000/avatars/3.svg'],
    }),
  )
  declare avatar_url: string;
  @Field(url('Page of the user.', { examples: ['http://127.0.0.1:3000/grace'] }))
  declare web_url: string;
  @Field(accessLevel) access_level: number;

  constructor(member: MemberRow, urls: PublicUrl) {
    super(member, urls);
    this.access_level = member.access_level;
  }
}
