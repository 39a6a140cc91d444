import { HTML_PAGES } from '../../attack/html-pages.js';
import { Routes } from '../../src/http/openapi/routes.js';
import { startForge } from '../support/app.js';

describe('The attacks on HTML pages', () => {
  it('know every page of the service', async () => {
    const forge = await startForge();
    const { list } = forge.app.get(Routes, { strict: false });
    const pages = list
      .filter(({ operation, method }) => operation.hidden && method === 'get')
      .filter(
        ({ operation: { answers } }) =>
          'mediaType' in answers && ['text/html', 'text/plain'].includes(answers.mediaType ?? ''),
      )
      // `:owner` has a pattern.
      .map(({ path }) => path.replace(/:(\w+)(\(.*?\)\.\*\))?/g, '{$1}') || '/');
    await forge.close();
    expect(HTML_PAGES.map(({ template }) => template).sort()).toEqual(pages.sort());
  });
});
