import { websiteLink } from './website-link.js';

describe('websiteLink', () => {
  it.each([
    'https://example.com/ada',
    'http://localhost:3000',
    'HTTPS://EXAMPLE.COM',
    'https://bücher.example/a b',
  ])('links %s as it is', (text) => {
    expect(websiteLink(text)).toEqual({ text, href: text });
  });

  it.each([
    'www.example.com',
    'example.com',
    'example.com.',
    'WWW.Example.com/ada?tab=1#top',
    'example.com:8080/ada',
    'example.com?page=1',
    'my-site.example/@ada',
    'my_site.example',
    'bücher.example',
    'उदाहरण.भारत',
    '127.0.0.1',
  ])('links %s, which has no scheme, with http', (text) => {
    expect(websiteLink(text)).toEqual({ text, href: `http://${text}` });
  });

  it('ignores white space around the address, and slashes before it', () => {
    expect(websiteLink(' www.example.com\n')?.href).toBe('http://www.example.com');
    expect(websiteLink('//example.com/a')?.href).toBe('http://example.com/a');
  });

  it.each([
    '',
    'none',
    'ada@example.com',
    'javascript:alert(1)',
    'tel:1234',
    'javascript://example.com/%0aalert(1)',
    'java\tscript:alert(1)',
    'data:text/html,x',
    'mailto:ada@example.com',
    'ftp://example.com',
    'my site.example',
    '/ada',
    'https://',
    'https://[',
    'example.com:99999',
    '..',
  ])('returns null for %j', (text) => {
    expect(websiteLink(text)).toBeNull();
  });
});
