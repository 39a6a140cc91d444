import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { startOf } from './page-views.js';
import { Site } from './site.js';
import type { PageText, PlainText } from './templates/templates.js';

/** Characters that a page renders as Markdown at most. */
const MAX_PAGE_MARKDOWN = 65_536;
/** What rendering the texts of a page may cost, as `renderingCost` counts it. */
const MAX_PAGE_COST = 8_192;
/** Characters of HTML that rendering makes of them at most. Each `#1` becomes a link, which may be 200 times as long. */
const MAX_PAGE_HTML = 524_288;
/** Rendering a text of this length takes about a millisecond. */
const LONG_TEXT = 2_000;
/** Characters of a text that a page shows without formatting at most. */
const MAX_PLAIN = 100_000;
/** The same of all texts of a page together. */
const MAX_PAGE_PLAIN = 200_000;
/** Beyond that, a page still shows so many characters of each text. */
const MIN_PLAIN = 1_000;

/** Where the texts of a page stand. */
export interface TextPlace {
  /** Path of the project's page. */
  project: string;
  /** Level of the first heading in the text. */
  heading: 3 | 4;
}

/** Shows the texts of one page, which have limits together. */
interface TextsOfPage {
  /** @param bytes of the whole text, if only its first `MAX_PLAIN` characters were read */
  markdown(text: string, place: TextPlace, bytes?: number): Promise<PageText>;
  /** The start of a text that is code, or too long to be rendered. */
  plain(text: string, bytes?: number): PlainText;
}

/** Renders the texts of users. */
@Injectable()
export class PageTexts {
  constructor(private readonly site: Site) {}

  /**
   * The limits hold whatever the texts are: 20 hostile texts would keep the process busy for a second, and 20 long ones
   * would make a page of many megabytes, which everybody can ask for.
   */
  async forPage(): Promise<TextsOfPage> {
    // Loaded at first use: that takes 25 ms, which a start does not need.
    const { MAX_MARKDOWN, renderMarkdown, renderingCost } = await import('./markdown/markdown.js');
    const { root } = this.site.links;
    let left = MAX_PAGE_MARKDOWN;
    let costLeft = MAX_PAGE_COST;
    let htmlLeft = MAX_PAGE_HTML;
    let plainLeft = MAX_PAGE_PLAIN;

    const plain = (text: string, bytes = Buffer.byteLength(text)): PlainText => {
      // A copy: a part of a string keeps the whole string in memory.
      const start = Buffer.from(startOf(text, Math.min(MAX_PLAIN, Math.max(MIN_PLAIN, plainLeft))));
      const shown = start.toString();
      plainLeft -= shown.length;
      return { plain: shown, hidden: bytes - start.length };
    };

    const markdown = async (text: string, place: TextPlace, bytes?: number): Promise<PageText> => {
      if (text.length > Math.min(left, MAX_MARKDOWN)) return plain(text, bytes);
      left -= text.length;
      // Other requests run between two long texts.
      if (text.length > LONG_TEXT) await setImmediate();
      const cost = renderingCost(text);
      if (cost > costLeft) return plain(text, bytes);
      costLeft -= cost;
      const html = renderMarkdown(text, { root, ...place });
      if (html.length > htmlLeft) return plain(text, bytes);
      htmlLeft -= html.length;
      return { html };
    };

    return { markdown, plain };
  }
}
