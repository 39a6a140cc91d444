import { EXIT_CODES } from '../config/exit-code.js';

/** Lets a command fail whose result could not be printed: Node drops what it cannot write, such as a new token. */
export function failWithoutOutput(): void {
  process.stdout.once('error', ({ code }: NodeJS.ErrnoException) => {
    // A reader that has seen enough, such as `head`, needs no sentence.
    if (code !== 'EPIPE')
      console.error(
        `The result could not be printed (${String(code)}). What the command changed is stored: make room for its output, then run it again.`,
      );
    process.once('exit', () => {
      process.exitCode ||= EXIT_CODES.output;
    });
  });
}
