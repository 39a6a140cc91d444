import { DirectoryUnavailable } from '../../src/sign-in/ldap/directory-errors.js';
import { entryMessage } from '../support/ldap-messages.js';
import { ScriptedDirectory, type Page } from '../support/scripted-directory.js';
import { configuredDirectory, find, usernames } from './configured.js';

describe('A directory that returns people in pages', () => {
  async function withPages<Result>(
    pages: Page[],
    test: (
      directory: ReturnType<typeof configuredDirectory>,
      server: ScriptedDirectory,
    ) => Promise<Result>,
    LDAP_TIMEOUT = '20',
  ): Promise<Result> {
    const server = await ScriptedDirectory.start(pages);
    try {
      const settings = { LDAP_URL: server.url, LDAP_BASE: 'dc=example,dc=org', LDAP_TIMEOUT };
      return await test(configuredDirectory(settings), server);
    } finally {
      await server.stop();
    }
  }

  it('goes on after pages without entries', async () => {
    const pages = [
      { uids: [], cookie: 'cookie-1' },
      { uids: ['ada', 'bea'], cookie: 'cookie-2' },
      { uids: [], cookie: 'cookie-3' },
      { uids: [], cookie: 'cookie-4' },
      { uids: ['cleo'], cookie: '' },
    ];
    await withPages(pages, async (directory, { cookies }) => {
      expect(await usernames(directory)).toStrictEqual(['ada', 'bea', 'cleo']);
      expect(cookies).toStrictEqual(['', 'cookie-1', 'cookie-2', 'cookie-3', 'cookie-4']);
    });
  });

  it('ends after a last page without entries', async () => {
    const pages = [
      { uids: ['ada'], cookie: 'cookie-1' },
      { uids: [], cookie: '' },
    ];
    expect(await withPages(pages, usernames)).toStrictEqual(['ada']);
    expect(await withPages([{ uids: [], cookie: '' }], usernames)).toStrictEqual([]);
  });

  it.each<[string, (id: number) => Buffer]>([
    ['an entry of no request', (id) => entryMessage(id + 1, 'bea')],
    ['an entry of an earlier request', (id) => entryMessage(id - 1, 'bea')],
    ['a message without a request', () => entryMessage(0, 'bea')],
    ['a message that is no sequence', () => Buffer.from('0403616461', 'hex')],
    ['a sequence without an id', () => Buffer.from('30050403616461', 'hex')],
    ['a message that never ends', () => Buffer.from('3084ffffffff', 'hex')],
  ])('fails when %s is between the entries', async (_, bytes) => {
    for (const before of ['entries', 'result'] as const) {
      const pages = [
        { uids: ['ada'], cookie: 'cookie-1' },
        { uids: ['cleo'], cookie: '', noise: { before, bytes } },
      ];
      // One of them lasts until the time limit.
      await expect(withPages(pages, usernames, '2')).rejects.toThrow(DirectoryUnavailable);
    }
  });

  it.each([
    [3, 'time limit'],
    [4, 'size limit'],
    [10, 'referral'],
    [11, 'administrative limit'],
    [51, 'busy'],
    [52, 'unavailable'],
    [53, 'unwilling to perform'],
    [80, 'other'],
  ])('fails when a later page ends with code %i (%s), also without entries', async (code) => {
    for (const uids of [['bea'], []]) {
      const pages = [
        { uids: ['ada'], cookie: 'cookie-1' },
        { uids, cookie: '', code },
      ];
      await expect(withPages(pages, usernames)).rejects.toThrow(DirectoryUnavailable);
    }
    const only = [{ uids: ['ada'], cookie: '', code }];
    await expect(withPages(only, (directory) => find(directory, 'ada'))).rejects.toThrow();
  });

  const empty = (cookie: string): Page => ({ uids: [], cookie });
  it.each<[string, Page[]]>([
    [
      'the cookie that it was sent, and nobody',
      [{ uids: ['ada'], cookie: 'cookie-1' }, empty('cookie-1')],
    ],
    [
      'the cookie that it was sent, and the same people',
      [
        { uids: ['ada'], cookie: 'cookie-1' },
        { uids: ['bea'], cookie: 'cookie-1' },
      ],
    ],
    [
      'to an earlier page',
      [
        { uids: ['ada'], cookie: 'cookie-1' },
        { uids: ['bea'], cookie: 'cookie-2' },
        { uids: ['cleo'], cookie: 'cookie-1' },
      ],
    ],
    [
      'one page without people after the other',
      [{ uids: ['ada'], cookie: 'cookie-1' }, empty('cookie-2'), empty('cookie-1')],
    ],
  ])('fails when it returns %s', async (_, pages) => {
    await expect(withPages(pages, usernames)).rejects.toThrow(
      'it returns pages of entries without an end',
    );
  });
});
