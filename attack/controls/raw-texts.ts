/** A service whose pages show the texts of users as HTML. */
import { PageTexts } from '../../src/pages/page-texts.js';
import { patch } from './patch.js';

patch(PageTexts.prototype, 'render', (_render, _project, texts) =>
  Promise.resolve(texts.map(({ text }) => ({ html: text }))),
);
