import { README, ReadmeShell } from '../support/readme.js';

let shell: ReadmeShell;
beforeEach(async () => (shell = await ReadmeShell.open()));
afterEach(() => shell.close());

describe('the README', () => {
  it('has blocks that start the service and send requests to it', async () => {
    const [start = '', requests = ''] = README.blocksWith('my-own-secret-token-1234', 'sh');
    await shell.serve(start);
    const answers = await shell.run(requests);
    expect(answers).toContain('"body":"It does indeed."');
    expect(answers).toMatch(/"username":"ada"[^\n]*"private_token":"[\w-]{20}"[^\n]*\n$/);
    shell.install('node-gitlab');
    const [library = ''] = README.blocksWith('node-gitlab', 'js');
    expect(await shell.runFile(library)).toContain("body: 'It does indeed.'");
  });

  it('has a block that starts the demo', async () => {
    const [demo = ''] = README.blocksWith('npm run demo', 'sh');
    expect(await shell.serve(demo)).toMatch(/\/docs /);
    shell.install();
    const [client = ''] = README.blocksWith('forgenote/client', 'sh');
    expect(await shell.run(client)).toContain("username: 'ada'");
  });
});
