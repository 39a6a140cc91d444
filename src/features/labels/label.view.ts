import { boolean, Field, integer, nothing, orNull, string } from '../../http/schema/schema.js';
import type { LabelRow } from './project-labels.repository.js';

const countOf = (items: string) =>
  integer(`Number of ${items} with the label that the caller can see.`, { examples: [0] });

export class LabelView {
  @Field(string('Name.', { examples: ['bug'] })) name: string;
  @Field(string('Color: `#` and six hexadecimal digits.', { examples: ['#D9534F'] }))
  color: string;
  @Field(orNull(string('What the label is for.', { examples: ['Something does not work.'] })))
  description: string | null;
  @Field(countOf('open issues'))
  open_issues_count: number;
  @Field(countOf('closed issues'))
  closed_issues_count: number;
  @Field(countOf('open merge requests'))
  open_merge_requests_count: number;
  @Field(boolean('Always false.')) subscribed: boolean;
  @Field(nothing('Always null.')) priority: null;

  constructor(label: LabelRow) {
    this.name = label.name;
    this.color = label.color;
    this.description = label.description;
    const [open, closed] = JSON.parse(label.issue_counts) as [number, number];
    this.open_issues_count = open;
    this.closed_issues_count = closed;
    this.open_merge_requests_count = label.open_merge_requests_count;
    this.subscribed = false;
    this.priority = null;
  }
}
