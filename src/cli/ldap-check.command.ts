import { readConfig } from '../config/config.js';
import { loadEnvironment } from '../config/environment.js';
import { EXIT_CODES } from '../config/exit-code.js';
import { DirectoryUnavailable } from '../directory/directory-errors.js';
import { previewDirectory, type PreviewedUser } from '../directory/directory-preview.js';
import { Directory } from '../directory/directory.js';
import { chosenDirectories } from './chosen-directories.js';

/** Prints what each directory contains, or what is wrong with it. Needs no database. Returns the exit code. */
export async function checkDirectories(only?: string): Promise<number> {
  const directories = chosenDirectories(readConfig(loadEnvironment()), only);
  let exitCode = 0;
  for (const config of directories) {
    try {
      const { users, warnings } = await previewDirectory(new Directory(config));
      console.log(`Directory ${config.provider}: connected, and searched ${config.base}.`);
      for (const user of users) console.log(describe(user));
      for (const warning of warnings) console.error(warning);
      if (warnings.length > 0) exitCode = EXIT_CODES.data;
    } catch (error) {
      if (!(error instanceof DirectoryUnavailable)) throw error;
      console.error(error.message);
      exitCode = EXIT_CODES.unavailable;
    }
  }
  return exitCode;
}

function describe({ dn, username, email, name, roles, problem }: PreviewedUser): string {
  const becomes = problem ?? `${username}, ${name} <${email}>, ${roles.join(', ')}`;
  return `  ${dn}\n    ${becomes}`;
}
