import type { PublicUrl } from '../../http/routing/public-url.js';
import { boolean, Field, integer, string, url } from '../../http/schema/schema.js';
import { NumberedItemView } from '../numbered-items/numbered-item.view.js';
import type { MergeRequestRow } from './merge-requests.repository.js';

export class MergeRequestView extends NumberedItemView {
  @Field(
    string('State. The filter `opened` includes reopened merge requests.', {
      enum: ['opened', 'reopened', 'closed', 'merged'],
    }),
  )
  state: string;
  @Field(
    url('Web page.', {
      examples: ['http://127.0.0.1:3000/ada/analytical-engine/merge_requests/1'],
    }),
  )
  declare web_url: string;
  @Field(string('Branch with the changes.', { examples: ['carry'] })) source_branch: string;
  @Field(string('Branch to merge into.', { examples: ['master'] })) target_branch: string;
  @Field(integer('Identifier of the project.')) source_project_id: number;
  @Field(integer('Identifier of the project.')) target_project_id: number;
  @Field(boolean('True if the title begins with `WIP`.')) work_in_progress: boolean;
  @Field(boolean('Always false.')) merge_when_build_succeeds: boolean;
  @Field(
    string('Always `unchecked`: the service has no repositories to check.', {
      enum: ['unchecked'],
    }),
  )
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
