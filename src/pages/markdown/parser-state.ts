import type { Token } from 'markdown-it';

/** The part of markdown-it's state that its rules here use. */
export interface ParserState {
  env: object;
  tokens: Token[];
  Token: TokenClass;
}

export type TokenClass = new (type: string, tag: string, nesting: -1 | 0 | 1) => Token;
