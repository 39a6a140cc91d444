import { TextParam } from '../../http/input/params.js';
import { emojiNamed } from './emoji.js';

export class GiveAwardInput {
  @TextParam({
    description:
      'Name of an emoji, without colons. An alias is normalized to its name. Unknown names are invalid.',
    example: 'tada',
    normalize: (name) => emojiNamed(name) ?? name,
    check: (name) => (emojiNamed(name) === null ? 'is invalid' : null),
  })
  name!: string;
}
