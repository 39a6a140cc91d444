import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Site } from './site.js';
import type { PageText } from './templates/templates.js';

/** Characters that a page renders as Markdown at most. */
const MAX_PAGE_MARKDOWN = 65_536;
/** What rendering the texts of a page may cost, as `renderingCost` counts it. */
const MAX_PAGE_COST = 8_192;
/** Characters of HTML that rendering makes of them at most. Each `#1` becomes a link, which may be 200 times as long. */
const MAX_PAGE_HTML = 524_288;
/** Rendering a text of this length takes about a millisecond. */
const LONG_TEXT = 2_000;

/** Where the texts of a page stand. */
export interface TextPlace {
  /** Path of the project's page. */
  project: string;
  /** Level of the first heading in the text. */
  heading: 3 | 4;
}

/** Renders a text, or returns it as it is if rendering it would take too long. */
type RenderText = (text: string, place: TextPlace) => Promise<PageText>;

/** Renders the texts of users. */
@Injectable()
export class PageTexts {
  constructor(private readonly site: Site) {}

  /**
   * The texts of one page have limits together, whatever they are: 20 hostile texts would keep the process busy for a
   * second, and everybody can ask for a page.
   */
  async forPage(): Promise<RenderText> {
    // Loaded at first use: that takes 25 ms, which a start does not need.
    const { MAX_MARKDOWN, renderMarkdown, renderingCost } = await import('./markdown/markdown.js');
    const { root } = this.site.links;
    let left = MAX_PAGE_MARKDOWN;
    let costLeft = MAX_PAGE_COST;
    let htmlLeft = MAX_PAGE_HTML;

    return async (text, place) => {
      const plain = { plain: text };
      if (text.length > Math.min(left, MAX_MARKDOWN)) return plain;
      left -= text.length;
      // Other requests run between two long texts.
      if (text.length > LONG_TEXT) await setImmediate();
      const cost = renderingCost(text);
      if (cost > costLeft) return plain;
      costLeft -= cost;
      const html = renderMarkdown(text, { root, ...place });
      if (html.length > htmlLeft) return plain;
      htmlLeft -= html.length;
      return { html };
    };
  }
}
