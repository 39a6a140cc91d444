import { ChoiceParam, PastTimestampParam, TextParam } from '../http/input/params.js';
import { PageParams } from '../http/pagination/page.js';

const BodyParam = () =>
  TextParam({
    description: 'Content of the note.',
    example: 'Which panel is that?',
    max: 1_000_000,
  });

export class ListNotesParams extends PageParams {
  @ChoiceParam(['asc', 'desc'], {
    description: 'Oldest first, or newest.',
    required: false,
    default: 'asc',
  })
  sort?: 'asc' | 'desc';
}

export class CreateNoteParams {
  @BodyParam() body!: string;

  @PastTimestampParam({
    description: 'When it was written; counts for administrators and the owner of the project.',
    required: false,
  })
  created_at?: number;
}

export class UpdateNoteParams {
  @BodyParam() body!: string;
}
