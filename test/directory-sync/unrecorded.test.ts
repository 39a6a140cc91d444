import { DatabaseUnavailable } from '../../src/database/failures.js';
import { DirectoryStates } from '../../src/sign-in/directory-sync/directory-states.service.js';
import type { SyncReport } from '../../src/sign-in/directory-sync/sync-report.js';
import { startForge, type Forge } from '../support/app.js';
import { recordLog, type LogLine } from '../support/log.js';
import { ScriptedDirectory, type Page } from '../support/scripted-directory.js';
import type { SeededUser } from '../support/seed.js';
import { stateOf, synchronize } from './synchronized.js';

describe('A synchronization whose result cannot be stored', () => {
  let pages: Page[];
  let directory: ScriptedDirectory;
  let forge: Forge;
  let ada: SeededUser;

  beforeEach(async () => {
    pages = [{ uids: ['ada'], cookie: '' }];
    directory = await ScriptedDirectory.start(pages);
    forge = await startForge({
      ...{ LDAP_URL: directory.url, LDAP_BASE: 'dc=example,dc=org', LDAP_SYNC_EVERY: '0' },
      LDAP_BLOCK_LIMIT: '0',
    });
    ada = await forge.seed.user({
      ...{ username: 'ada', name: 'another name', email: 'ada@example.org' },
      ...{ provider: 'ldapmain', extern_uid: 'uid=ada,dc=example,dc=org' },
    });
  });
  afterEach(async () => {
    await forge.close();
    await directory.stop();
  });

  /** As if the database went away before the result is stored. */
  async function synchronizeUnrecorded(): Promise<{ report: SyncReport; lines: LogLine[] }> {
    const states = forge.app.get(DirectoryStates, { strict: false });
    const write = states.write.bind(states);
    states.write = (work) =>
      write((repository) => {
        repository.finishRun = () => Promise.reject(new DatabaseUnavailable(new Error('gone')));
        return work(repository);
      });
    const log = recordLog();
    try {
      return { report: await synchronize(forge), lines: log.lines };
    } finally {
      log.stop();
      states.write = write;
    }
  }

  it('still has its report, which says so, and a line in the log', async () => {
    const { report, lines } = await synchronizeUnrecorded();
    expect(report).toMatchObject({
      ...{ failure: 'unavailable', held: null, counts: { changed: 1 } },
      failed: 'The result of the run could not be recorded. The database does not respond.',
    });
    const { run } = report;
    expect(lines).toMatchObject([
      { message: 'The synchronization is complete', run },
      { message: 'The result of a synchronization could not be recorded', run, level: 'warn' },
    ]);
  });

  it('says so also if it is held', async () => {
    directory.lookup = pages[0] = { uids: ['ada'], cookie: '', disabled: ['ada'] };
    const { report } = await synchronizeUnrecorded();
    expect(report).toMatchObject({
      ...{ failure: 'unavailable', held: null },
      failed: 'The result of the run could not be recorded. The database does not respond.',
    });
    expect(await stateOf(forge, ada)).toBe('active');
  });

  it('releases the lease', async () => {
    await synchronizeUnrecorded();
    const { repository } = forge.app.get(DirectoryStates, { strict: false });
    expect(await repository.findLease('ldapmain')).toMatchObject({ lease_owner: '' });
  });
});
