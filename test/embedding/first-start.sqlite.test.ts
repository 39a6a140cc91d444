import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Module } from '@nestjs/common';
import { ForgenoteModule, mountForgenote } from '../../src/embedding/forgenote.module.js';
import type { Settings } from '../../src/config/given-settings.js';
import { endHosts, hostSettings, startHost } from '../support/host.js';
import { recordLog } from '../support/log.js';

@Module({})
class HostModule {}

const withModule = (settings: Settings) => {
  @Module({ imports: [ForgenoteModule.forRoot(settings)] })
  class WithForge {}
  return startHost(WithForge, recordNow);
};
const isolated = (settings: Settings) =>
  startHost(HostModule, async (host) => {
    recordNow();
    await mountForgenote(host, { prefix: '/forge', ...settings });
  });

/** After the module of the test, which sets a logger of its own. */
let log: ReturnType<typeof recordLog>;
const recordNow = () => {
  log = recordLog();
};
afterEach(endHosts);

describe('the first start in a host', () => {
  it.each([
    ['a module', withModule],
    ['an isolated forge', isolated],
  ])('logs where generated secrets are, and not the secrets: %s', async (_name, start) => {
    const settings = { ...(await hostSettings()), ADMIN_PASSWORD: undefined };
    const onTerminal: string[] = [];
    const stderr = jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
      onTerminal.push(String(text));
      return true;
    });
    const { isTTY } = process.stderr;
    process.stderr.isTTY = true;
    try {
      await start(settings);
    } finally {
      process.stderr.isTTY = isTTY;
      stderr.mockRestore();
      log.stop();
    }
    const folder = dirname(String(settings.DATABASE_URL).replace('sqlite:', ''));
    const file = `${folder}/first-administrator.txt`;
    const password = /^Password: (.*)$/m.exec(readFileSync(file, 'utf8'))?.[1] ?? '';
    expect(password).toHaveLength(20);
    expect(log.lines.map(({ message }) => message)).toContain(
      `The secrets of the first administrator are in ${file}`,
    );
    expect(JSON.stringify(log.lines)).not.toContain(password);
    expect(onTerminal.join('')).not.toMatch(/administrator|Password/);
  });
});
