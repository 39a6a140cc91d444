/** The commands of docs/operating.md. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../program.js';

export interface Block {
  /** To paste into a shell. */
  commands: string;
  /** What the page says they print, with `...` for what differs. Null if it says nothing. */
  output: string | null;
}

interface Chapter {
  /** Without its number. */
  title: string;
  blocks: Block[];
}

const TEXT = readFileSync(join(REPOSITORY, 'docs/operating.md'), 'utf8');

const count = (pattern: RegExp) => [...TEXT.matchAll(pattern)].length;
const OUTPUTS = count(/^```text$/gm);

/** How many blocks the page has, however they are written: of commands, and of what these print. */
export const COUNTS = {
  commands: count(/^\s*(?:```|~~~)/gm) / 2 - OUTPUTS,
  outputs: OUTPUTS,
};

/** The numbered chapters. The rest of the page must have no blocks: COUNTS would count them. */
export const BOOK: Chapter[] = TEXT.split(/^## /m)
  .filter((text) => /^\d/.test(text))
  .map((text) => ({
    title: /^\d+\. (.*)$/m.exec(text)?.[1] ?? text,
    blocks: [...text.matchAll(/^```sh\n(.*?)^```$(?:\n\n```text\n(.*?)^```$)?/gms)].map(
      ([, commands = '', output]) => ({ commands, output: output ?? null }),
    ),
  }));

/** Whether a text is what the page says, with `...` for anything. */
export function isAsShown(printed: string, shown: string): boolean {
  const parts = shown.trim().split('...').map(escapeRegExp);
  return new RegExp(`^${parts.join('[^]*')}$`).test(printed.trim());
}

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
