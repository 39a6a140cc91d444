import { freshDatabase } from '../support/database.js';
import { Program } from '../support/program.js';

const SECRET_KEY = 'k'.repeat(40);

describe('the program with a database server', () => {
  it('refuses to start with wrong credentials', async () => {
    const program = new Program();
    const database = await freshDatabase();
    const wrong = (change: (url: URL) => void) => {
      const url = new URL(database.url);
      change(url);
      return { SECRET_KEY, DATABASE_URL: url.href };
    };
    await program.expectRefusal(
      wrong((url) => (url.username = 'nobody')),
      /Access denied for user 'nobody'.*DATABASE_URL/,
    );
    await program.expectRefusal(
      wrong((url) => (url.pathname += '_not')),
      /Unknown database.*DATABASE_URL/,
    );
    await program.remove();
    await database.drop();
  }, 120_000);
});
