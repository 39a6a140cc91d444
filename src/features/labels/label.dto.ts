import { TextParam } from '../../http/input/params.js';
import { Unsupported } from '../../http/input/unsupported.js';
import { PageParams } from '../../http/pagination/page.js';
import { DocumentRules } from '../../http/schema/schema.js';

const NewNameParam = (description: string, example: string, required: boolean) =>
  TextParam({
    description: `${description} It has no commas, and is unique in the project regardless of letter case.`,
    example,
    required,
    singleLine: true,
    normalize: (text) => text.trim(),
    check: (text) => (text.includes(',') ? 'is invalid' : null),
    pattern: '^[^\\r\\n,]*[^\\s,][^\\r\\n,]*$',
  });

const NameParam = (example: string) =>
  TextParam({
    description: 'Name of the label, in any letter case.',
    example,
    normalize: (text) => text.trim(),
  });

const ColorParam = (required: boolean) =>
  TextParam({
    description: 'Color: `#` and six hexadecimal digits.',
    example: '#D9534F',
    required,
    check: (text) => (/^#[0-9a-f]{6}$/i.test(text) ? null : 'is invalid'),
    pattern: '^#[0-9A-Fa-f]{6}$',
  });

class LabelInput {
  @TextParam({
    description: 'What the label is for.',
    example: 'Something does not work.',
    required: false,
    blank: true,
  })
  description?: string;
}

export class CreateLabelInput extends LabelInput {
  @NewNameParam('Name.', 'bug', true) name!: string;
  @ColorParam(true) color!: string;
}

@DocumentRules({ oneRequired: ['new_name', 'color', 'description'] })
export class UpdateLabelInput extends LabelInput {
  @NameParam('bug') name!: string;
  @NewNameParam('New name.', 'defect', false) new_name?: string;
  @ColorParam(false) color?: string;
}

export class DeleteLabelInput {
  @NameParam('defect') name!: string;
}

@Unsupported('search', 'with_counts', 'include_ancestor_groups')
export class ListLabelsParams extends PageParams {}
