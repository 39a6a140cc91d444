import { EXIT_CODES } from '../../base/config/exit-code.js';

/** Lets a command fail whose result could not be printed: Node drops what it cannot write, such as a new token. */
export function failWithoutOutput(): void {
  process.stdout.once('error', ({ code }: NodeJS.ErrnoException) => {
    // A reader that has seen enough, such as `head`, needs no sentence.
    if (code !== 'EPIPE')
      console.error(
        `The result could not be printed (${String(code)}). What the command changed is stored, and a file that it wrote is complete. Run only a command that reads again. For a lost token or password, run forgenote user reset-token or user reset-password.`,
      );
    process.once('exit', () => {
      process.exitCode ||= EXIT_CODES.output;
    });
  });
}
