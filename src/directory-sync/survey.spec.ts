import type { DirectoryUsersRepository } from '../directory/directory-users.repository.js';
import type { DirectoryUsers } from '../directory/directory-users.service.js';
import type { Match, Mismatch } from './entry-matcher.js';
import { Pace } from './pace.js';
import { Survey } from './survey.js';

const REASON = 'the entry has no unique id';

describe('A survey', () => {
  it('keeps the first users with an unclear entry, and counts the others', async () => {
    // Only the end of a survey reads from the database.
    const [repository, users] = [{} as DirectoryUsersRepository, {} as DirectoryUsers];
    const survey = new Survey(repository, users, 'ldapmain', 60, 2, new Pace(10));
    for (const ids of [[1], [2, 3, 4]]) {
      const mismatches = ids.map(
        (id) => ({ user: { identity_id: id }, reason: REASON }) as Mismatch,
      );
      const found = { matches: [] as Match[], mismatches };
      await survey.addPage([], { match: () => Promise.resolve(found) }, () => ({
        ...{ admin: null, external: null },
      }));
    }
    expect(survey.mismatches.map(({ user }) => user.identity_id)).toEqual([1, 2]);
    expect(survey.unlistedMismatches).toBe(2);
  });
});
