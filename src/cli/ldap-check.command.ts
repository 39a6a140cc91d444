import { readConfig, type DirectoryConfig } from '../config/config.js';
import { loadEnvironment } from '../config/environment.js';
import { EXIT_CODES } from '../config/exit-code.js';
import { DirectoryUnavailable } from '../directory/directory-errors.js';
import { previewDirectory, type PreviewedUser } from '../directory/directory-preview.js';
import { Directory } from '../directory/directory.js';
import { chosenDirectories } from './chosen-directories.js';

/** What `--json` prints of a directory. */
interface CheckedDirectory {
  provider: string;
  users: PreviewedUser[];
  warnings: string[];
  /** Why it cannot be searched; null if it can. */
  problem: string | null;
}

/** Prints what each directory contains, or what is wrong with it. Needs no database. Returns the exit code. */
export async function checkDirectories(
  only: string | undefined,
  { json = false }: { json?: boolean },
): Promise<number> {
  const directories = chosenDirectories(readConfig(loadEnvironment()), only);
  const checked: CheckedDirectory[] = [];
  let exitCode = 0;
  for (const config of directories) {
    const directory = await examine(config);
    checked.push(directory);
    if (directory.warnings.length > 0) exitCode = EXIT_CODES.data;
    if (directory.problem !== null) exitCode = EXIT_CODES.unavailable;
    if (!json) print(directory, config.base);
  }
  if (json) console.log(JSON.stringify(checked));
  return exitCode;
}

async function examine(config: DirectoryConfig): Promise<CheckedDirectory> {
  const { provider } = config;
  try {
    const { users, warnings } = await previewDirectory(new Directory(config));
    return {
      provider,
      users,
      warnings: [...warnings, ...(await serverProblems(config))],
      problem: null,
    };
  } catch (error) {
    if (!(error instanceof DirectoryUnavailable)) throw error;
    return { provider, users: [], warnings: [], problem: error.message };
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
  if (problem === null) console.log(`Directory ${provider}: connected, and searched ${base}.`);
  else console.error(problem);
  for (const user of users) console.log(describe(user));
  for (const warning of warnings) console.error(warning);
}

function describe({ dn, username, email, name, roles, problem }: PreviewedUser): string {
  const becomes = problem ?? `${username}, ${name} <${email}>, ${roles.join(', ')}`;
  return `  ${dn}\n    ${becomes}`;
}
