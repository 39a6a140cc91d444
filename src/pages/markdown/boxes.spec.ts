import { parseMarkdown } from './markdown.js';

const render = (text: string) =>
  parseMarkdown(text, { root: '', project: '/ada/engine', heading: 3 })
    .toHtml(new Set(['@ada']))
    .trim();

describe('A list', () => {
  const OPEN = '<input type="checkbox" disabled="" aria-label="Not done">';
  const DONE = '<input type="checkbox" disabled="" checked="" aria-label="Done">';
  it.each([
    ['- [ ] a\n- [x] b\n- [X] *c*', [`${OPEN} a`, `${DONE} b`, `${DONE} <em>c</em>`]],
    ['1. [x] a', [`${DONE} a`]],
    ['- [ ]\n- [ ] [x] @ada', [OPEN, `${OPEN} [x] <a href="/ada">@ada</a>`]],
    ['- [ ] a\n\n- [x] b', [`<p>${OPEN} a</p>`, `<p>${DONE} b</p>`]],
  ])('shows boxes that nobody can click in %j', (text, items) => {
    const found = [...render(text).matchAll(/<li>\s*(.*?)\s*<\/li>/gs)].map(([, item]) => item);
    expect(found).toEqual(items);
  });

  it.each([
    '[ ] a',
    '- [y] a',
    '- [x]a',
    '- a [x] b',
    '- [](/x)',
    '- `[x]` a',
    '- \\[x] a',
    '- > [x]',
  ])('shows no box for %j', (text) => {
    expect(render(text)).not.toContain('<input');
  });
});
