import { ChoiceParam, TextParam } from '../../http/input/params.js';
import { MAX_TEXT } from '../../http/input/text-length.js';

const TitleParam = (required: boolean) =>
  TextParam({ description: 'Title.', example: 'Bernoulli numbers', required, singleLine: true });
const FileNameParam = (required: boolean) =>
  TextParam({
    description: 'File name.',
    example: 'note_g.rb',
    required,
    singleLine: true,
  });
const CodeParam = (required: boolean) =>
  TextParam({ description: 'The code.', example: 'b = [1r]', required, max: MAX_TEXT });
const VisibilityParam = (required: boolean) =>
  ChoiceParam([0, 10, 20], {
    description:
      'Who may read it, of those who may read the project: 0 the author and members, 10 internal users, 20 everyone.',
    example: 20,
    required,
  });

export class CreateSnippetInput {
  @TitleParam(true) title!: string;
  @FileNameParam(true) file_name!: string;
  @CodeParam(true) code!: string;
  @VisibilityParam(true) visibility_level!: number;
}

export class UpdateSnippetInput {
  @TitleParam(false) title?: string;
  @FileNameParam(false) file_name?: string;
  @CodeParam(false) code?: string;
  @VisibilityParam(false) visibility_level?: number;
}
