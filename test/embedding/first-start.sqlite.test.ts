import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Module } from '@nestjs/common';
import { ForgenoteModule } from '../../src/app/embedding/forgenote.module.js';
import type { Settings } from '../../src/base/config/given-settings.js';
import { endHosts, hostSettings, startHost } from '../support/host.js';
import { recordLog } from '../support/log.js';

const start = (settings: Settings) => {
  @Module({ imports: [ForgenoteModule.forRoot(settings)] })
  class HostModule {}
  return startHost(HostModule, recordNow);
};

/** After the module of the test, which sets a logger of its own. */
let log: ReturnType<typeof recordLog>;
const recordNow = () => {
  log = recordLog();
};
afterEach(endHosts);

describe('the first start in a host', () => {
  it('logs where generated secrets are, and not the secrets', async () => {
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
