import type { Token } from 'markdown-it';
import type { ParserState, TokenClass } from './parser-state.js';

/** Shows boxes at the start of list items. */
export function showBoxes({ tokens, Token: TokenOf }: ParserState): void {
  for (const [index, { children }] of tokens.entries()) {
    const [item, paragraph] = [tokens[index - 2], tokens[index - 1]];
    if (children && paragraph?.type === 'paragraph_open' && item?.type === 'list_item_open')
      showBox(children, TokenOf);
  }
}

/** Replaces `[ ]` or `[x]` at the start of a text by a box that shows whether the item is done. */
function showBox(tokens: Token[], TokenOf: TokenClass): void {
  const [first] = tokens;
  const [sign, state] = (first?.type === 'text' && /^\[([ xX])\](?= |$)/.exec(first.content)) || [];
  if (!first || sign === undefined) return;
  const isDone = state !== ' ';
  const box = new TokenOf('box', 'input', 0);
  box.attrs = [
    ['type', 'checkbox'],
    ['disabled', ''],
    ...(isDone ? [['checked', ''] as [string, string]] : []),
    ['aria-label', isDone ? 'Done' : 'Not done'],
  ];
  first.content = first.content.slice(sign.length);
  tokens.unshift(box);
}
