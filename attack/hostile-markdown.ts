import { HOSTILE_TEXTS } from './hostile-texts.js';

const repeat = (unit: string) => (length: number) =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

/** Markdown that costs too much if a renderer backtracks, searches ahead or fills up tables, by its length. */
export const EXPENSIVE_MARKDOWN: Record<string, (length: number) => string> = {
  ...HOSTILE_TEXTS,
  ...Object.fromEntries(
    [
      ...['[', '[a](', '![[', '[a](<b', '[a](b "', '[a][b]', '[a]: b\n', '[a](/b) ', '> ', '> - '],
      ...['*a ', '**a*b_ ', 'a**b', '_a__b ', '~~a', '`a``', '```\n', '# \n', 'a\n=\n', '- a\n\n'],
      ...['\t- ', '* ', '|', '<a href="', '<!--', '<![CDATA[', '<http://', '&#x', '\\[', 'a\n'],
      ...['@a ', '@', '#1 ', ':a', ':tada:', 'http://', 'http://a.b/ ', 'a@b.c '],
    ].map((unit) => [JSON.stringify(unit), repeat(unit)]),
  ),
  'a wide table with short rows': (length) => {
    const columns = Math.floor(length / 6);
    return `${'|'.repeat(columns)}a\n${'|-'.repeat(columns)}|\n${'a\n'.repeat(columns)}`;
  },
  'deeper and deeper lists': (length) => {
    const lines = Array.from({ length: Math.sqrt(length) }, (_, n) => `${' '.repeat(n)}- a`);
    return lines.join('\n').slice(0, length);
  },
  'longer and longer code marks': (length) => {
    const marks = Array.from({ length: Math.sqrt(2 * length) }, (_, n) => `e${'`'.repeat(n)}`);
    return marks.join('').slice(0, length);
  },
};

/** What runs a script, loads something or breaks out of its element in a browser, if it is not neutralized. */
export const ACTIVE_MARKDOWN = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//x.example></SCRIPT>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)><svg/onload=alert(1)>',
  '<iframe src="javascript:alert(1)"></iframe><object data="//x.example"></object>',
  '<a href="javascript:alert(1)">a</a><form action="//x.example"><button>b</button></form>',
  '<style>*{display:none}</style><link rel="stylesheet" href="//x.example"><base href="//x.example">',
  '<meta http-equiv="refresh" content="0;url=//x.example">',
  '</div></section></main></body><script>alert(1)</script>',
  '[a](javascript:alert(1)) [b](JAVASCRIPT:alert(1)) [c](java\tscript:alert(1))',
  '[a](java&Tab;script:alert(1)) [b](&#x6A;avascript:alert(1)) [c](%6Aavascript:alert(1))',
  '[a](vbscript:a) [b](data:text/html,<script>alert(1)</script>) [c](file:///etc/passwd)',
  '[a](https://x.example "\\" onmouseover=\\"alert(1)") [b](<https://x.example/" onclick="alert(1)>)',
  '![a](https://x.example/a.png) ![b](javascript:alert(1)) ![c](data:image/svg+xml,<svg/onload=alert(1)>)',
  '[a]: javascript:alert(1)\n\n[a] ![a]',
  '<javascript:alert(1)> <https://x.example/"onmouseover="alert(1)>',
  'https://x.example/"onmouseover="alert(1) https://x.example/\'onclick=\'alert(1)',
  '@"onclick="alert(1) @<script> #1"onclick="alert(1) :<script>:',
  '```"onclick="alert(1)\n</code></pre><script>alert(1)</script>\n```',
  '`</code><script>alert(1)</script>`',
  '| <script>alert(1)</script> | b |\n|:-"onclick="alert(1)|-:|\n| </td><script> | <img src=x onerror=alert(1)> |',
  '# <script>alert(1)</script> {onclick=alert(1)}',
  '<!--><script>alert(1)</script>--> <![CDATA[<script>alert(1)</script>]]> <?php alert(1) ?>',
  '\u0000<script\u0000>alert(1)</script> <scr\u0000ipt>alert(1)</scr\u0000ipt>'.replaceAll(
    '\u0000',
    '\u200b',
  ),
];
