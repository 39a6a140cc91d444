import type { PublicUrl } from '../http/public-url.js';
import { boolean, Field, integer, string, url } from '../http/schema.js';
import { IssuableFields } from '../issuables/issuable.view.js';
import type { MergeRequestRow } from './merge-request.queries.js';

export class MergeRequestView extends IssuableFields {
  @Field(
    string('A reopened merge request counts as opened in filters.', {
      enum: ['opened', 'reopened', 'closed', 'merged'],
    }),
  )
  state!: string;
  @Field(
    url('Its page.', {
      examples: ['http://127.0.0.1:3000/ada/analytical-engine/merge_requests/1'],
    }),
  )
  declare web_url: string;
  @Field(string('Branch with the changes.', { examples: ['carry'] })) source_branch!: string;
  @Field(string('Branch it is to go to.', { examples: ['master'] })) target_branch!: string;
  @Field(integer('The project.')) source_project_id!: number;
  @Field(integer('The project.')) target_project_id!: number;
  @Field(boolean('Whether the title begins with `WIP`.')) work_in_progress!: boolean;
  @Field(boolean('Always false.')) merge_when_build_succeeds!: boolean;
  @Field(string('There is no repository to look into.', { enum: ['unchecked'] }))
  merge_status!: string;

  static of(row: MergeRequestRow, urls: PublicUrl): MergeRequestView {
    return Object.assign(IssuableFields.fields(row, urls, 'merge_requests'), {
      state: row.state,
      source_branch: row.source_branch,
      target_branch: row.target_branch,
      source_project_id: row.project_id,
      target_project_id: row.project_id,
      work_in_progress: /^\s*(\[WIP\]|WIP:|WIP\s)/i.test(row.title),
      merge_when_build_succeeds: false,
      merge_status: 'unchecked',
    });
  }
}
