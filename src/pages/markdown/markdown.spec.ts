import { parseMarkdown } from './markdown.js';

const REL = 'rel="nofollow noopener noreferrer ugc"';
const TARGETS = new Set(['@ada', '@root', '@ren', '@example.com', '#1', '!1', '!2', '#2147483648']);
const render = (text: string, heading: 3 | 4 = 3) =>
  parseMarkdown(text, { root: '', project: '/ada/engine', heading }).toHtml(TARGETS).trim();
const linked = (url: string) => `<a href="${url}" ${REL}>${url}</a>`;
const inline = (text: string) => render(text).replace(/^<p>|<\/p>$/g, '');

describe('renderMarkdown', () => {
  it('renders emphasis, lists, code and tables', () => {
    expect(render('**a** *b* ~~c~~ `<d>`\n\n- e\n\n```\n<f>\n```')).toBe(
      '<p><strong>a</strong> <em>b</em> <s>c</s> <code>&lt;d&gt;</code></p>\n' +
        '<ul>\n<li>e</li>\n</ul>\n<pre tabindex="0"><code>&lt;f&gt;\n</code></pre>',
    );
    expect(render('|a|\n|-:|\n|1|')).toMatch(
      /^<div tabindex="0"><table>.*<td class="right">1<\/td>.*<\/table><\/div>$/s,
    );
  });

  it('keeps line breaks', () => {
    expect(inline('a\nb')).toBe('a<br>\nb');
  });

  it.each([
    ['hello @ada.', `hello <a href="/ada">@ada</a>.`],
    [
      '#1 and !2',
      `<a href="/ada/engine/issues/1">#1</a> and ` +
        `<a href="/ada/engine/merge_requests/2">!2</a>`,
    ],
    ['(https://x.example/a).', `(${linked('https://x.example/a')}).`],
    ['https://x.example/a_(b), c', `${linked('https://x.example/a_(b)')}, c`],
    ['_see https://x.example/a_b_', `<em>see ${linked('https://x.example/a_b')}</em>`],
    [
      '„https://x.example/a“, ‚https://x.example/b‘',
      `„${linked('https://x.example/a')}“, ‚${linked('https://x.example/b')}‘`,
    ],
    [
      '»https://x.example/a« https://x.example/b…',
      `»${linked('https://x.example/a')}« ${linked('https://x.example/b')}…`,
    ],
    [
      '（https://x.example/a）。「https://x.example/b」吧，https://x.example/c，谢谢',
      `（${linked('https://x.example/a')}）。「${linked('https://x.example/b')}」吧，${linked('https://x.example/c')}，谢谢`,
    ],
    ['~~https://x.example~~', `<s>${linked('https://x.example')}</s>`],
    ['https://ada:pass@x_y.example/a.git', linked('https://ada:pass@x_y.example/a.git')],
    ['https://xn--80ak6aa92e.example', linked('https://xn--80ak6aa92e.example')],
    ['https:// https://[ https://', 'https:// https://[ https://'],
    [
      '**https://x.example/__a__.html**,',
      `<strong>${linked('https://x.example/__a__.html')}</strong>,`,
    ],
    ['<https://x.example/:tada:>', linked('https://x.example/:tada:')],
    ['https://x.example/@ada#1', linked('https://x.example/@ada#1')],
    ["http://x.example/wiki/Zeno's_paradoxes", linked("http://x.example/wiki/Zeno's_paradoxes")],
    ["http://x.example/'a'/b?c='d", linked("http://x.example/'a'/b?c='d")],
    ["'http://x.example/a'", `'${linked('http://x.example/a')}'`],
    ["('http://x.example/a'), b", `('${linked('http://x.example/a')}'), b`],
    ['“http://x.example/a”', `“${linked('http://x.example/a')}”`],
    ["http://x.example/boys'.", `${linked('http://x.example/boys')}'.`],
    ['www.x.example //x.example ftp://x.example', 'www.x.example //x.example ftp://x.example'],
    [':tada: :+1:', '🎉 👍'],
    [':+1::tada:', '👍🎉'],
    ['(:tada:), :+1:!', '(🎉), 👍!'],
    ['- :100: %', '<ul>\n<li>💯 %</li>\n</ul>'],
    ['@ada:tada:', '<a href="/ada">@ada</a>:tada:'],
    ['mail a@b.example, a#1, :nothing:, @docs', 'mail a@b.example, a#1, :nothing:, @docs'],
    ['`@ada #1 :tada:`', '<code>@ada #1 :tada:</code>'],
    ['[@ada](https://x.example)', `<a href="https://x.example" ${REL}>@ada</a>`],
  ])('links what %s refers to', (text, html) => {
    expect(inline(text)).toBe(html);
  });

  it.each([
    'src/test.c:100:21: error',
    'at 12:100:30, fe80::100:',
    'a:tada:',
    ':tada:a',
    'é:tada:',
    'e\u0301:tada:',
    ':tada:é',
    '好:tada:',
    ':tada:५',
    '::tada:',
    ':tada::',
    'a:+1::tada:',
    ':+1::tada:a',
    ':+1::nothing:',
    ':+1:tada:',
  ])('shows %j as it is, because a shortcode stands alone', (text) => {
    expect(inline(text)).toBe(text);
  });

  it('finds a shortcode whose first colon ends what is none', () => {
    expect(inline(':-:tada: :nothing :+1:')).toBe(':-🎉 :nothing 👍');
  });

  it.each([
    ...[
      'rené@ada',
      'rene\u0301@ada',
      'Ωμέγα@ada',
      'नमस्ते@ada',
      '안녕@ada',
      'x٣@ada',
      'ª@ada',
      '_@ada',
    ],
    ...['rené#1', 'नमस्ते!1', '5#1', '#1é', '#1_', '#1\ufe0f\u20e3', '!1a', '#12345678901'],
    ...[
      '@rené',
      '@ada\u0301',
      '@ada\u0308',
      '@ada\u0323',
      '#1\u0308',
      '@renй',
      `@${'a'.repeat(256)}`,
      'rené@example.com',
    ],
  ])('shows %j as it is, because a reference is no part of a word', (text) => {
    expect(inline(text)).toBe(text);
  });

  const MENTION = '<a href="/ada">@ada</a>';
  const ISSUE = '<a href="/ada/engine/issues/1">#1</a>';
  it.each([
    ['你好@ada', `你好${MENTION}`],
    ['@ada你好', `${MENTION}你好`],
    ['@ada님께 #1번', `${MENTION}님께 ${ISSUE}번`],
    ['ありがとう@ada', `ありがとう${MENTION}`],
    ['サーバー@ada', `サーバー${MENTION}`],
    ['葛\u{e0100}@ada', `葛\u{e0100}${MENTION}`],
    ['𠮷@ada', `𠮷${MENTION}`],
    ['ขอบคุณที่@ada', `ขอบคุณที่${MENTION}`],
    ['❤️@ada', `❤️${MENTION}`],
    ['«@ada»', `«${MENTION}»`],
    ['修复#1吧', `修复${ISSUE}吧`],
    ['(#1)', `(${ISSUE})`],
    ['🎉#1', `🎉${ISSUE}`],
  ])(
    'links what %j refers to, because words of its script have no spaces, or it follows none',
    (text, html) => {
      expect(inline(text)).toBe(html);
    },
  );

  it.each([
    ['`src/test.c`:100: error', '<code>src/test.c</code>:100: error'],
    ['**a**:tada:', '<strong>a</strong>:tada:'],
    [':tada:**a**', ':tada:<strong>a</strong>'],
    ['`x`#1', '<code>x</code>#1'],
    ['#1**a**', '#1<strong>a</strong>'],
    ['**rené**@ada', '<strong>rené</strong>@ada'],
    ['**@ada**.', `<strong>${MENTION}</strong>.`],
    ['`x` :tada:', '<code>x</code> 🎉'],
    ['a\n:tada:', 'a<br>\n🎉'],
  ])('looks beyond code and emphasis: %j', (text, html) => {
    expect(inline(text)).toBe(html);
  });

  it.each([
    ['**:+1:**:tada:', '<strong>👍</strong>🎉'],
    [':tada:**:+1:**', '🎉<strong>👍</strong>'],
    ['*:+1::100:*:tada::heart:', '<em>👍💯</em>🎉❤'],
    ['**:+1:** :tada:', '<strong>👍</strong> 🎉'],
    ['[:+1:](https://x.example):tada:', `<a href="https://x.example" ${REL}>👍</a>🎉`],
    ['**:nothing:**:tada:', '<strong>:nothing:</strong>:tada:'],
    ['**:tada:**:nothing:', '<strong>:tada:</strong>:nothing:'],
    ['**:+1:**:tada:x', '<strong>:+1:</strong>:tada:x'],
    ['**:+1**:tada:', '<strong>:+1</strong>:tada:'],
    ['`:+1:`:tada:', '<code>:+1:</code>:tada:'],
    [':tada:`:+1:`', ':tada:<code>:+1:</code>'],
    ['<https://x.example/:+1:>:tada:', `${linked('https://x.example/:+1:')}:tada:`],
  ])('counts no colons of another shortcode beyond emphasis: %j', (text, html) => {
    expect(inline(text)).toBe(html);
  });

  it('shows numbers that no issue or merge request of the page has as text', () => {
    expect(inline('#1, #999, *!999*, #001 and !0')).toBe(
      `${ISSUE}, #999, <em>!999</em>, #001 and !0`,
    );
  });

  it('shows names that nobody has as text, in any letter case', () => {
    expect(inline('@nobody, @ADA and *@Nobody*')).toBe(
      '@nobody, <a href="/ADA">@ADA</a> and <em>@Nobody</em>',
    );
  });

  it('names once what a text refers to', () => {
    const place = { root: '', project: '/ada/engine', heading: 3 as const };
    const text =
      '@Ada @ada #7 @nobody. `@code #8` [@link #9](https://x.example) rené@word @ghost @docs #7 !7';
    expect([...parseMarkdown(text, place).targets]).toEqual([
      ...['@ada', '#7', '@nobody', '@ghost', '!7'],
    ]);
  });

  it.each(['@a', ':a', '\u0301', '@\u0301', ':a:\u0301', 'é@', '#1é', ':+1:'])(
    'reads many of %j in linear time',
    (part) => {
      const text = part.repeat(32_000 / part.length);
      expect(render(text).replace(/<[^>]*>/g, '').length).toBeGreaterThan(8_000);
    },
  );

  it('shows an image as a link, so that reading a page sends no request to another site', () => {
    const link = (text: string) => `<a href="https://x.example/a.png" ${REL}>${text}</a>`;
    expect(inline('![a](https://x.example/a.png)')).toBe(link('a'));
    expect(inline('![](https://x.example/a.png)')).toBe(link('https://x.example/a.png'));
    expect(inline('![*a* <b>](https://x.example/a.png "t")')).toBe(link('*a* &lt;b&gt;'));
    expect(inline('[![a](https://y.example/b.png)](https://x.example/a.png)')).toBe(link('a'));
    expect(inline('![a](javascript:alert)')).toBe('![a](javascript:alert)');
    expect(inline('![@ada](//x.example)')).toBe(`<a href="//x.example" ${REL}>@ada</a>`);
  });

  it.each(['', '\u200b', '**\u200b**'])('shows the address of a link with the text %j', (text) => {
    expect(inline(`[${text}](https://x.example)`)).toContain(
      linked('https://x.example').slice(0, -4),
    );
    expect(inline(`[a](https://x.example)[${text}](/y)`)).toContain('>/y');
  });

  it('gives headings levels below those of the page, without a gap', () => {
    const tags = (text: string, first: 3 | 4) =>
      [...render(text, first).matchAll(/<(h\d)>/g)].map(([, tag]) => tag);
    expect(tags('# a\n\n### b\n\n# c', 3)).toEqual(['h3', 'h4', 'h3']);
    expect(tags('###### a\n\n# b\n\n## c', 4)).toEqual(['h4', 'h4', 'h5']);
    expect(tags('# a\n## a\n### a\n#### a\n##### a', 4)).toEqual(['h4', 'h5', 'h6', 'h6', 'h6']);
  });

  it('does not fill up tables without end', () => {
    const columns = 4_000;
    const text = `${'|'.repeat(columns)}a\n${'|-'.repeat(columns)}|\n${'a\n'.repeat(columns)}`;
    expect(render(text).length).toBeLessThan(3 * text.length);
    expect(render('|a|b|\n|-|-|\n|1|\n')).toContain('<td></td>');
  });

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[a](javascript:alert(1))',
    '[a](JaVaScRiPt:alert(1))',
    '[a](java&#x0A;script:alert(1))',
    '[a](vbscript:x) [a](data:text/html;base64,PHNjcmlwdD4=)',
    '[a](https://x.example "\\" onclick=\\"alert(1)")',
    '<https://x.example/"onmouseover="alert(1)>',
    '```"><script>\nalert(1)\n```',
    '<!-- --><svg onload=alert(1)>',
    '[a]: javascript:alert(1)\n\n[a]',
    'https://x.example/"onclick="alert(1)',
    '@<script>alert(1)</script>',
  ])('writes no active content for %s', (text) => {
    const tags = render(text).match(/<[^>]*>/g) ?? [];
    expect(tags.join('')).not.toMatch(/script|<svg|<img|\son\w+\s*=(?!&quot;)|javascript:|data:/i);
    for (const tag of tags) expect(tag).toMatch(/^<\/?[a-z]\w*(?: [a-z]+="[^"<>]*")*>$/);
  });
});
