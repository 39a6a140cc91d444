import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { logLines } from '../support/log-fields.js';
import { Program, REPOSITORY } from '../support/program.js';

const COMMIT = join(REPOSITORY, 'dist/src/commit.txt');
const { version } = JSON.parse(readFileSync(join(REPOSITORY, 'package.json'), 'utf8')) as {
  version: string;
};

describe('the version of a build', () => {
  let program: Program;
  beforeEach(() => {
    program = new Program();
  });
  afterEach(() => program.remove());

  it('has its commit on the start page, in /health/live, in the log and with --version, and not in the document', async () => {
    const printed = execFileSync('node', [join(REPOSITORY, 'dist/program/main.js'), '--version']);
    const built = printed.toString().trim();
    // The build of a release has none.
    const commit = existsSync(COMMIT) ? `+${readFileSync(COMMIT, 'utf8')}` : '';
    expect(built).toBe(version + commit);
    program.start({ LOG_LEVEL: 'info' });
    const url = await program.address();
    const live = (await (await fetch(`${url}/health/live`)).json()) as object;
    const page = await (await fetch(url, { headers: { accept: 'text/html' } })).text();
    const document = (await (await fetch(`${url}/api/v3/openapi.json`)).json()) as {
      info: { version: string };
    };
    expect(live).toEqual({ status: 'ok', version: built });
    expect(page).toContain(built);
    expect(document.info.version).toBe(version);
    program.signal('SIGTERM');
    expect(await program.exit()).toBe(0);
    expect(logLines(program.stderr)).toContainEqual(
      expect.objectContaining({ msg: 'The service has started', version: built }),
    );
  });
});

describe('scripts/write-commit.js', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'forgenote-commit-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  /** Builds in a folder, and returns the commit of the build. */
  function commitOf(cwd: string): string | null {
    mkdirSync(join(cwd, 'dist/src'), { recursive: true });
    writeFileSync(join(cwd, 'package.json'), '{"version":"1.2.3"}');
    execFileSync('node', [join(REPOSITORY, 'scripts/write-commit.js')], { cwd });
    try {
      return readFileSync(join(cwd, 'dist/src/commit.txt'), 'utf8');
    } catch {
      return null;
    }
  }

  it('writes the commit of a clone, and none for a release, for sources inside of a clone and without one', () => {
    const git = (...words: string[]) =>
      execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...words], {
        cwd: folder,
        encoding: 'utf8',
      }).trim();
    expect(commitOf(folder)).toBeNull();
    git('init', '--quiet');
    git('commit', '--quiet', '--allow-empty', '--message=A commit');
    const commit = git('rev-parse', 'HEAD');
    expect(commit.startsWith(commitOf(folder) ?? 'none')).toBe(true);
    expect(commitOf(join(folder, 'vendor'))).toBeNull();
    git('tag', 'v1.2.2');
    expect(commitOf(folder)).not.toBeNull();
    git('tag', 'v1.2.3');
    expect(commitOf(folder)).toBeNull();
  });
});
