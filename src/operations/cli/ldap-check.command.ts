import { readConfig, type DirectoryConfig } from '../../base/config/config.js';
import { loadEnvironment } from '../../base/config/environment.js';
import { EXIT_CODES } from '../../base/config/exit-code.js';
import { DirectoryUnavailable, type FailureKind } from '../../sign-in/ldap/directory-errors.js';
import { previewDirectory, type PreviewedUser } from '../../sign-in/directory/directory-preview.js';
import { Directory } from '../../sign-in/ldap/directory.js';
import { escapeUnsafe } from '../../base/log/terminal-line.js';
import { requireDirectory } from './require-directory.js';

/** What `--json` prints. */
interface CheckedDirectory {
  provider: string;
  users: PreviewedUser[];
  warnings: string[];
  /** Why it cannot be searched; null if it can. */
  problem: string | null;
}

/** Prints what the directory contains, or what is wrong with it. Needs no database. Returns the exit code. */
export async function checkDirectory({ json = false }: { json?: boolean }): Promise<number> {
  const config = requireDirectory(readConfig(loadEnvironment()));
  const { directory, failure } = await examine(config);
  if (json) console.log(JSON.stringify(directory));
  else print(directory, config.base);
  return exitCodeOf(directory, failure);
}

function exitCodeOf({ warnings }: CheckedDirectory, failure: FailureKind | null): number {
  if (failure === 'unavailable') return EXIT_CODES.unavailable;
  return failure === 'directory' || warnings.length > 0 ? EXIT_CODES.data : 0;
}

/** `failure` is null if the directory can be searched. */
async function examine(
  config: DirectoryConfig,
): Promise<{ directory: CheckedDirectory; failure: FailureKind | null }> {
  const { provider } = config;
  try {
    const { users, warnings } = await previewDirectory(new Directory(config));
    const problems = await serverProblems(config);
    const directory = { provider, users, warnings: [...warnings, ...problems], problem: null };
    return { directory, failure: null };
  } catch (error) {
    if (!(error instanceof DirectoryUnavailable)) throw error;
    const directory = { provider, users: [], warnings: [], problem: error.message };
    return { directory, failure: error.kind };
  }
}

/** The preview uses the first server that answers. Here each of several has to. */
async function serverProblems(config: DirectoryConfig): Promise<string[]> {
  if (config.urls.length === 1) return [];
  const problems = await Promise.all(
    config.urls.map(async (url) => {
      try {
        const directory = new Directory({ ...config, urls: [url] });
        await directory.withSession((session) => session.hasPeople());
        return [];
      } catch (error) {
        if (!(error instanceof DirectoryUnavailable)) throw error;
        return [error.message];
      }
    }),
  );
  return problems.flat();
}

function print({ provider, users, warnings, problem }: CheckedDirectory, base: string): void {
  const found = `Directory ${provider}: connected, and searched ${base}.`;
  const lines = [...(problem === null ? [found] : []), ...users.flatMap(describe)];
  const problems = [...(problem === null ? [] : [problem]), ...warnings];
  // People of a directory choose some of their values, which must not forge lines.
  for (const line of lines) console.log(escapeUnsafe(line));
  for (const line of problems) console.error(escapeUnsafe(line));
}

/** Two lines for each user. */
function describe({ dn, username, email, name, roles, problem }: PreviewedUser): string[] {
  return [`  ${dn}`, `    ${problem ?? `${username}, ${name} <${email}>, ${roles.join(', ')}`}`];
}
