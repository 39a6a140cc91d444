import { ChoiceParam, TextParam } from '../../http/input/params.js';
import { MAX_TEXT } from '../../http/input/text-length.js';
import { PastTimestampParam } from '../../http/input/time-params.js';
import { Unsupported } from '../../http/input/unsupported.js';
import { PageParams } from '../../http/pagination/page.js';

const BodyParam = () =>
  TextParam({
    description: 'Content of the note.',
    example: 'Which panel is that?',
    max: MAX_TEXT,
  });

@Unsupported('activity_filter')
export class ListNotesParams extends PageParams {
  @ChoiceParam(['asc', 'desc'], {
    description: '`asc` for oldest first, `desc` for newest first.',
    required: false,
    default: 'asc',
  })
  sort?: 'asc' | 'desc';
}

export class CreateNoteInput {
  @BodyParam() body!: string;

  @PastTimestampParam({
    description:
      'When the note was written. Ignored unless the caller is an administrator or owns the project.',
    required: false,
  })
  created_at?: number;
}

export class UpdateNoteInput {
  @BodyParam() body!: string;
}
