import { FilterXSS } from 'xss';

const CELL = ['class'];
const ELEMENTS: Record<string, string[]> = {
  ...{ p: [], br: [], hr: [], h3: [], h4: [], h5: [], h6: [], strong: [], em: [], s: [], code: [] },
  ...{
    pre: ['tabindex'],
    div: ['tabindex'],
    blockquote: [],
    ul: [],
    ol: ['start'],
    li: [],
    a: ['href', 'rel', 'title'],
  },
  ...{ table: [], thead: [], tbody: [], tr: [], th: CELL, td: CELL },
};

/** `http`, `https` and `mailto`, and paths of this service. */
const SAFE_LINK = /^(https?:|mailto:|\/|#)/i;
const SAFE_VALUES: Record<string, RegExp> = {
  href: SAFE_LINK,
  rel: /^[a-z ]*$/,
  start: /^\d{1,9}$/,
  class: /^(left|center|right)$/,
  title: /^/,
  tabindex: /^0$/,
};

export const isSafeLink = (url: string): boolean => SAFE_LINK.test(url);

/** The only form controls: boxes of list items, which nobody can click. */
const BOXES = ['checked="" aria-label="Done"', 'aria-label="Not done"'].map(
  (rest) => `<input type="checkbox" disabled="" ${rest}>`,
);

const filter = new FilterXSS({
  whiteList: ELEMENTS,
  stripIgnoreTag: true,
  stripIgnoreTagBody: ['script', 'style'],
  css: false,
  onTag: (tag, html) => {
    if (tag !== 'input') return undefined;
    return BOXES.includes(html) ? html : '';
  },
  onTagAttr: (_tag, name, value) => {
    if (!SAFE_VALUES[name]?.test(value)) return '';
    // The renderer has escaped the value already.
    return `${name}="${value.replace(/["<>]/g, (sign) => ESCAPED[sign] ?? '')}"`;
  },
});
const ESCAPED: Record<string, string> = { '"': '&quot;', '<': '&lt;', '>': '&gt;' };

/**
 * Removes all elements and attributes that rendered Markdown does not need. The renderer writes no others: this holds
 * even if the renderer has a fault.
 */
export const sanitize = (html: string): string => filter.process(html);
