import { Html, html } from './html.js';

describe('html', () => {
  it('escapes every sign that means something, between tags and in attributes', () => {
    const text = `<script>alert("1" + '2')</script> & &amp;`;
    const escaped =
      '&lt;script&gt;alert(&quot;1&quot; + &#39;2&#39;)&lt;/script&gt; &amp; &amp;amp;';
    expect(html`<p title="${text}">${text}</p>`.text).toBe(`<p title="${escaped}">${escaped}</p>`);
  });

  it('takes markup as it is, alone and in lists, and numbers', () => {
    const items = ['a', '<b>'].map((text) => html`<i>${text}</i>`);
    expect(html`<p data-n="${2}">${items}${new Html('<hr>')}</p>`.text).toBe(
      '<p data-n="2"><i>a</i><i>&lt;b&gt;</i><hr></p>',
    );
  });

  it('leaves backslashes alone, and signs that only look like those of a template', () => {
    const text = '\\u003c $& $1 ${x}';
    expect(html`<p>${text}</p>`.text).toBe(`<p>${text.replace('&', '&amp;')}</p>`);
  });
});
