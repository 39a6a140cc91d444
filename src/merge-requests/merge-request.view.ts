import type { PublicUrl } from '../http/routing/public-url.js';
import { boolean, Field, integer, string, url } from '../http/schema/schema.js';
import { IssueFieldsView } from '../issues/issue-fields.view.js';
import type { MergeRequestRow } from './merge-requests.repository.js';

export class MergeRequestView extends IssueFieldsView {
  @Field(
    string('A reopened merge request counts as opened in filters.', {
      enum: ['opened', 'reopened', 'closed', 'merged'],
    }),
  )
  state: string;
  @Field(
    url('Its page.', {
      examples: ['http://127.0.0.1:3000/ada/analytical-engine/merge_requests/1'],
    }),
  )
  declare web_url: string;
  @Field(string('Branch with the changes.', { examples: ['carry'] })) source_branch: string;
  @Field(string('Branch it is to go to.', { examples: ['master'] })) target_branch: string;
  @Field(integer('The project.')) source_project_id: number;
  @Field(integer('The project.')) target_project_id: number;
  @Field(boolean('Whether the title begins with `WIP`.')) work_in_progress: boolean;
  @Field(boolean('Always false.')) merge_when_build_succeeds: boolean;
  @Field(string('There is no repository to look into.', { enum: ['unchecked'] }))
  merge_status: string;

  constructor(row: MergeRequestRow, urls: PublicUrl) {
    super(row, urls, 'merge_requests');
    this.state = row.state;
    this.source_branch = row.source_branch;
    this.target_branch = row.target_branch;
    this.source_project_id = row.project_id;
    this.target_project_id = row.project_id;
    this.work_in_progress = /^\s*(\[WIP\]|WIP:|WIP\s)/i.test(row.title);
    this.merge_when_build_succeeds = false;
    this.merge_status = 'unchecked';
  }
}
