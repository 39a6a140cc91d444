import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Program } from '../support/program.js';
import { freePorts } from '../support/slapd/ports.js';

const demo = new Program('demo.js');
let PORT: string;

beforeAll(async () => {
  PORT = String((await freePorts())[0]);
  demo.start({ PORT });
  await demo.address();
});
afterAll(() => demo.remove());

describe('the demo', () => {
  it('says where its data is and what to open in a browser', async () => {
    expect(readdirSync(join(demo.folder, 'data'))).toContain(`demo-${PORT}.sqlite`);
    expect(demo.stdout).toContain(`data/demo-${PORT}.sqlite`);
    for (const path of ['docs', 'ada']) {
      const url = `http://127.0.0.1:${PORT}/${path}`;
      expect(demo.stdout).toContain(`  ${url} `);
      expect((await fetch(url)).status).toBe(200);
    }
  });

  it('keeps its database when another demo starts on the same port', async () => {
    const second = new Program('demo.js');
    second.start({ PORT });
    expect(await second.exit()).not.toBe(0);
    expect(second.stderr).toContain(`The port ${PORT} is taken: choose another PORT.`);
    expect(readdirSync(second.folder)).toEqual([]);
    await second.remove();
    const headers = { 'PRIVATE-TOKEN': 'demo-token-of-root-0' };
    const user = await fetch(`http://127.0.0.1:${PORT}/api/v3/user`, { headers });
    expect(user.status).toBe(200);
  });
});
