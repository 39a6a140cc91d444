import { Injectable } from '@nestjs/common';
import { startOf } from './page-views.js';
import { Site } from './site.js';
import type { PageText } from './templates/templates.js';

/** Characters of a text that a page shows at most. */
export const MAX_PLAIN = 100_000;

/** Where the texts of a page stand. */
export interface TextPlace {
  /** Path of the project's page. */
  project: string;
  /** Level of the first heading in the text. */
  heading: 3 | 4;
}

/** Renders the texts of users. */
@Injectable()
export class PageTexts {
  constructor(private readonly site: Site) {}

  /** Loads the renderer at first use, to keep the start fast. */
  async renderer(): Promise<(text: string, place: TextPlace) => PageText> {
    const { MAX_MARKDOWN, renderMarkdown } = await import('./markdown/markdown.js');
    const { root } = this.site.links;
    return (text, place) =>
      text.length > MAX_MARKDOWN
        ? plainText(text)
        : { html: renderMarkdown(text, { root, ...place }) };
  }
}

/** The start of a text that is code, or too long to be rendered. */
export function plainText(text: string): { plain: string; hidden: number } {
  const plain = startOf(text, MAX_PLAIN);
  return { plain, hidden: text.length - plain.length };
}
