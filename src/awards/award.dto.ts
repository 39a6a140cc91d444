import { TextParam } from '../http/input/params.js';
import { emojiNamed } from './emoji.js';

export class GiveAwardParams {
  @TextParam({
    description: 'A name of an emoji, without colons; an alias is turned into the name.',
    example: 'tada',
    normalize: (name) => emojiNamed(name) ?? name,
    check: (name) => (emojiNamed(name) === null ? 'is invalid' : null),
  })
  name!: string;
}
