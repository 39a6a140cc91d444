import { readFileSync } from 'node:fs';
import { renderSqlDocuments } from '../../scripts/sql-documents.js';
import { freshDatabase } from '../support/database.js';

describe('docs/sql', () => {
  it('names the indexes that MariaDB uses; if not, run npm run documents:mariadb', async () => {
    const database = await freshDatabase();
    try {
      const rendered = await renderSqlDocuments(database.url);
      const committed = Object.keys(rendered).map((path) => [path, readFileSync(path, 'utf8')]);
      expect(Object.fromEntries(committed)).toEqual(rendered);
    } finally {
      await database.drop();
    }
  });
});
