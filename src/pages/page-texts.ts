import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { startOf } from './page-views.js';
import { Site } from './site.js';
import type { PageText } from './templates/templates.js';

/** Characters that a page renders as Markdown at most. */
const MAX_PAGE_MARKDOWN = 131_072;
/** Rendering a text of this length takes about a millisecond. */
const LONG_TEXT = 2_000;
/** Characters of a text that a page shows at most. */
export const MAX_PLAIN = 100_000;

/** Where the texts of a page stand. */
export interface TextPlace {
  /** Path of the project's page. */
  project: string;
  /** Level of the first heading in the text. */
  heading: 3 | 4;
}

/** Renders one text of a page. */
export type RenderText = (text: string, place: TextPlace) => Promise<PageText>;

/** Renders the texts of users. */
@Injectable()
export class PageTexts {
  constructor(private readonly site: Site) {}

  /**
   * Returns a function for the texts of one page. It shows them without formatting once the page has rendered
   * `MAX_PAGE_MARKDOWN` characters, because 20 hostile texts would keep the process busy for a second.
   */
  async forPage(): Promise<RenderText> {
    // Loaded at first use, to keep the start fast.
    const { MAX_MARKDOWN, renderMarkdown } = await import('./markdown/markdown.js');
    const { root } = this.site.links;
    let left = MAX_PAGE_MARKDOWN;
    return async (text, place) => {
      if (text.length > Math.min(left, MAX_MARKDOWN)) return plainText(text);
      left -= text.length;
      // Other requests run between two long texts.
      if (text.length > LONG_TEXT) await setImmediate();
      return { html: renderMarkdown(text, { root, ...place }) };
    };
  }
}

/** The start of a text that is code, or too long to be rendered. */
export function plainText(text: string): { plain: string; hidden: number } {
  // A copy: a part of a string keeps the whole string in memory.
  const plain = Buffer.from(startOf(text, MAX_PLAIN)).toString();
  return { plain, hidden: text.length - plain.length };
}
