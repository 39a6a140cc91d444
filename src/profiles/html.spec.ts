import { Html, html } from './html.js';

describe('html', () => {
  it('escapes special characters between tags and in attributes', () => {
    const text = `<script>alert("1" + '2')</script> & &amp;`;
    const escaped =
      '&lt;script&gt;alert(&quot;1&quot; + &#39;2&#39;)&lt;/script&gt; &amp; &amp;amp;';
    expect(html`<p title="${text}">${text}</p>`.text).toBe(`<p title="${escaped}">${escaped}</p>`);
  });

  it('inserts numbers and Html values, alone and in lists, unchanged', () => {
    const items = ['a', '<b>'].map((text) => html`<i>${text}</i>`);
    expect(html`<p data-n="${2}">${items}${new Html('<hr>')}</p>`.text).toBe(
      '<p data-n="2"><i>a</i><i>&lt;b&gt;</i><hr></p>',
    );
  });

  it('keeps backslashes and placeholders in values', () => {
    const text = '\\u003c $& $1 ${x}';
    expect(html`<p>${text}</p>`.text).toBe(`<p>${text.replace('&', '&amp;')}</p>`);
  });
});
