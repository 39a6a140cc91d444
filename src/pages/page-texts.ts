import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { ParsedText } from './markdown/markdown.js';
import { ReferencesRepository } from './references.repository.js';
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

/** References that a page looks up at most. Further ones stay text. */
const MAX_REFERENCES = 1_000;

/** The project of a page, which `#1` and `!1` in its texts refer to. */
interface PageProject {
  id: number;
  /** Path of the project's page. */
  href: string;
}

/** A text of a page, and where it stands. */
interface PlacedText {
  text: string;
  /** Level of the first heading in the text. */
  heading: 3 | 4;
}

/** Renders the texts of users. */
@Injectable()
export class PageTexts {
  constructor(
    private readonly site: Site,
    private readonly references: ReferencesRepository,
  ) {}

  /**
   * Renders the texts of one page, in the order in which they stand there. Texts that would take too long stay as they
   * are. The limits are for all together, whatever they are: 20 hostile texts would keep the process busy for a second,
   * and everybody can ask for a page.
   */
  async render(project: PageProject, texts: readonly PlacedText[]): Promise<PageText[]> {
    const parsed = await this.parse(project.href, texts);
    const targets = new Set(parsed.flatMap((one) => [...(one?.targets ?? [])]));
    const limited = [...targets].slice(0, MAX_REFERENCES);
    const linked = await this.references.findTargets(project.id, limited);
    let htmlLeft = MAX_PAGE_HTML;
    const rendered: PageText[] = [];
    for (const [i, { text }] of texts.entries()) {
      await pauseBefore(text);
      const html = parsed[i]?.toHtml(linked);
      const isShort = html !== undefined && html.length <= htmlLeft;
      if (isShort) htmlLeft -= html.length;
      rendered.push(isShort ? { html } : { plain: text });
    }
    return rendered;
  }

  /** Null for texts that stay as they are. */
  private async parse(
    project: string,
    texts: readonly PlacedText[],
  ): Promise<(ParsedText | null)[]> {
    // Loaded at first use: that takes 25 ms, which a start does not need.
    const { MAX_MARKDOWN, parseMarkdown, renderingCost } = await import('./markdown/markdown.js');
    const { root } = this.site.links;
    let left = MAX_PAGE_MARKDOWN;
    let costLeft = MAX_PAGE_COST;
    const fits = (text: string): boolean => {
      if (text.length > Math.min(left, MAX_MARKDOWN)) return false;
      left -= text.length;
      const cost = renderingCost(text);
      if (cost > costLeft) return false;
      costLeft -= cost;
      return true;
    };
    const parsed: (ParsedText | null)[] = [];
    for (const { text, ...place } of texts) {
      await pauseBefore(text);
      parsed.push(fits(text) ? parseMarkdown(text, { root, project, ...place }) : null);
    }
    return parsed;
  }
}

/** Lets other requests run between two long texts. */
const pauseBefore = async ({ length }: string): Promise<void> => {
  if (length > LONG_TEXT) await setImmediate();
};
