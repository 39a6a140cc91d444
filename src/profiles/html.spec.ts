import { Html, html } from './html.js';

describe('html', () => {
  it('escapes every sign that means something, between tags and in attributes', () => {
    const text = `<script>alert("1" + '2')</script> & &amp;`;
    const escaped =
      '&lt;script&gt;alert(&quot;1&quot; + &#39;2&#39;)&lt;/script&gt; &amp; &amp;amp;';
    expect(html`<p title="${text}">${text}</p>`.text).toBe(`<p title="${escaped}">${escaped}</p>`);
  });

  it('takes markup as it is, alone and in lists, and numbers', () => {
    const items = ['a', '<b>'].map((text) => html`<li>${text}</li>`);
    expect(
      html`<ol start="${2}">
          ${items}
        </ol>
        ${new Html('<hr>')}`.text,
    ).toBe('<ol start="2"><li>a</li><li>&lt;b&gt;</li></ol><hr>');
  });

  it('leaves backslashes alone, and signs that only look like those of a template', () => {
    const text = '\\u003c $& $1 ${x}';
    expect(html`<p>${text}</p>`.text).toBe(`<p>${text.replace('&', '&amp;')}</p>`);
  });
});
