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
import { UserSummaryView } from '../users/user.view.js';
import { inAlphabeticalOrder } from './label-names.js';

/** The columns that rows of issues and merge requests have in common. */
export interface NumberedItemRow {
  id: number;
  iid: number;
  project_id: number;
  title: string;
  description: string | null;
  state: string;
  created_at: number;
  updated_at: number;
  author_id: number;
  author_name: string;
  author_username: string;
  author_state: string;
  assignee_id: number | null;
  assignee_name: string | null;
  assignee_username: string | null;
  assignee_state: string | null;
  project_path: string;
  project_owner: string;
  /** A JSON array in no order, of texts with the color and the name of a label. Null for none. */
  labels: string | null;
}

/** The labels of an issue or a merge request, in alphabetical order. */
export function labelsOf({ labels }: NumberedItemRow): { color: string; name: string }[] {
  const texts = JSON.parse(labels ?? '[]') as string[];
  return inAlphabeticalOrder(
    texts.map((text) => ({ color: text.slice(0, COLOR), name: text.slice(COLOR) })),
  );
}
const COLOR = '#RRGGBB'.length;

/** The fields that issues and merge requests have in common. */
export class NumberedItemView {
  @Field(integer('Identifier, used in paths.')) id: number;
  @Field(integer('Number within the project.')) iid: number;
  @Field(integer('Identifier of the project.')) project_id: number;
  @Field(string('Title.', { examples: ['A moth in relay 70'] })) title: string;
  @Field(orNull(string('Description.', { examples: ['First actual case of a bug being found.'] })))
  description: string | null;
  @Field(timestamp('Time when it was opened.')) created_at: string;
  @Field(timestamp('Time of the last change or comment.')) updated_at: string;
  @Field({
    type: 'array',
    items: { type: 'string' },
    description: 'Names of the labels, in alphabetical order.',
    examples: [['bug', 'relay']],
  })
  labels: string[];
  @Field(nothing('Always null.')) milestone: null;
  @Field({ orNull: () => UserSummaryView })
  assignee: UserSummaryView | null;
  @Field(() => UserSummaryView) author: UserSummaryView;
  @Field(url('Web page.', { examples: ['http://127.0.0.1:3000/ada/analytical-engine/issues/1'] }))
  web_url: string;

  constructor(row: NumberedItemRow, urls: PublicUrl, plural: string) {
    this.id = row.id;
    this.iid = row.iid;
    this.project_id = row.project_id;
    this.title = row.title;
    this.description = row.description;
    this.created_at = iso(row.created_at);
    this.updated_at = iso(row.updated_at);
    this.labels = labelsOf(row).map(({ name }) => name);
    this.milestone = null;
    this.assignee = assigneeOf(row, urls);
    this.author = new UserSummaryView(
      {
        id: row.author_id,
        name: row.author_name,
        username: row.author_username,
        state: row.author_state,
      },
      urls,
    );
    this.web_url = `${urls.profile(row.project_owner)}/${row.project_path}/${plural}/${row.iid}`;
  }
}

function assigneeOf(row: NumberedItemRow, urls: PublicUrl): UserSummaryView | null {
  const {
    assignee_id: id,
    assignee_name: name,
    assignee_username: username,
    assignee_state: state,
  } = row;
  if (id === null || name === null || username === null || state === null) return null;
  return new UserSummaryView({ id, name, username, state }, urls);
}
